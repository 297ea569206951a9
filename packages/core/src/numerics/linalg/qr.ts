import { applyQInto, type Columns, reflectInto } from './householder.ts'
import { type Matrix, matrix } from './matrix.ts'
import { unitScale } from './scale.ts'

/**
 * Computes the thin QR A = Q·R: A is m×n, Q m×p with orthonormal columns, R p×n upper triangular with a diagonal ≥ 0, p = min(m, n). Zero columns are fine.
 * Householder reflections (Golub and Van Loan 5.2), O(m·n·p).
 */
export function qr(a: Matrix): { q: Matrix; r: Matrix } {
  const { rows, columns } = a
  const short = Math.min(rows, columns)
  const scale = unitScale(a.data)
  const packed: Columns = { rows, columns, data: new Float64Array(rows * columns) }
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) packed.data[j * rows + i] = a.data[i * columns + j] * scale
  const reflectors = reflectInto(packed, short, false)
  const basis: Columns = { rows, columns: short, data: new Float64Array(rows * short) }
  const r = matrix(short, columns)
  for (let i = 0; i < short; i++) {
    const sign = packed.data[i * rows + i] < 0 ? -1 : 1
    basis.data[i * rows + i] = sign
    for (let j = i; j < columns; j++) r.data[i * columns + j] = (sign * packed.data[j * rows + i]) / scale
  }
  applyQInto(reflectors, basis, true)
  const q = matrix(rows, short)
  for (let i = 0; i < rows; i++) for (let j = 0; j < short; j++) q.data[i * short + j] = basis.data[j * rows + i]
  return { q, r }
}
