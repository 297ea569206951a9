import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import { logarithm } from '../math/logarithm.ts'

/** diag(scales) · (rows − 1·shiftᵀ): unit rows of square-rooted tf-idf, centred and scaled to unit length again. */
export interface WeightedWords {
  /** n×d unit rows; null where no two samples that are present differ. */
  rows: SparseMatrix | null
  /** idf of each feature, length d; 0 where no sample has it. */
  idf: Float64Array
  /** Mean of the rows that are present, length d. */
  shift: Float64Array
  /** 1 / length of each centred row; 0 for absent rows and rows equal to the mean. */
  scales: Float64Array
}

/**
 * Weights non-negative counts x (n×d, without stored zeros) as √(x·idf) with idf = ln((1 + n)/(1 + rows that have the feature)) + 1,
 * then unit rows, centred, unit rows. Rows without an entry are absent: they count neither in the mean nor get a length. O(non-zeros).
 */
export function weightedWords(counts: SparseMatrix): WeightedWords {
  const { rows: n, columns, indices, pointers } = counts
  const frequency = new Float64Array(columns)
  for (const j of indices) frequency[j]++
  const idf = frequency.map((count) => (count > 0 ? logarithm((1 + n) / (1 + count)) + 1 : 0))
  const values = counts.values.map((value, p) => Math.sqrt(value * idf[indices[p]]))
  const shift = new Float64Array(columns)
  let present = 0
  for (let i = 0; i < n; i++) {
    if (pointers[i] === pointers[i + 1]) continue
    present++
    let square = 0
    for (let p = pointers[i]; p < pointers[i + 1]; p++) square += values[p] * values[p]
    const length = Math.sqrt(square)
    for (let p = pointers[i]; p < pointers[i + 1]; p++) shift[indices[p]] += values[p] /= length
  }
  for (let j = 0; j < columns; j++) shift[j] /= Math.max(present, 1)
  const shiftSquare = shift.reduce((sum, value) => sum + value * value, 0)
  const scales = new Float64Array(n)
  let differ = false
  for (let i = 0; i < n; i++) {
    if (pointers[i] === pointers[i + 1]) continue
    let square = shiftSquare
    for (let p = pointers[i]; p < pointers[i + 1]; p++) {
      const mean = shift[indices[p]]
      square += (values[p] - mean) * (values[p] - mean) - mean * mean
    }
    // Rounding leaves about 1e-16 of a row that equals the mean.
    if (square > 1e-14) {
      scales[i] = 1 / Math.sqrt(square)
      differ = true
    }
  }
  return { rows: differ ? { ...counts, values } : null, idf, shift, scales }
}
