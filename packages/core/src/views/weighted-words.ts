import { changeRows, mapRows, type Rows } from '../numerics/linalg/rows.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import { logarithm } from '../numerics/math/logarithm.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { readRows, sumRows } from '../runtime/ranks/sum-rows.ts'
import { sparseRows } from './sparse-rows.ts'

/** diag(scales) · (rows − 1·shiftᵀ): unit rows of square-rooted tf-idf, centred and scaled to unit length again. */
export interface WeightedWords {
  /** n×d unit rows, sparse, held as the view is; own rows over ranks. */
  rows: Rows
  /** 1 where a row has an entry. */
  present: Uint8Array
  /** Entries of each row: how many different words it has. */
  entries: Float64Array
  /** idf of each feature, length d; 0 where no sample has it. */
  idf: Float64Array
  /** Mean of the rows that are present, length d. */
  shift: Float64Array
  /** 1 / length of each centred row; 0 for absent rows and rows equal to the mean. */
  scales: Float64Array
}

/**
 * Weights entries x (n×d), most of them 0, as sign(x)·√(|x|·idf) with idf = ln((1 + n)/(1 + rows that have the feature)) + 1, then unit rows, centred, unit rows; null where no two samples that are present
 * differ. Rows without an entry are absent: they count neither in the mean nor get a length. Ranks give and get their own rows, and count all. Three readings. O(entries).
 */
export function* weightedWords(view: Rows, ranks: Ranks): Generator<Progress, WeightedWords | null> {
  const { rows: n, columns } = view
  const counts = mapRows(view, { columns, sparse: true }, sparseRows)
  const frequency = new Float64Array(columns)
  const present = new Uint8Array(n)
  const entries = new Float64Array(n)
  // All samples, and those that are present.
  const samples = Float64Array.of(n, 0)
  yield* readRows(counts, (block, begin) => {
    const { rows, indices, pointers } = block as SparseMatrix
    for (let p = 0; p < indices.length; p++) frequency[indices[p]]++
    for (let i = 0; i < rows; i++) {
      entries[begin + i] = pointers[i + 1] - pointers[i]
      present[begin + i] = Number(entries[begin + i] > 0)
      samples[1] += present[begin + i]
    }
  })
  ranks.allReduceSum(frequency)
  ranks.allReduceSum(samples)
  const idf = frequency.map((count) => (count > 0 ? logarithm((1 + samples[0]) / (1 + count)) + 1 : 0))
  const rows = changeRows(counts, (block) => weighInto(block as SparseMatrix, idf))
  const shift = new Float64Array(columns)
  yield* sumRows(ranks, rows, shift, (block) => {
    const { values, indices } = block as SparseMatrix
    for (let p = 0; p < values.length; p++) shift[indices[p]] += values[p]
  })
  for (let j = 0; j < columns; j++) shift[j] /= Math.max(samples[1], 1)
  const shiftSquare = shift.reduce((sum, value) => sum + value * value, 0)
  const scales = new Float64Array(n)
  yield* readRows(rows, (block, begin) => {
    const { rows: height, values, indices, pointers } = block as SparseMatrix
    for (let i = 0; i < height; i++) {
      if (pointers[i] === pointers[i + 1]) continue
      let square = shiftSquare
      for (let p = pointers[i]; p < pointers[i + 1]; p++) {
        const mean = shift[indices[p]]
        square += (values[p] - mean) * (values[p] - mean) - mean * mean
      }
      // Rounding leaves about 1e-16 of a row that equals the mean.
      if (square > 1e-14) scales[begin + i] = 1 / Math.sqrt(square)
    }
  })
  const differing = Float64Array.of(Number(scales.some((scale) => scale > 0)))
  ranks.allReduceSum(differing)
  return differing[0] > 0 ? { rows, present, entries, idf, shift, scales } : null
}

/** sign(x)·√(|x|·idf) at unit length, row by row. */
function weighInto({ rows, values, indices, pointers }: SparseMatrix, idf: Float64Array): void {
  for (let i = 0; i < rows; i++) {
    let square = 0
    for (let p = pointers[i]; p < pointers[i + 1]; p++) {
      const weight = Math.abs(values[p]) * idf[indices[p]]
      values[p] = Math.sign(values[p]) * Math.sqrt(weight)
      square += weight
    }
    const length = Math.sqrt(square)
    for (let p = pointers[i]; p < pointers[i + 1]; p++) values[p] /= length
  }
}
