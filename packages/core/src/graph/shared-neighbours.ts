import type { Kernels } from '../kernels/kernels.ts'
import { ResidentMatrix } from '../kernels/resident-matrix.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { Progress } from '../methods/method.ts'
import { NeighbourLists, type Neighbours } from './neighbour-lists.ts'

/** Points of which each view shows a block, where it has it. */
export interface SharedPoints {
  /** n×r_v scores of each view, rows of mean squared length 1, zero where absent. */
  blocks: readonly Matrix[]
  /** For each view 1 where a sample has it. */
  present: readonly Uint8Array[]
  /** How much each view counts. */
  weights: readonly number[]
}

/** Squared distance of two unrelated points in one view: rows of unit length about a mean of zero. */
const UNRELATED = 2
const SPARE = 6
const BLOCK = 64

/**
 * The `count` nearest other points of each of n, where distances use the views that both points have: d² = (Σ w_v·d²_v + 2·p) / (Σ w_v + p) over the shared
 * views v, with the mean weight as pseudo-count p. It stands for one more view in which the two are unrelated: without it pairs that share a single
 * view by chance look closest of all. Points that share no view are never neighbours: lists too short end with distance Infinity.
 * Exact, one product of r + 2m and one of m columns: O(n²·(r + 3m)). Equal distances go to the lower index.
 */
export function* sharedNeighbours(
  kernels: Kernels,
  points: SharedPoints,
  count: number,
): Generator<Progress, Neighbours> {
  const n = points.blocks[0].rows
  const lists = new NeighbourLists(n, Math.min(count + SPARE, n - 1))
  const { left, right, marks, weightedMarks } = factors(points)
  const pseudo = pseudoCount(points.weights)
  const mark = kernels.mark()
  const residentPoints = new ResidentMatrix(kernels, right)
  const residentMarks = new ResidentMatrix(kernels, marks)
  for (let begin = 0; begin < n; begin += BLOCK) {
    const width = Math.min(BLOCK, n - begin)
    const sums = residentPoints.multiply(columnsOf(left, begin, width)).data
    const shared = residentMarks.multiply(columnsOf(weightedMarks, begin, width)).data
    for (let j = 0, p = 0; j < n; j++)
      for (let a = 0; a < width; a++, p++) {
        if (shared[p] === 0) continue
        const distance = (sums[p] + UNRELATED * pseudo) / (shared[p] + pseudo)
        if (distance < lists.limits[begin + a] && j !== begin + a) lists.insert(begin + a, j, distance)
      }
    yield { stage: 'neighbours', iteration: begin + width, total: n }
  }
  kernels.release(mark)
  return nearest(points, lists, Math.min(count, n - 1))
}

/** left_i · right_j = Σ over shared views of w_v·d²_v, and weightedMarks_i · marks_j = Σ of their weights. */
function factors({ blocks, present, weights }: SharedPoints) {
  const n = blocks[0].rows
  const m = blocks.length
  const columns = blocks.reduce((sum, block) => sum + block.columns, 0) + 2 * m
  const [left, right] = [matrix(n, columns), matrix(n, columns)]
  const [marks, weightedMarks] = [matrix(n, m), matrix(n, m)]
  for (let i = 0; i < n; i++) {
    let place = i * columns
    blocks.forEach(({ columns: width, data }, v) => {
      let square = 0
      for (let c = i * width; c < (i + 1) * width; c++, place++) {
        left.data[place] = -2 * weights[v] * data[c]
        right.data[place] = data[c]
        square += data[c] * data[c]
      }
      if (!present[v][i]) square = 0
      left.data[place] = weights[v] * square
      right.data[place++] = present[v][i]
      left.data[place] = weights[v] * present[v][i]
      right.data[place++] = square
      marks.data[i * m + v] = present[v][i]
      weightedMarks.data[i * m + v] = weights[v] * present[v][i]
    })
  }
  return { left, right, marks, weightedMarks }
}

function pseudoCount(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0) / weights.length
}

/** The distance by the differences of the blocks themselves; Infinity where no view is shared. */
export function sharedDistance({ blocks, present, weights }: SharedPoints, i: number, j: number): number {
  const pseudo = pseudoCount(weights)
  let sum = UNRELATED * pseudo
  let total = pseudo
  for (let v = 0; v < blocks.length; v++) {
    if (!present[v][i] || !present[v][j]) continue
    const { columns, data } = blocks[v]
    let square = 0
    for (let c = 0; c < columns; c++) {
      const difference = data[i * columns + c] - data[j * columns + c]
      square += difference * difference
    }
    sum += weights[v] * square
    total += weights[v]
  }
  return total > pseudo ? sum / total : Infinity
}

/** The nearest candidates by their exact distances, as rounding in the products must not decide among near-equals. */
function nearest(points: SharedPoints, lists: NeighbourLists, count: number): Neighbours {
  const n = lists.limits.length
  const indices = new Int32Array(n * count)
  const squaredDistances = new Float64Array(n * count).fill(Infinity)
  for (let i = 0; i < n; i++) {
    const near = Array.from(lists.indices.subarray(i * lists.length, (i + 1) * lists.length))
      .filter((j) => j >= 0)
      .map((j) => ({ j, distance: sharedDistance(points, i, j) }))
    near.sort((a, b) => a.distance - b.distance || a.j - b.j)
    near.slice(0, count).forEach(({ j, distance }, c) => {
      indices[i * count + c] = j
      squaredDistances[i * count + c] = distance
    })
  }
  return { samples: n, count, indices, squaredDistances }
}

/** Rows begin … begin + width − 1 as columns. */
function columnsOf({ columns, data }: Matrix, begin: number, width: number): Matrix {
  const result = matrix(columns, width)
  for (let a = 0; a < width; a++)
    for (let c = 0; c < columns; c++) result.data[c * width + a] = data[(begin + a) * columns + c]
  return result
}
