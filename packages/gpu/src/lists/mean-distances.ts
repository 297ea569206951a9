import type { Matrix, Progress } from '@manyview/core'
import type { Neighbours } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'
import { uploadMoved } from '../dense/wide-matrix.ts'
import { listEntries, measureLists } from './list-squares.ts'

/** The mean of the roots of the `count` squares of each row. */
export const meanRootsKernel = /* wgsl */ `
struct Settings { rows: u32, count: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> squares: array<f32>;
@group(0) @binding(2) var<storage, read_write> means: array<f32>;

@compute @workgroup_size(64)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 64u + thread;
  if (row >= settings.rows) { return; }
  var sum = 0.0;
  for (var l = 0u; l < settings.count; l++) { sum += sqrt(squares[row * settings.count + l]); }
  means[row] = sum / f32(settings.count);
}
`

/** The mean distance of each row of `points` (n×r) from the rows that its list names, one or more. O(n · count · r). */
export function* meanDistances(card: Card, points: Matrix, lists: Neighbours): Generator<Progress, Float32Array> {
  const { rows } = points
  const { count } = lists
  const room = card.room()
  try {
    const [squares, means] = [room.empty(rows * count), room.empty(rows)]
    measureLists(card, uploadMoved(card, room, points), listEntries(room, lists), count, squares)
    card.run(meanRootsKernel, [rows, count], [squares, means], Math.ceil(rows / 64))
    return new Float32Array(yield* card.read(means, rows, { stage: 'outliers', iteration: 1, total: 1 }))
  } finally {
    room.free()
  }
}
