import type { Neighbours } from '../graphs/neighbour-lists.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { mapSamples } from './map/map-samples.ts'
import type { ViewScores } from './view-scores.ts'

/** What one view shows alone. */
export interface ViewMap {
  name: string
  /** n×2; NaN for samples that lack the view. */
  map: Matrix
  /** How far samples near each other on the map are near in the view: 1 all are, 0 the map says nothing. */
  trust: number
}

/** Past these a map per view costs more than it shows. */
const MOST_SAMPLES = 20_000
const MOST_VIEWS = 24

/** True where there is a map per view. */
export function hasViewMaps(samples: number, views: number): boolean {
  return samples <= MOST_SAMPLES && views <= MOST_VIEWS && views > 1
}

/** A map per view from its neighbours (`viewNeighbours`), each laid out from the map of all views (n×2), so that what lies elsewhere does because the view says so; null where there are too many. */
export function* viewMaps(
  kernels: Kernels,
  views: readonly ViewScores[],
  near: readonly (Neighbours | null)[],
  whole: Matrix,
  random: Random,
): Generator<Progress, ViewMap[] | null> {
  if (!hasViewMaps(whole.rows, views.length)) return null
  const result: ViewMap[] = []
  for (const [v, { name, place, scores }] of views.entries()) {
    const start = matrix(place.length, 2)
    place.forEach((sample, row) => {
      start.data.set(whole.data.subarray(2 * sample, 2 * sample + 2), 2 * row)
    })
    const map = matrix(whole.rows, 2, new Float64Array(2 * whole.rows).fill(Number.NaN))
    const neighbours = near[v]
    if (!neighbours || place.length < 3) {
      result.push({ name, map, trust: 0 })
      continue
    }
    const { places, trust } = yield* mapSamples(kernels, scores, random.split(v), { start, neighbours })
    place.forEach((sample, row) => {
      map.data.set(places.data.subarray(2 * row, 2 * row + 2), 2 * sample)
    })
    result.push({ name, map, trust })
  }
  return result
}
