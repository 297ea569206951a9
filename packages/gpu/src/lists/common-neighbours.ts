import type { Progress } from '@manyview/core'
import type { Neighbours } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'
import { listEntries } from './list-squares.ts'

/** How many entries the two lists of each row have in common, added up over 256 rows. */
export const commonNeighboursKernel = /* wgsl */ `
struct Settings { rows: u32, ours: u32, theirs: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> a: array<u32>;
@group(0) @binding(2) var<storage, read> b: array<u32>;
@group(0) @binding(3) var<storage, read_write> sums: array<u32>;
var<workgroup> total: atomic<u32>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let number = ${GROUP};
  let row = number * 256u + thread;
  var agreed = 0u;
  if (row < settings.rows) {
    for (var i = row * settings.ours; i < (row + 1u) * settings.ours; i++) {
      for (var j = row * settings.theirs; j < (row + 1u) * settings.theirs; j++) {
        if (a[i] == b[j]) { agreed++; break; }
      }
    }
  }
  atomicAdd(&total, agreed);
  workgroupBarrier();
  if (thread == 0u && number * 256u < settings.rows) { sums[number] = atomicLoad(&total); }
}
`

/** How many entries the lists of two views, of the same samples, have in common over all samples. O(n · count²). */
export function* commonNeighbours(card: Card, a: Neighbours, b: Neighbours): Generator<Progress, number> {
  const rows = a.samples
  const groups = Math.ceil(rows / 256)
  const room = card.room()
  try {
    const sums = room.empty(groups)
    const buffers = [listEntries(room, a), listEntries(room, b), sums]
    card.run(commonNeighboursKernel, [rows, a.count, b.count], buffers, groups)
    const counts = new Uint32Array(yield* card.read(sums, groups, { stage: 'graphs', iteration: 1, total: 1 }))
    return counts.reduce((sum, count) => sum + count, 0)
  } finally {
    room.free()
  }
}
