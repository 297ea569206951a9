import { linkViews, type ViewLinks } from '../evidence/evidence.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import { makeRuntime, type Processors } from '../runtime/runtime.ts'
import { preprocessView } from '../views/preprocess-view.ts'

const NEIGHBOURS = 10

/**
 * The graphs of views in which nothing belongs together: each principal score of each view keeps its values but deals them out to the samples anew.
 * What is found in them is found by chance.
 */
export function* shuffledGraphs(
  { kernels, device }: Processors,
  { samples, scores }: ViewLinks,
  random: Random,
): Generator<Progress, ViewLinks> {
  const views = []
  for (const [v, view] of scores.filter(({ columns }) => columns > 0).entries()) {
    const shuffled = shuffledColumns(view, random.split(0, v))
    const ready = yield* preprocessView(kernels, shuffled, random.split(1).split(v), { device, ranks: singleProcess })
    views.push({ name: String(v), weight: 1, incomplete: false, ...ready })
  }
  const rt = makeRuntime({ kernels, device, ranks: samples.ranks, random: random.split(1) })
  return yield* linkViews(rt, samples, views, NEIGHBOURS, true)
}

function shuffledColumns({ rows, columns, data }: Matrix, random: Random): Matrix {
  const result = matrix(rows, columns)
  for (let j = 0; j < columns; j++) {
    const places = random.permutation(rows)
    for (let i = 0; i < rows; i++) result.data[i * columns + j] = data[places[i] * columns + j]
  }
  return result
}
