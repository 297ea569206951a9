import type { Card } from '../card.ts'
import type { CardMatrix } from './card-matrix.ts'
import { BUILTINS, GROUP } from './dense-kernels.ts'

/** Row i of `to` ← row `order[first + i]` of all rows, of which `from` has those from `begin` on, `count` of them; rows that it has not stay as they are. */
export const gatherRowsKernel = /* wgsl */ `
struct Settings { rows: u32, quads: u32, first: u32, begin: u32, count: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> rows: array<vec4f>;
@group(0) @binding(2) var<storage, read> order: array<u32>;
@group(0) @binding(3) var<storage, read_write> to: array<vec4f>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let place = (${GROUP}) * 256u + thread;
  let row = place / settings.quads;
  if (row >= settings.rows) { return; }
  let source = order[settings.first + row];
  if (source < settings.begin || source - settings.begin >= settings.count) { return; }
  to[place] = rows[(source - settings.begin) * settings.quads + place % settings.quads];
}
`

/** Fills `to` with the rows of `from`, which are rows `begin` … of all, as far as `order` names them from `first` on. */
export function gatherRows(
  card: Card,
  to: CardMatrix,
  from: CardMatrix,
  begin: number,
  order: GPUBuffer,
  first: number,
): void {
  const quads = to.width / 4
  const settings = [to.rows, quads, first, begin, from.rows]
  card.run(gatherRowsKernel, settings, [from.buffer, order, to.buffer], Math.ceil((to.rows * quads) / 256))
}
