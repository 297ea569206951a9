/** Columns of X in a block of the product kernels. */
export const BLOCK = 124

/** The next multiple of 4: packed matrices have as many rows and columns. */
export function paddedToFour(size: number): number {
  return Math.ceil(size / 4) * 4
}

/** The next even number: results of the product kernels have as many columns. */
export function paddedToTwo(size: number): number {
  return size + (size % 2)
}

/** Doubles that one block of `packMatrixInto` takes in the kernels' scratch space. */
export const BLOCK_LENGTH = 128 * BLOCK

/** Packs a row-major matrix (rows × columns) for the product kernels: blocks of 124 columns, in them panels of four rows, column by column. O(rows·columns). */
export function packMatrixInto<T extends Float64Array | Float32Array>(
  packed: T,
  data: ArrayLike<number>,
  rows: number,
  columns: number,
): void {
  const tall = paddedToFour(rows)
  const wide = paddedToFour(columns)
  // Whole panels are written in order: memory is touched once, and page by page.
  const whole = rows - (rows % 4)
  for (let first = 0; first < columns; first += BLOCK) {
    const length = Math.min(BLOCK, wide - first)
    const used = Math.min(BLOCK, columns - first)
    for (let i = 0; i < whole; i += 4) {
      let target = first * tall + i * length
      let source = i * columns + first
      for (let l = 0; l < used; l++, source++, target += 4) {
        packed[target] = data[source]
        packed[target + 1] = data[source + columns]
        packed[target + 2] = data[source + 2 * columns]
        packed[target + 3] = data[source + 3 * columns]
      }
      packed.fill(0, target, first * tall + (i + 4) * length)
    }
    if (whole === rows) continue
    const last = first * tall + whole * length
    packed.fill(0, last, last + 4 * length)
    for (let i = whole; i < rows; i++)
      for (let l = 0; l < used; l++) packed[last + 4 * l + (i - whole)] = data[i * columns + first + l]
  }
}

/** Packs the skinny factor (rows × columns, row-major): panels of four columns over all padded rows, row by row, and a last panel of two if that is enough. */
export function packFactorInto(packed: Float64Array, data: Float64Array, rows: number, columns: number): void {
  packed.fill(0)
  const tall = paddedToFour(rows)
  const even = paddedToTwo(columns)
  for (let j = 0; j < columns; j += 4) {
    const width = Math.min(4, even - j)
    const used = Math.min(4, columns - j)
    for (let i = 0; i < rows; i++)
      for (let c = 0; c < used; c++) packed[tall * j + i * width + c] = data[i * columns + j + c]
  }
}

/** Packs the skinny factor from its transpose (columns × rows, row-major), in the layout of `packFactorInto`. */
export function packTransposedFactorInto(
  packed: Float64Array,
  data: Float64Array,
  rows: number,
  columns: number,
): void {
  packed.fill(0)
  const tall = paddedToFour(rows)
  const even = paddedToTwo(columns)
  for (let j = 0; j < columns; j++) {
    const panel = j - (j % 4)
    const width = Math.min(4, even - panel)
    for (let i = 0; i < rows; i++) packed[tall * panel + i * width + (j % 4)] = data[j * rows + i]
  }
}

/** Moves rows of `width` numbers together so that only their first `columns` stay. */
export function closeUpRows(values: Float64Array, rows: number, width: number, columns: number): void {
  if (width === columns) return
  for (let i = 1; i < rows; i++) for (let j = 0; j < columns; j++) values[i * columns + j] = values[i * width + j]
}
