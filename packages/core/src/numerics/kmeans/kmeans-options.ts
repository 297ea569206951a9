import { InputError } from '../../input-error.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { Random } from '../random/random.ts'
import { startRandoms } from './best-start.ts'
import type { KmeansStart } from './kmeans-starts.ts'

/** Options of `kmeans`. */
export interface KmeansOptions {
  /** How many clusters, 1 … n. */
  clusters: number
  /** Generator of the starts; every call advances it. */
  random: Random
  /** One generator per start in place of `random`: as many as `restarts`. */
  randoms?: readonly Random[]
  /** Starts to draw, of which the one with the lowest squared error wins; default 10, 0 only with `starts`. */
  restarts?: number
  /** How starts are drawn; default 'k-means++'. */
  start?: KmeansStart
  /** The most steps of each start; default 100. */
  maxIterations?: number
  /** Further starts: centres, clusters × features each. */
  starts?: readonly Matrix[]
}

/** Result of `kmeans`. */
export interface KmeansResult {
  /** One cluster per sample, 0 … clusters − 1. */
  labels: Int32Array
  /** clusters × features: the mean of each cluster. */
  centres: Matrix
  /** Σ of the squared distances of the samples to their centres. */
  squaredError: number
  /** Steps of the winning start. */
  iterations: number
  /** False if its labels still changed at the last step allowed. */
  converged: boolean
}

/** Checked options with their defaults, and the points divided by `scale`, a power of two that keeps squares in range (1 for ordinary data). */
export interface KmeansTask {
  points: Matrix
  scale: number
  clusters: number
  /** One generator per start that is drawn. */
  randoms: readonly Random[]
  restarts: number
  start: KmeansStart
  maxIterations: number
  starts: Matrix[]
}

/** Checks the arguments of `kmeans` and fills in the defaults. */
export function kmeansTask(points: Matrix, options: KmeansOptions): KmeansTask {
  const {
    clusters,
    random,
    restarts = 10,
    randoms = startRandoms(random, restarts),
    start = 'k-means++',
    maxIterations = 100,
    starts = [],
  } = options
  if (points.rows * points.columns === 0)
    throw new InputError(`nothing to cluster (${points.rows}×${points.columns}), give samples with features`, {
      code: 'empty',
      argument: 'points',
      details: { rows: points.rows, columns: points.columns },
    })
  wholeNumber('clusters', clusters, 1, points.rows)
  wholeNumber('restarts', restarts, starts.length > 0 ? 0 : 1, 1e6)
  wholeNumber('maxIterations', maxIterations, 1, 1e9)
  for (const centres of starts)
    if (centres.rows !== clusters || centres.columns !== points.columns)
      throw new InputError(
        `centres of a start are ${centres.rows}×${centres.columns}, give ${clusters}×${points.columns} (clusters × features)`,
        { code: 'wrong-shape', argument: 'starts', details: { rows: centres.rows, columns: centres.columns } },
      )
  const scale = safeScale([points, ...starts])
  const scaled = (a: Matrix) =>
    scale === 1
      ? a
      : matrix(
          a.rows,
          a.columns,
          a.data.map((value) => value / scale),
        )
  return {
    points: scaled(points),
    scale,
    clusters,
    randoms,
    restarts,
    start,
    maxIterations,
    starts: starts.map(scaled),
  }
}

function wholeNumber(argument: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new InputError(`must be a whole number from ${least} to ${most} (${value}), choose another`, {
      code: 'out-of-range',
      argument,
      details: { value, least, most },
    })
}

/** Returns 1 if squared differences can neither overflow nor all vanish, else a power of two near the largest entry. */
function safeScale(matrices: Matrix[]): number {
  let largest = 0
  for (const [which, { data, columns }] of matrices.entries())
    for (let i = 0; i < data.length; i++) {
      const size = Math.abs(data[i])
      // Written so that NaN gets past it.
      if (size <= largest) continue
      largest = size
      if (!(size < Number.POSITIVE_INFINITY))
        throw new InputError(
          `not a finite number (${data[i]}) in row ${Math.floor(i / columns)}, column ${i % columns}, remove or replace it`,
          { code: 'not-finite', argument: which === 0 ? 'points' : 'starts', details: { value: data[i] } },
        )
    }
  if (largest === 0 || (largest > 1e-90 && largest < 1e90)) return 1
  let scale = 1
  while (largest / scale >= 2) scale *= 2
  while (largest / scale < 1) scale /= 2
  return scale
}

/** Converts a result to the units of the data. */
export function unscaled(result: KmeansResult, scale: number): KmeansResult {
  if (scale === 1) return result
  const centres = matrix(
    result.centres.rows,
    result.centres.columns,
    result.centres.data.map((value) => value * scale),
  )
  return { ...result, centres, squaredError: result.squaredError * scale * scale }
}
