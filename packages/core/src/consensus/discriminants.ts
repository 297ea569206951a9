import { addUp, foldTurns, massOf, meansOf, type Sums } from '../numerics/linalg/discriminants.ts'
import { type Matrix, matrix, squaredLengths } from '../numerics/linalg/matrix.ts'
import { operatorOf } from '../numerics/linalg/operator-over-ranks.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import type { FoldTurn, WeighedGroups } from '../runtime/device/device-refinement.ts'
import { KernelMatrix } from '../runtime/kernels/kernel-matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Samples } from '../runtime/samples.ts'

/** Folds: the coordinates of a sample are learnt from the other four. */
export const FOLDS = 5

/**
 * Coordinates (n×q, q < k) in which the clusters of a grouping lie apart, by weighted linear discriminants of the points (n×p) with the covariance within clusters shrunk to a multiple of the identity
 * (Ledoit and Wolf, 2004). Rows are shorter than 1 and zero where a sample is not `present`.
 * O(n·p·(p + k)).
 */
export function discriminantCoordinates(
  kernels: Kernels,
  samples: Samples,
  points: Matrix,
  present: Uint8Array,
  grouping: WeighedGroups,
): Matrix {
  const members = Array.from({ length: FOLDS }, (_, fold) => samplesOf(grouping.folds, fold, present))
  const parts = members.map((rows) => sumsOf(kernels, samples, points, rows, grouping))
  const count = countAll(samples, present)
  const spread = spreadWithin(samples, points, present, grouping, addUp(parts, -1), count)
  const turns = foldTurns(kernels, parts, count, spread)
  if (!turns) return matrix(points.rows, 0)
  const { columns } = turns[0].turn
  const result = matrix(points.rows, columns)
  members.forEach((rows, fold) => {
    const scores = coordinates(kernels, takeRows(points, rows), turns[fold])
    for (let row = 0, p = 0; row < rows.length; row++)
      for (let j = 0, q = rows[row] * columns; j < columns; j++) result.data[q++] = scores.data[p++]
  })
  softenInto(samples, result, present)
  return result
}

/** The samples of a fold that are present. */
function samplesOf(folds: Uint8Array, fold: number, present: Uint8Array): Uint32Array {
  const samples = new Uint32Array(folds.length)
  let count = 0
  for (let i = 0; i < folds.length; i++) if (folds[i] === fold && present[i] === 1) samples[count++] = i
  return samples.slice(0, count)
}

function sumsOf(
  kernels: Kernels,
  samples: Samples,
  points: Matrix,
  rows: Uint32Array,
  { labels, clusters, weights }: WeighedGroups,
): Sums {
  const { columns } = points
  const mass = new Float64Array(clusters)
  const sums = matrix(clusters, columns)
  samples.sum([mass], () => {
    for (let row = 0; row < rows.length; row++) mass[labels[rows[row]]] += weights[rows[row]]
  })
  samples.sum([sums.data], () => {
    const { data } = sums
    for (let row = 0; row < rows.length; row++) {
      const i = rows[row]
      const weight = weights[i]
      for (let j = 0, p = i * columns, q = labels[i] * columns; j < columns; j++) data[q++] += weight * points.data[p++]
    }
  })
  // A process without such samples adds a row of zeros.
  const subset = rows.length > 0 ? takeRows(points, rows) : matrix(1, columns)
  for (let row = 0, p = 0; row < rows.length; row++) {
    const root = Math.sqrt(weights[rows[row]])
    for (let j = 0; j < columns; j++) subset.data[p++] *= root
  }
  const mark = kernels.mark()
  const x = operatorOf(samples.ranks, kernels, subset)
  const squares = x.square?.() ?? x.transposeMultiply(subset)
  kernels.release(mark)
  return { mass, points: sums, squares }
}

/** Σ (w · squared distance of a present sample from the mean of its cluster)², for weights of mean 1. */
function spreadWithin(
  samples: Samples,
  points: Matrix,
  present: Uint8Array,
  { labels, weights }: WeighedGroups,
  whole: Sums,
  count: number,
): number {
  const { columns } = points
  const means = meansOf(whole)
  const total = massOf(whole)
  const spread = sumAll(samples, (sum) => {
    for (let i = 0; i < points.rows; i++) {
      if (present[i] === 0) continue
      let square = 0
      for (let j = 0; j < columns; j++) {
        const difference = points.data[i * columns + j] - means.data[labels[i] * columns + j]
        square += difference * difference
      }
      const weighed = (square * weights[i] * count) / total
      sum[0] += weighed * weighed
    }
  })
  return spread
}

/** One sum over all samples, one after the other. */
function sumAll(samples: Samples, add: (sum: Float64Array) => void): number {
  const sum = new Float64Array(1)
  samples.sum([sum], add)
  return sum[0]
}

/** How many samples are marked. */
function countAll(samples: Samples, marks: Uint8Array): number {
  return sumAll(samples, (sum) => {
    for (const mark of marks) sum[0] += mark
  })
}

/** The coordinates of some rows. */
function coordinates(kernels: Kernels, rows: Matrix, { turn, offset }: FoldTurn): Matrix {
  if (rows.rows === 0) return matrix(0, turn.columns)
  const mark = kernels.mark()
  const result = new KernelMatrix(kernels, rows).multiply(turn)
  kernels.release(mark)
  for (let i = 0, p = 0; i < result.rows; i++) for (let j = 0; j < offset.length; j++) result.data[p++] -= offset[j]
  return result
}

/** Divides every row by √(its squared length + the mean one), so that none is longer than 1. */
function softenInto(samples: Samples, a: Matrix, present: Uint8Array): void {
  const { rows, columns, data } = a
  const total = sumAll(samples, (sum) => {
    let all = sum[0]
    for (let p = 0; p < data.length; p++) all += data[p] * data[p]
    sum[0] = all
  })
  const mean = total / Math.max(countAll(samples, present), 1)
  const squares = squaredLengths(a)
  for (let i = 0; i < rows; i++) {
    const length = Math.sqrt(squares[i] + mean)
    if (length > 0) for (let p = i * columns; p < (i + 1) * columns; p++) data[p] /= length
  }
}
