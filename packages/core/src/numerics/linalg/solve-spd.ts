import { InputError } from '../../input-error.ts'
import { type Matrix, matrix } from './matrix.ts'

/**
 * Solves A·X = B for a symmetric positive definite A (n×n; only the lower triangle is read) and B n×p. Cholesky, n³/3 + 2·n²·p flops.
 * A matrix that is not positive definite, or not finite, is an InputError.
 */
export function solveSpd(a: Matrix, b: Matrix): Matrix {
  const n = a.rows
  if (a.columns !== n || b.rows !== n) {
    const details = { rows: n, columns: a.columns, rightRows: b.rows }
    const shapes = `${n}×${a.columns} matrix and ${b.rows} rows on the right`
    throw new InputError(`shapes do not fit (${shapes}), give n×n and n×p`, {
      code: 'wrong-shape',
      argument: 'a',
      details,
    })
  }
  const lower = cholesky(a)
  const p = b.columns
  const x = matrix(n, p, b.data.slice())
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) subtractRow(x, i, lower[i * n + j], j)
    divideRow(x, i, lower[i * n + i])
  }
  for (let i = n - 1; i >= 0; i--) {
    divideRow(x, i, lower[i * n + i])
    for (let j = 0; j < i; j++) subtractRow(x, j, lower[i * n + j], i)
  }
  return x
}

function cholesky(a: Matrix): Float64Array {
  const n = a.rows
  const lower = new Float64Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      let sum = a.data[i * n + j]
      for (let l = 0; l < j; l++) sum -= lower[i * n + l] * lower[j * n + l]
      if (j < i) lower[i * n + j] = sum / lower[j * n + j]
      else if (sum > 0 && sum <= Number.MAX_VALUE) lower[i * n + i] = Math.sqrt(sum)
      else {
        const info = { code: 'not-positive-definite', argument: 'a', details: { place: i, pivot: sum } }
        throw new InputError(`not positive definite (pivot ${i} is ${sum}), add to the diagonal`, info)
      }
    }
  return lower
}

function subtractRow(x: Matrix, target: number, factor: number, source: number): void {
  const p = x.columns
  if (factor !== 0) for (let j = 0; j < p; j++) x.data[target * p + j] -= factor * x.data[source * p + j]
}

function divideRow(x: Matrix, row: number, divisor: number): void {
  for (let j = row * x.columns; j < (row + 1) * x.columns; j++) x.data[j] /= divisor
}
