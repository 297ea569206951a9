import type { Neighbours } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'
import type { WideMatrix } from '../dense/wide-matrix.ts'
import { NOBODY } from '../nearest/panels.ts'
import type { Room } from '../room.ts'

/** The entries of lists on the card, where they stay. */
export function listEntries(room: Room, { indices }: Neighbours): GPUBuffer {
  return room.resident(indices, () => room.integers(indices))
}

/** The squared distance of each row from the rows that its list names (`count` of them), put down from `first` on or, with `more`, added to what is there; as far as can be from nobody. One thread per entry. */
export const listSquaresKernel = /* wgsl */ `
struct Settings { entries: u32, quads: u32, count: u32, first: u32, more: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> points: array<vec4f>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read_write> squares: array<f32>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let entry = (${GROUP}) * 256u + thread;
  if (entry >= settings.entries) { return; }
  let at = settings.first + entry;
  let other = indices[entry];
  if (other == ${NOBODY}u) { squares[at] = 3e38; return; }
  let row = entry / settings.count;
  var sum = vec4f();
  for (var q = 0u; q < settings.quads; q++) {
    let difference = points[row * settings.quads + q] - points[other * settings.quads + q];
    sum += difference * difference;
  }
  let square = (sum.x + sum.y) + (sum.z + sum.w);
  if (settings.more == 1u) { squares[at] += square; } else { squares[at] = square; }
}
`

/** Puts the squared distances of points from those that their lists name into `squares`, from number `first` on. */
export function measureLists(
  card: Card,
  { rows, parts }: WideMatrix,
  indices: GPUBuffer,
  count: number,
  squares: GPUBuffer,
  first = 0,
): void {
  const entries = rows * count
  for (const [p, { buffer, width }] of parts.entries())
    card.run(
      listSquaresKernel,
      [entries, width / 4, count, first, Number(p > 0)],
      [buffer, indices, squares],
      Math.ceil(entries / 256),
    )
}
