import { type Matrix, matrix, multiplyTranspose } from '../linalg/matrix.ts'
import type { Progress } from '../methods/method.ts'

/** The nearest neighbours of n points, nearest first: entries i·count … (i + 1)·count − 1 belong to point i. */
export interface Neighbours {
  samples: number
  /** Neighbours of each point; fewer than asked for where there are not enough points. */
  count: number
  indices: Int32Array
  squaredDistances: Float64Array
}

/** Further candidates a point, measured again exactly, so that rounding in the products decides nothing among near-equals. */
const SPARE = 6
const BLOCK = 128

/**
 * The `count` nearest other points (Euclidean) of each row of `points` (n×r), exact: inner products block by block, then the differences of the candidates.
 * Equal distances go to the lower index. Yields after every block. O(n²·r) time, O(n·count) memory.
 */
export function* nearestNeighbours(
  points: Matrix,
  count: number,
  innerProducts: (a: Matrix, b: Matrix) => Matrix = multiplyTranspose,
): Generator<Progress, Neighbours> {
  const n = points.rows
  const kept = Math.min(count, n - 1)
  const found = new NeighbourLists(n, Math.min(kept + SPARE, n - 1))
  const half = halfSquares(points)
  for (let begin = 0; begin < n; begin += BLOCK) {
    const end = Math.min(begin + BLOCK, n)
    const products = innerProducts(rowRange(points, begin, end), points)
    for (let i = begin; i < end; i++) found.scan(i, products.data, (i - begin) * n, half)
    yield { stage: 'neighbours', iteration: end, total: n }
  }
  return refine(points, found, kept)
}

function rowRange(a: Matrix, begin: number, end: number): Matrix {
  return { rows: end - begin, columns: a.columns, data: a.data.subarray(begin * a.columns, end * a.columns) }
}

function halfSquares(points: Matrix): Float64Array {
  const result = new Float64Array(points.rows)
  for (let i = 0; i < points.rows; i++) {
    let sum = 0
    for (let j = 0; j < points.columns; j++) sum += points.data[i * points.columns + j] * points.data[i * points.columns + j]
    result[i] = sum / 2
  }
  return result
}

/** A sorted list of the closest candidates of every point. */
class NeighbourLists {
  readonly length: number
  readonly indices: Int32Array
  readonly distances: Float64Array

  constructor(points: number, length: number) {
    this.length = length
    this.indices = new Int32Array(points * length).fill(-1)
    this.distances = new Float64Array(points * length).fill(Infinity)
  }

  /** Goes through one row of inner products; half the squared distance less a constant is ½|b|² − a·b. */
  scan(i: number, products: Float64Array, offset: number, half: Float64Array): void {
    const { length, indices, distances } = this
    if (length === 0) return
    const first = i * length
    const last = first + length - 1
    let limit = Infinity
    for (let j = 0; j < half.length; j++) {
      const distance = half[j] - products[offset + j]
      if (distance >= limit || j === i) continue
      let place = last
      for (; place > first && distance < distances[place - 1]; place--) {
        distances[place] = distances[place - 1]
        indices[place] = indices[place - 1]
      }
      distances[place] = distance
      indices[place] = j
      limit = distances[last]
    }
  }
}

/** The nearest of the candidates by their exact differences. */
function refine(points: Matrix, candidates: NeighbourLists, count: number): Neighbours {
  const indices = new Int32Array(points.rows * count)
  const squaredDistances = new Float64Array(points.rows * count)
  for (let i = 0; i < points.rows; i++) {
    const near = Array.from(candidates.indices.subarray(i * candidates.length, (i + 1) * candidates.length), (j) => ({
      j,
      distance: squaredDistance(points, i, j),
    }))
    near.sort((a, b) => a.distance - b.distance || a.j - b.j)
    for (let c = 0; c < count; c++) {
      indices[i * count + c] = near[c].j
      squaredDistances[i * count + c] = near[c].distance
    }
  }
  return { samples: points.rows, count, indices, squaredDistances }
}

/** Σ (a − b)² over the features of two rows. */
export function squaredDistance(points: Matrix, i: number, j: number): number {
  const { columns, data } = points
  let sum = 0
  for (let c = 0; c < columns; c++) {
    const difference = data[i * columns + c] - data[j * columns + c]
    sum += difference * difference
  }
  return sum
}
