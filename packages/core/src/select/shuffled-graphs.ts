import { preprocessView } from '../data/preprocess-view.ts'
import type { Kernels } from '../kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { ReadyView } from '../methods/consensus/ready-views.ts'
import { type ViewGraphs, viewGraphs } from '../methods/consensus/view-graphs.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'

const NEIGHBOURS = 10

/**
 * The graphs of views in which nothing belongs together: each principal score of each view keeps its values but deals them out to the samples anew.
 * What is found in them is found by chance.
 */
export function* shuffledGraphs(
  kernels: Kernels,
  { scores }: ViewGraphs,
  random: Random,
): Generator<Progress, ViewGraphs> {
  const views: ReadyView[] = []
  for (const [v, view] of scores.filter(({ columns }) => columns > 0).entries()) {
    const ready = yield* preprocessView(kernels, shuffledColumns(view, random.split(0, v)), random.split(1).split(v))
    views.push({ name: String(v), present: null, weight: 1, ready })
  }
  return yield* viewGraphs(kernels, views, NEIGHBOURS, random.split(1))
}

function shuffledColumns({ rows, columns, data }: Matrix, random: Random): Matrix {
  const result = matrix(rows, columns)
  for (let j = 0; j < columns; j++) {
    const places = random.permutation(rows)
    for (let i = 0; i < rows; i++) result.data[i * columns + j] = data[places[i] * columns + j]
  }
  return result
}
