import type { Kernels } from '../kernels/kernels.ts'
import { ResidentMatrix } from '../kernels/resident-matrix.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { Progress } from '../methods/method.ts'
import { NeighbourLists, type Neighbours } from './neighbour-lists.ts'

/** Further candidates a point, measured again exactly, so that rounding in the products decides nothing among near-equals. */
const SPARE = 6
/** Points whose inner products with all others are formed at a time. */
const BLOCK = 64

/**
 * The `count` nearest other points (Euclidean) of each row of `points` (n×r), exact: inner products block by block, then the differences of the candidates.
 * Equal distances go to the lower index. Yields after every block. O(n²·r) time, O(n·(r + count)) memory.
 */
export function* nearestNeighbours(kernels: Kernels, points: Matrix, count: number): Generator<Progress, Neighbours> {
  const n = points.rows
  const kept = Math.min(count, n - 1)
  const lists = new NeighbourLists(n, Math.min(kept + SPARE, n - 1))
  const half = halfSquares(points)
  const mark = kernels.mark()
  const resident = new ResidentMatrix(kernels, points)
  for (let begin = 0; begin < n; begin += BLOCK) {
    const width = Math.min(BLOCK, n - begin)
    const products = resident.multiply(transposedRows(points, begin, width))
    // Half the squared distance less the point's own share is ½|b|² − a·b: it sorts alike.
    for (let j = 0; j < n; j++)
      for (let a = 0; a < width; a++) {
        const distance = half[j] - products.data[j * width + a]
        if (distance < lists.limits[begin + a] && j !== begin + a) lists.insert(begin + a, j, distance)
      }
    yield { stage: 'neighbours', iteration: begin + width, total: n }
  }
  kernels.release(mark)
  return lists.nearest(points, kept)
}

/** r×width: rows begin … begin + width − 1 as columns. */
function transposedRows({ columns, data }: Matrix, begin: number, width: number): Matrix {
  const result = matrix(columns, width)
  for (let a = 0; a < width; a++)
    for (let c = 0; c < columns; c++) result.data[c * width + a] = data[(begin + a) * columns + c]
  return result
}

function halfSquares({ rows, columns, data }: Matrix): Float64Array {
  const result = new Float64Array(rows)
  for (let i = 0; i < rows; i++) {
    for (let p = i * columns; p < (i + 1) * columns; p++) result[i] += data[p] * data[p]
    result[i] /= 2
  }
  return result
}
