import { type Matrix, matrix, transpose } from '../numerics/linalg/matrix.ts'
import { KernelMatrix } from '../runtime/kernels/kernel-matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Share } from '../runtime/ranks/share.ts'
import { NeighbourLists, type Neighbours } from './neighbour-lists.ts'
import { pseudoCount, type SharedPoints, sharedDistance, UNRELATED } from './shared-points.ts'

/** Further candidates a point, measured again exactly, so that rounding in the products decides nothing among near-equals. */
const SPARE = 6
/** Points whose distances to all others are formed at a time. */
const BLOCK = 64

/**
 * The `count` nearest other points of each of n by `sharedDistance`, exact. Points that share no view are never neighbours: lists too short end with distance
 * Infinity. Equal distances go to the lower index. One product of r + 2m and one of m columns a pair: O(n²·(r + 3m)) time, O(n·(r + count)) memory.
 * With `own` only the lists of points begin … end − 1.
 */
export function* sharedNeighbours(
  kernels: Kernels,
  points: SharedPoints,
  count: number,
  own: Share = { begin: 0, end: points.blocks[0].rows },
): Generator<Progress, Neighbours> {
  const n = points.blocks[0].rows
  const lists = new NeighbourLists(own.end - own.begin, Math.min(count + SPARE, n - 1))
  const { left, right, marks, weightedMarks } = factors(points)
  const pseudo = pseudoCount(points.weights)
  const mark = kernels.mark()
  const residentPoints = new KernelMatrix(kernels, right)
  const residentMarks = new KernelMatrix(kernels, marks)
  for (let begin = own.begin; begin < own.end; begin += BLOCK) {
    const width = Math.min(BLOCK, own.end - begin)
    const first = begin - own.begin
    const sums = residentPoints.multiply(columnsOf(left, begin, width)).data
    const shared = residentMarks.multiply(columnsOf(weightedMarks, begin, width)).data
    for (let j = 0, p = 0; j < n; j++)
      for (let a = 0; a < width; a++, p++) {
        if (shared[p] === 0) continue
        const distance = (sums[p] + UNRELATED * pseudo) / (shared[p] + pseudo)
        if (distance < lists.limits[first + a] && j !== begin + a) lists.insert(first + a, j, distance)
      }
    yield { stage: 'neighbours', iteration: first + width, total: own.end - own.begin }
  }
  kernels.release(mark)
  const listOf = (i: number) =>
    lists.indices.subarray((i - own.begin) * lists.length, (i - own.begin + 1) * lists.length)
  return yield* nearestShared(points, Math.min(count, n - 1), listOf, own)
}

/** The `count` nearest of the candidates of each point, or those begin … end − 1 (candidates below 0 are none), each once; lists too short end with distance Infinity. */
export function* nearestShared(
  points: SharedPoints,
  count: number,
  candidates: (i: number) => Iterable<number>,
  { begin, end }: Share = { begin: 0, end: points.blocks[0].rows },
): Generator<Progress, Neighbours> {
  const n = end - begin
  const indices = new Int32Array(n * count)
  const squaredDistances = new Float64Array(n * count).fill(Infinity)
  for (let i = begin; i < end; i++) {
    const near = Array.from(new Set(candidates(i)), (j) => ({
      j,
      distance: j < 0 || j === i ? Infinity : sharedDistance(points, i, j),
    }))
    near.sort((a, b) => (a.distance === b.distance ? a.j - b.j : a.distance - b.distance))
    near.slice(0, count).forEach(({ j, distance }, c) => {
      if (distance === Infinity) return
      indices[(i - begin) * count + c] = j
      squaredDistances[(i - begin) * count + c] = distance
    })
    if (i % 2000 === 1999) yield { stage: 'neighbours', iteration: i - begin + 1, total: n }
  }
  return { samples: n, count, indices, squaredDistances }
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
      const has = present[v][i]
      let square = 0
      for (let c = i * width; c < (i + 1) * width; c++, place++) {
        const value = has ? data[c] : 0
        left.data[place] = -2 * weights[v] * value
        right.data[place] = value
        square += value * value
      }
      left.data[place] = weights[v] * square
      right.data[place++] = has
      left.data[place] = weights[v] * has
      right.data[place++] = square
      marks.data[i * m + v] = has
      weightedMarks.data[i * m + v] = weights[v] * has
    })
  }
  return { left, right, marks, weightedMarks }
}

/** Rows begin … begin + width − 1 as columns. */
function columnsOf({ columns, data }: Matrix, begin: number, width: number): Matrix {
  return transpose(matrix(width, columns, data.subarray(begin * columns, (begin + width) * columns)))
}
