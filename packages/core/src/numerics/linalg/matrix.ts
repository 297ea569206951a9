/** Dense matrix, row by row: entry (i, j) is `data[i * columns + j]`. One sample is one row. */
export interface Matrix {
  readonly rows: number
  readonly columns: number
  readonly data: Float64Array
}

/** Makes a matrix over `data`, or of zeros. */
export function matrix(rows: number, columns: number, data: Float64Array = new Float64Array(rows * columns)): Matrix {
  return { rows, columns, data }
}

/** Makes a matrix with the entries of nested arrays. */
export function fromRows(rows: readonly ArrayLike<number>[]): Matrix {
  const result = matrix(rows.length, rows[0]?.length ?? 0)
  rows.forEach((row, i) => {
    result.data.set(row as number[], i * result.columns)
  })
  return result
}

/** Makes the first `columns` columns of the identity of size `rows`; ones stop at the shorter side. */
export function identity(rows: number, columns = rows): Matrix {
  const result = matrix(rows, columns)
  for (let i = 0; i < Math.min(rows, columns); i++) result.data[i * columns + i] = 1
  return result
}

/** Transposes a matrix: Aᵀ. O(entries). */
export function transpose(a: Matrix): Matrix {
  const result = matrix(a.columns, a.rows)
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.columns; j++) result.data[j * a.rows + i] = a.data[i * a.columns + j]
  return result
}

/** Multiplies A·B by plain loops, the reference of the fast products. O(rows·columns·inner). */
export function multiply(a: Matrix, b: Matrix): Matrix {
  const result = matrix(a.rows, b.columns)
  for (let i = 0; i < a.rows; i++)
    for (let l = 0; l < a.columns; l++) {
      const factor = a.data[i * a.columns + l]
      for (let j = 0; j < b.columns; j++) result.data[i * b.columns + j] += factor * b.data[l * b.columns + j]
    }
  return result
}

/** Multiplies Aᵀ·B without forming Aᵀ: A is n×p, B is n×q, the result p×q. O(n·p·q). */
export function transposeMultiply(a: Matrix, b: Matrix): Matrix {
  const result = matrix(a.columns, b.columns)
  for (let i = 0; i < a.rows; i++)
    for (let l = 0; l < a.columns; l++) {
      const factor = a.data[i * a.columns + l]
      for (let j = 0; j < b.columns; j++) result.data[l * b.columns + j] += factor * b.data[i * b.columns + j]
    }
  return result
}

/** Multiplies A·Bᵀ: all inner products of the rows of A (p×r) with the rows of B (q×r). O(p·q·r). */
export function multiplyTranspose(a: Matrix, b: Matrix): Matrix {
  const result = matrix(a.rows, b.rows)
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < b.rows; j++) {
      let sum = 0
      for (let l = 0; l < a.columns; l++) sum += a.data[i * a.columns + l] * b.data[j * b.columns + l]
      result.data[i * b.rows + j] = sum
    }
  return result
}

/** Adds up the squared entries, ‖A‖². */
export function squaredNorm(values: Float64Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] * values[i]
  return sum
}

/** Computes the squared length of each row (n×d). O(n·d). */
export function squaredLengths({
  rows,
  columns,
  data,
}: Omit<Matrix, 'data'> & { data: Float64Array | Float32Array }): Float64Array {
  const squares = new Float64Array(rows)
  for (let i = 0, p = 0; i < rows; i++) {
    let square = 0
    for (let c = 0; c < columns; c++, p++) square += data[p] * data[p]
    squares[i] = square
  }
  return squares
}

/** Computes (A + Aᵀ)/2, so that both halves of a Gram matrix (d×d) are equal to the last bit. O(d²). */
export function symmetricPart(a: Matrix): Matrix {
  const result = matrix(a.rows, a.columns)
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.columns; j++)
      result.data[i * a.columns + j] = (a.data[i * a.columns + j] + a.data[j * a.columns + i]) / 2
  return result
}

/** Copies columns begin … end − 1 of a matrix. */
export function columnsOf({ rows, columns, data }: Matrix, begin: number, end: number): Matrix {
  const result = matrix(rows, end - begin)
  for (let i = 0; i < rows; i++)
    result.data.set(data.subarray(i * columns + begin, i * columns + end), i * result.columns)
  return result
}
