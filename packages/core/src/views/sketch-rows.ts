import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import type { Rows } from '../numerics/linalg/rows.ts'
import type { Random } from '../numerics/random/random.ts'
import type { FoldedFeatures } from '../runtime/device/device-views.ts'
import type { Progress } from '../runtime/progress.ts'
import { readRows } from '../runtime/ranks/sum-rows.ts'
import { changeEntries } from './change-entries.ts'
import type { ViewTransform } from './view-transform.ts'

/** Numbers that a sketch has of each sample at most: distances then are right to about a quarter, enough to tell a copy from a neighbour. */
const WIDTH = 32

/**
 * The features of each row (n×d) in plain proportion, each by its range where they have units of their own. Where there are more than 32, each joins one of 32 numbers by chance, with a random sign: distances stay what
 * they are but for chance (Charikar, Chen and Farach-Colton, 2002), as far as with a sum of all features in each number, for a 32nd of the work. Roots and whitening, which are good for clusters, make small noise large
 * and would hide copies. One reading. O(entries).
 */
export function* sketchRows(view: Rows, transform: ViewTransform, random: Random): Generator<Progress, Matrix> {
  const { columns } = view
  const { width, joins, weights } = foldFeatures(weightsOf(transform), random)
  const rows = transform.change ? changeEntries(view, transform.change) : view
  const result = matrix(view.rows, width)
  const sums = result.data
  yield* readRows(rows, (block, begin) => {
    const sparse = 'pointers' in block
    const values = sparse ? block.values : block.data
    for (let i = 0, to = begin * width; i < block.rows; i++, to += width) {
      const first = sparse ? block.pointers[i] : i * columns
      const end = sparse ? block.pointers[i + 1] : first + columns
      for (let p = first; p < end; p++) {
        const j = sparse ? block.indices[p] : p - first
        if (!Number.isNaN(values[p])) sums[to + joins[j]] += values[p] * weights[j]
      }
    }
  })
  return result
}

/** Which of the numbers of a sketch each feature joins, and with what weight. */
export function foldFeatures(weights: Float64Array, random: Random): FoldedFeatures {
  const width = Math.min(weights.length, WIDTH)
  if (weights.length === width) return { width, joins: Uint32Array.from(weights.keys()), weights }
  return {
    width,
    joins: Uint32Array.from(weights, () => random.below(width)),
    weights: weights.map((weight) => (random.below(2) === 0 ? weight : -weight)),
  }
}

function weightsOf(transform: ViewTransform): Float64Array {
  if (transform.kind !== 'measurements') return new Float64Array(transform.features).fill(1)
  return rangeWeights(transform.low, transform.high)
}

/** 1 / range of each feature, 0 for a constant one. */
export function rangeWeights(low: Float64Array, high: Float64Array): Float64Array {
  // Halves keep the widest finite range from overflowing.
  return low.map((least, j) => (least < high[j] ? 0.5 / (high[j] / 2 - least / 2) : 0))
}
