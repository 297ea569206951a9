import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import { logarithm } from '../math/logarithm.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { sumInTurn } from '../ranks/sum-in-turn.ts'

/** diag(scales) · (rows − 1·shiftᵀ): unit rows of square-rooted tf-idf, centred and scaled to unit length again. */
export interface WeightedWords {
  /** n×d unit rows, own rows over ranks; null where no two samples that are present differ. */
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
 * then unit rows, centred, unit rows. Rows without an entry are absent: they count neither in the mean nor get a length. Ranks give and get their own rows, and count all. O(non-zeros).
 */
export function weightedWords(counts: SparseMatrix, communicator: Communicator = oneProcess): WeightedWords {
  const { rows: n, columns, indices, pointers } = counts
  const frequency = new Float64Array(columns)
  for (const j of indices) frequency[j]++
  // All samples, and those that are present.
  const samples = Float64Array.of(n, 0)
  for (let i = 0; i < n; i++) if (pointers[i] < pointers[i + 1]) samples[1]++
  communicator.allReduceSum(frequency)
  communicator.allReduceSum(samples)
  const idf = frequency.map((count) => (count > 0 ? logarithm((1 + samples[0]) / (1 + count)) + 1 : 0))
  const values = counts.values.map((value, p) => Math.sqrt(value * idf[indices[p]]))
  for (let i = 0; i < n; i++) {
    let square = 0
    for (let p = pointers[i]; p < pointers[i + 1]; p++) square += values[p] * values[p]
    const length = Math.sqrt(square)
    for (let p = pointers[i]; p < pointers[i + 1]; p++) values[p] /= length
  }
  const shift = new Float64Array(columns)
  sumInTurn(communicator, [shift], () => {
    for (let p = 0; p < values.length; p++) shift[indices[p]] += values[p]
  })
  for (let j = 0; j < columns; j++) shift[j] /= Math.max(samples[1], 1)
  const shiftSquare = shift.reduce((sum, value) => sum + value * value, 0)
  const scales = new Float64Array(n)
  const differing = new Float64Array(1)
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
      differing[0] = 1
    }
  }
  communicator.allReduceSum(differing)
  return { rows: differing[0] > 0 ? { ...counts, values } : null, idf, shift, scales }
}
