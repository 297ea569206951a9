import { type Matrix, matrix } from './matrix.ts'
import { type HeldRows, isBlocked, type Rows, rowsBetween } from './rows.ts'
import type { SparseMatrix } from './sparse-matrix.ts'

/** Columns up to which a plain loop copies a row faster than `set`, a call of the engine. */
const SHORT = 32

/** Copies the rows of `a` (n×d) at the positions `rows`, in that order, zeros where a position is −1, into memory; sparse stays sparse. O(entries taken). */
export function takeRows<M extends HeldRows>(a: M, rows: ArrayLike<number>): M
export function takeRows(a: Rows, rows: ArrayLike<number>): HeldRows
export function takeRows(a: Rows, rows: ArrayLike<number>): HeldRows {
  if ('data' in a) return takeDense(a, rows)
  if ('pointers' in a) return takeSparse(a, rows)
  return 'readRows' in a ? readDense(a, rows) : joinRows(a.columns, runsOf(a, rows))
}

/** Presents the rows at the positions `rows` as `takeRows` does: a copy where `a` is in memory, else they are read whenever they are needed, slowly where they do not follow each other. */
export function rowsAt(a: Rows, rows: ArrayLike<number>): Rows {
  if (!isBlocked(a)) return takeRows(a, rows)
  if ('readRows' in a && a.copyRows) return a.copyRows(rows)
  const positions = Int32Array.from(rows)
  const shape = { rows: rows.length, columns: a.columns, blockRows: a.blockRows }
  if ('readRows' in a) {
    const readRows = (begin: number, end: number, to: Float64Array) =>
      void readDense(a, positions.subarray(begin, end), to)
    return { ...shape, inMemory: a.inMemory, readRows }
  }
  return {
    ...shape,
    readSparseRows: (begin, end) => takeRows(a, positions.subarray(begin, end)) as SparseMatrix,
  }
}

function takeDense(a: Matrix, rows: ArrayLike<number>): Matrix {
  const { columns, data } = a
  const result = matrix(rows.length, columns)
  const target = result.data
  for (let i = 0; i < rows.length; i++) {
    if (rows[i] < 0) continue
    if (columns > SHORT) target.set(data.subarray(rows[i] * columns, (rows[i] + 1) * columns), i * columns)
    else for (let c = 0, p = rows[i] * columns, q = i * columns; c < columns; c++) target[q++] = data[p++]
  }
  return result
}

function takeSparse(a: SparseMatrix, rows: ArrayLike<number>): SparseMatrix {
  const pointers = new Uint32Array(rows.length + 1)
  for (let i = 0; i < rows.length; i++)
    pointers[i + 1] = pointers[i] + (rows[i] >= 0 ? a.pointers[rows[i] + 1] - a.pointers[rows[i]] : 0)
  const indices = new Uint32Array(pointers[rows.length])
  const values = new Float64Array(pointers[rows.length])
  for (let i = 0; i < rows.length; i++) {
    if (rows[i] < 0) continue
    indices.set(a.indices.subarray(a.pointers[rows[i]], a.pointers[rows[i] + 1]), pointers[i])
    values.set(a.values.subarray(a.pointers[rows[i]], a.pointers[rows[i] + 1]), pointers[i])
  }
  return { rows: rows.length, columns: a.columns, values, indices, pointers }
}

function readDense(a: Extract<Rows, { readRows: unknown }>, rows: ArrayLike<number>, to?: Float64Array): Matrix {
  const { columns } = a
  const result = matrix(rows.length, columns, to ?? new Float64Array(rows.length * columns))
  for (let i = 0, end = 0; i < rows.length; i = end) {
    end = endOfRun(rows, i)
    const target = result.data.subarray(i * columns, end * columns)
    if (rows[i] < 0) target.fill(0)
    else a.readRows(rows[i], rows[i] + end - i, target)
  }
  return result
}

/** Finds the end of the positions from `begin` on that follow each other and can be read at once. */
function endOfRun(rows: ArrayLike<number>, begin: number): number {
  let end = begin + 1
  const step = rows[begin] < 0 ? 0 : 1
  while (end < rows.length && rows[end] === rows[end - 1] + step) end++
  return end
}

function runsOf(a: Extract<Rows, { readSparseRows: unknown }>, rows: ArrayLike<number>): SparseMatrix[] {
  const { columns } = a
  const parts: SparseMatrix[] = []
  for (let i = 0, end = 0; i < rows.length; i = end) {
    end = endOfRun(rows, i)
    const count = end - i
    if (rows[i] >= 0) parts.push(rowsBetween(a, rows[i], rows[i] + count) as SparseMatrix)
    else {
      const nothing = { values: new Float64Array(0), indices: new Uint32Array(0) }
      parts.push({ rows: count, columns, ...nothing, pointers: new Uint32Array(count + 1) })
    }
  }
  return parts
}

/** Joins sparse rows one after the other. */
function joinRows(columns: number, parts: readonly SparseMatrix[]): SparseMatrix {
  if (parts.length === 1) return parts[0]
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const pointers = new Uint32Array(rows + 1)
  const entries = parts.reduce((sum, { values }) => sum + values.length, 0)
  const values = new Float64Array(entries)
  const indices = new Uint32Array(entries)
  let [row, at] = [0, 0]
  for (const part of parts) {
    values.set(part.values, at)
    indices.set(part.indices, at)
    for (let i = 1; i <= part.rows; i++) pointers[row + i] = at + part.pointers[i]
    row += part.rows
    at += part.values.length
  }
  return { rows, columns, values, indices, pointers }
}
