import type { Matrix, Progress } from '@manyview/core'

/**
 * Shrinks, in place, the columns of matrices that stand on top of each other (the same number of columns each): column m becomes m·max(‖m‖ − threshold, 0)/‖m‖,
 * with ‖m‖ over all of them; a zero column stays. The proximal map of threshold·Σ‖column‖ (the ℓ₂,₁ norm). Yields twice per matrix. O(entries).
 */
export function* columnShrinkInto(stacked: readonly Matrix[], threshold: number): Generator<Progress, void> {
  const { columns } = stacked[0]
  const factors = new Float64Array(columns)
  const progress = { stage: 'shrinking', iteration: 1, total: 1 }
  for (const { rows, data } of stacked) {
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) factors[j] += data[i * columns + j] * data[i * columns + j]
    yield progress
  }
  for (let j = 0; j < columns; j++) {
    const length = Math.sqrt(factors[j])
    factors[j] = length > threshold ? (length - threshold) / length : 0
  }
  for (const { rows, data } of stacked) {
    for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) data[i * columns + j] *= factors[j]
    yield progress
  }
}
