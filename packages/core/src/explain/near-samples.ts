import { squaredDistance } from '../graphs/neighbour-lists.ts'
import { Random } from '../numerics/random/random.ts'
import { complete, drive, type PaceOptions } from '../runtime/drive.ts'
import { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { AnyViews } from '../views/blocked-view.ts'
import { prepareRows } from '../views/prepare-views.ts'
import { viewScores } from './view-scores.ts'

/** The nearest samples of one sample in a view. */
export interface NearInView {
  view: string
  /** Nearest first; the distance counts in mean distances between two samples of the view, so that views can be compared. Empty where the sample lacks the view. */
  near: { sample: number; distance: number }[]
}

/** Measures views once; the function that it gives finds the `count` nearest samples of a sample in each of them. O(entries · rank), then O(samples · rank) per call. */
export async function sampleNeighbours(
  views: AnyViews,
  options: PaceOptions = {},
): Promise<(sample: number, count: number) => NearInView[]> {
  return complete(drive(measured(await Kernels.load(), views), options))
}

function* measured(
  kernels: Kernels,
  given: AnyViews,
): Generator<Progress, (sample: number, count: number) => NearInView[]> {
  const { views } = yield* prepareRows(given, { missing: 'refuse', ranks: singleProcess })
  const scores = yield* viewScores(kernels, views, new Random(0).split(2))
  const measuredViews = scores.map((view) => ({ ...view, unit: meanDistance(view.scores) }))
  return (sample, count) =>
    measuredViews.map(({ name, place, scores: points, unit }) => {
      const row = place.indexOf(sample)
      if (row < 0) return { view: name, near: [] }
      const near = Array.from(place, (other, r) => ({
        sample: other,
        distance: Math.sqrt(squaredDistance(points, row, r)) / unit,
      }))
        .filter((each) => each.sample !== sample)
        .sort((a, b) => a.distance - b.distance || a.sample - b.sample)
      return { view: name, near: near.slice(0, count) }
    })
}

/** Root of the mean squared distance between two points; 1 where all are equal. */
function meanDistance({ rows, columns, data }: { rows: number; columns: number; data: Float64Array }): number {
  let sum = 0
  for (let c = 0; c < columns; c++) {
    let mean = 0
    for (let i = 0; i < rows; i++) mean += data[i * columns + c] / rows
    for (let i = 0; i < rows; i++) {
      const away = data[i * columns + c] - mean
      sum += (2 * away * away) / rows
    }
  }
  return sum > 0 ? Math.sqrt(sum) : 1
}
