import type { Matrix, Progress } from '@manyview/core'
import { matrix } from '@manyview/core/numerics'

/** Columns that are multiplied between two yields. */
const WIDTH = 512

/** The product with `right` that `multiply` makes of its columns, a few hundred at a time; yields after each part. One more copy of `right` in time, a part of it in memory. */
export function* multiplyInParts(
  multiply: (columns: Matrix) => Matrix,
  right: Matrix,
  rows: number,
): Generator<Progress, Matrix> {
  const { columns, data } = right
  const result = matrix(rows, columns)
  for (let begin = 0; begin < columns; begin += WIDTH) {
    const width = Math.min(WIDTH, columns - begin)
    const part = matrix(right.rows, width)
    for (let i = 0; i < right.rows; i++)
      part.data.set(data.subarray(i * columns + begin, i * columns + begin + width), i * width)
    const product = multiply(part).data
    for (let i = 0; i < rows; i++) result.data.set(product.subarray(i * width, (i + 1) * width), i * columns + begin)
    yield { stage: 'products', iteration: begin + width, total: columns }
  }
  return result
}
