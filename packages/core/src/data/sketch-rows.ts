import type { Kernels } from '../kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { Rows } from '../linalg/rows.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import { readRows } from '../ranks/sum-rows.ts'
import { changeEntries } from './change-entries.ts'
import type { ViewTransform } from './view-transform.ts'

/** Numbers that a sketch has of each sample at most: distances then are right to about a quarter, enough to tell a copy from a neighbour. */
const WIDTH = 32

/**
 * The features of each row (n×d) in plain proportion, each by its range where they have units of their own, added up with random signs to 32 numbers where there are more: distances stay what they are but for chance
 * (Achlioptas, 2003). Roots and whitening, which are good for clusters, make small noise large and would hide copies. One reading. O(entries · 32).
 */
export function* sketchRows(
  { device }: Kernels,
  view: Rows,
  transform: ViewTransform,
  random: Random,
): Generator<Progress, Matrix> {
  const { columns } = view
  const width = Math.min(columns, WIDTH)
  const signs = signedWeights(weightsOf(transform), width, random)
  const rows = transform.change ? changeEntries(view, transform.change) : view
  if (device && 'data' in rows && rows.rows > device.many)
    return yield* device.multiply(rows, middleOf(transform), matrix(columns, width, signs), 'views')
  const result = matrix(view.rows, width)
  yield* readRows(rows, (block, begin) => {
    const sparse = 'pointers' in block
    for (let i = 0; i < block.rows; i++) {
      const at = (begin + i) * width
      const [from, to] = sparse ? [block.pointers[i], block.pointers[i + 1]] : [i * columns, (i + 1) * columns]
      for (let p = from; p < to; p++) {
        const value = sparse ? block.values[p] : block.data[p]
        if (value === 0 || Number.isNaN(value)) continue
        const first = (sparse ? block.indices[p] : p - from) * width
        for (let c = 0; c < width; c++) result.data[at + c] += value * signs[first + c]
      }
    }
  })
  return result
}

/** About where features lie: taken off, single precision is enough for distances. */
function middleOf(transform: ViewTransform): Float64Array {
  if (transform.kind === 'words') return new Float64Array(transform.features)
  return transform.kind === 'measurements' ? transform.low : transform.mean
}

/** d×width: how each feature enters each number of a sketch. */
function signedWeights(weights: Float64Array, width: number, random: Random): Float64Array {
  const result = new Float64Array(weights.length * width)
  weights.forEach((weight, j) => {
    if (weights.length === width) result[j * width + j] = weight
    else for (let c = 0; c < width; c++) result[j * width + c] = random.below(2) === 0 ? weight : -weight
  })
  return result
}

function weightsOf(transform: ViewTransform): Float64Array {
  if (transform.kind !== 'measurements') return new Float64Array(transform.features).fill(1)
  const { low, high } = transform
  // Halves keep the widest finite range from overflowing.
  return low.map((least, j) => (least < high[j] ? 0.5 / (high[j] / 2 - least / 2) : 0))
}
