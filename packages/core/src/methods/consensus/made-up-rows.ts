import { takeRows } from '../../data/take-rows.ts'
import { rowOfEntries, transposed } from '../../graph/reversed-links.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { matrix } from '../../linalg/matrix.ts'
import type { HeldRows } from '../../linalg/rows.ts'
import { isSparse } from '../../linalg/sparse-matrix.ts'
import type { Random } from '../../random/random.ts'

/** For each feature how far its values are moved, at random. */
export function drawShifts({ rows, columns }: HeldRows, random: Random): Uint32Array {
  return Uint32Array.from({ length: columns }, () => random.below(rows))
}

/** `count` rows, at most n, whose values are right one by one and wrong together: row m takes feature j from row m + shifts[j] of `rows` (n×d), counted round. O(entries). */
export function madeUpRows(kernels: Kernels, rows: HeldRows, shifts: Uint32Array, count: number): HeldRows {
  const { rows: n, columns } = rows
  if (isSparse(rows)) {
    const byFeature = transposed(kernels, rows)
    const features = rowOfEntries(byFeature)
    const indices = byFeature.indices.map((i, p) => (i + n - shifts[features[p]]) % n)
    const shifted = transposed(kernels, { ...byFeature, indices })
    return takeRows(
      shifted,
      Uint32Array.from({ length: count }, (_, m) => m),
    )
  }
  const result = matrix(count, columns)
  for (let m = 0, p = 0; m < count; m++)
    for (let j = 0; j < columns; j++) result.data[p++] = rows.data[((m + shifts[j]) % n) * columns + j]
  return result
}
