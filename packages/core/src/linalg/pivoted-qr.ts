import { type Columns, reflectInto } from './householder.ts'
import { type Matrix, matrix } from './matrix.ts'
import { unitScale } from './unit-scale.ts'

/**
 * Column-pivoted QR stopped after `steps` columns (default and most: the shorter side): each step takes the column with the longest remainder, ties by
 * lowest index. `pivots` lists all columns of A (m×n), the chosen ones first in order; R is steps×n, its column j belongs to column `pivots[j]` of A.
 * Businger and Golub, norms downdated safely. O(m·n·steps).
 */
export function pivotedQr(a: Matrix, steps = Math.min(a.rows, a.columns)): { pivots: Int32Array; r: Matrix } {
  const { rows, columns } = a
  const taken = Math.max(0, Math.min(steps, rows, columns))
  const scale = unitScale(a.data)
  const packed: Columns = { rows, columns, data: new Float64Array(rows * columns) }
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) packed.data[j * rows + i] = a.data[i * columns + j] * scale
  const { pivots } = reflectInto(packed, taken, true)
  const r = matrix(taken, columns)
  for (let i = 0; i < taken; i++)
    for (let j = i; j < columns; j++) r.data[i * columns + j] = packed.data[j * rows + i] / scale
  return { pivots, r }
}
