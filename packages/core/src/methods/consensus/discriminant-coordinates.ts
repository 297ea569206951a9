import { takeRows } from '../../data/take-rows.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { ResidentMatrix } from '../../kernels/resident-matrix.ts'
import { type Matrix, matrix, multiply, squaredNorm } from '../../linalg/matrix.ts'
import { operatorOf } from '../../linalg/operator-over-ranks.ts'
import { solveSpd } from '../../linalg/solve-spd.ts'
import { largestEigen } from '../../linalg/symmetric-eigen.ts'
import { symmetricPart } from '../../linalg/symmetric-part.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { sumInTurn } from '../../ranks/sum-in-turn.ts'

/** A grouping of the samples that coordinates are learnt from. */
export interface Grouping {
  /** One cluster per sample. */
  labels: Int32Array
  clusters: number
  /** How much each sample counts, above 0. */
  weights: Float64Array
  /** The fold of each sample, 0 … 4: its coordinates are learnt from the other folds, so that a wrong label does not confirm itself. */
  folds: Uint8Array
}

export const FOLDS = 5

/** Weighted sums over some samples. */
interface Sums {
  /** Σ w by cluster. */
  mass: Float64Array
  /** k×p: Σ w·a by cluster. */
  points: Matrix
  /** p×p: Σ w·a·aᵀ. */
  squares: Matrix
}

/** Discriminants: the directions that tell the clusters apart. */
interface Discriminants {
  /** k×p: mean of each cluster. */
  means: Matrix
  /** p×k: S⁻¹·meansᵀ, with S the covariance within clusters. */
  directions: Matrix
}

/**
 * Coordinates (n×q, q < k) in which the clusters of a grouping lie apart, by weighted linear discriminants of the points (n×p) with the covariance within clusters shrunk to a multiple of the identity
 * (Ledoit and Wolf, 2004). Rows are shorter than 1 and zero where a sample is not `speaking`. Ranks give their own samples and get the coordinates of those, with the bytes of one process.
 * O(n·p·(p + k)).
 */
export function discriminantCoordinates(
  kernels: Kernels,
  points: Matrix,
  speaking: Uint8Array,
  grouping: Grouping,
  communicator: Communicator = oneProcess,
): Matrix {
  const { clusters, folds } = grouping
  const members = Array.from({ length: FOLDS }, (_, fold) => samplesOf(folds, fold, speaking))
  const parts = members.map((rows) => sumsOf(kernels, points, rows, grouping, communicator))
  const whole = addUp(parts, -1)
  const intensity = shrinkage(points, speaking, grouping, whole, communicator)
  const found = discriminants(whole, intensity)
  const turn = found && turned(found, clusters, points.columns)
  if (!turn) return matrix(points.rows, 0)
  const result = matrix(points.rows, turn.columns)
  members.forEach((rows, fold) => {
    const other = discriminants(addUp(parts, fold), intensity) ?? found
    const own = coordinates(kernels, takeRows(points, rows), other, turn)
    for (let row = 0, p = 0; row < rows.length; row++)
      for (let j = 0, q = rows[row] * turn.columns; j < turn.columns; j++) result.data[q++] = own.data[p++]
  })
  return softened(result, speaking, communicator)
}

/** The samples of a fold that are speaking. */
function samplesOf(folds: Uint8Array, fold: number, speaking: Uint8Array): Uint32Array {
  const samples = new Uint32Array(folds.length)
  let count = 0
  for (let i = 0; i < folds.length; i++) if (folds[i] === fold && speaking[i] === 1) samples[count++] = i
  return samples.slice(0, count)
}

function sumsOf(
  kernels: Kernels,
  points: Matrix,
  rows: Uint32Array,
  { labels, clusters, weights }: Grouping,
  communicator: Communicator,
): Sums {
  const { columns } = points
  const mass = new Float64Array(clusters)
  const sums = matrix(clusters, columns)
  sumInTurn(communicator, [mass], () => {
    for (let row = 0; row < rows.length; row++) mass[labels[rows[row]]] += weights[rows[row]]
  })
  sumInTurn(communicator, [sums.data], () => {
    const { data } = sums
    for (let row = 0; row < rows.length; row++) {
      const i = rows[row]
      const weight = weights[i]
      for (let j = 0, p = i * columns, q = labels[i] * columns; j < columns; j++) data[q++] += weight * points.data[p++]
    }
  })
  // A rank without such samples adds a row of zeros.
  const some = rows.length > 0 ? takeRows(points, rows) : matrix(1, columns)
  for (let row = 0, p = 0; row < rows.length; row++) {
    const root = Math.sqrt(weights[rows[row]])
    for (let j = 0; j < columns; j++) some.data[p++] *= root
  }
  const mark = kernels.mark()
  const squares = operatorOf(communicator, kernels, some).transposeMultiply(some)
  kernels.release(mark)
  return { mass, points: sums, squares }
}

/** The sums of all parts but one; −1 leaves none out. */
function addUp(parts: readonly Sums[], without: number): Sums {
  const used = parts.filter((_, part) => part !== without)
  const total = (arrays: Float64Array[]) => arrays[0].map((_, p) => arrays.reduce((sum, values) => sum + values[p], 0))
  const [{ points, squares }] = used
  return {
    mass: total(used.map((part) => part.mass)),
    points: { ...points, data: total(used.map((part) => part.points.data)) },
    squares: { ...squares, data: total(used.map((part) => part.squares.data)) },
  }
}

/** Mean of each cluster; a cluster without samples has that of all. */
function meansOf({ mass, points }: Sums): Matrix {
  const { rows, columns, data } = points
  const total = mass.reduce((sum, value) => sum + value, 0)
  const all = new Float64Array(columns)
  data.forEach((value, p) => {
    all[p % columns] += value / total
  })
  const means = matrix(rows, columns)
  for (let c = 0; c < rows; c++)
    for (let j = 0; j < columns; j++)
      means.data[c * columns + j] = mass[c] > 0 ? data[c * columns + j] / mass[c] : all[j]
  return means
}

/** p×p: covariance within clusters. */
function covariance({ mass, squares }: Sums, means: Matrix): Matrix {
  const { columns } = means
  const total = mass.reduce((sum, value) => sum + value, 0)
  const between = matrix(columns, columns)
  mass.forEach((weight, c) => {
    const mean = means.data.subarray(c * columns, (c + 1) * columns)
    for (let i = 0; i < columns; i++)
      for (let j = 0; j <= i; j++) between.data[i * columns + j] += weight * mean[i] * mean[j]
  })
  const result = matrix(columns, columns)
  for (let i = 0; i < columns; i++)
    for (let j = 0; j <= i; j++) {
      const value = (squares.data[i * columns + j] - between.data[i * columns + j]) / total
      result.data[i * columns + j] = result.data[j * columns + i] = value
    }
  return result
}

/** How far the covariance is to be drawn to a multiple of the identity, 0 … 1. */
function shrinkage(
  points: Matrix,
  speaking: Uint8Array,
  { labels, weights }: Grouping,
  whole: Sums,
  communicator: Communicator,
): number {
  const { columns } = points
  const means = meansOf(whole)
  const within = covariance(whole, means)
  const total = whole.mass.reduce((sum, value) => sum + value, 0)
  const level = trace(within) / columns
  const count = countAll(communicator, speaking)
  const [fourth] = sumAll(communicator, (sum) => {
    for (let i = 0; i < points.rows; i++) {
      if (speaking[i] === 0) continue
      let square = 0
      for (let j = 0; j < columns; j++) {
        const difference = points.data[i * columns + j] - means.data[labels[i] * columns + j]
        square += difference * difference
      }
      const weighed = (square * weights[i] * count) / total
      sum[0] += weighed * weighed
    }
  })
  const norm = squaredNorm(within.data)
  const apart = norm - columns * level * level
  const noise = (fourth / count - norm) / count
  return apart > 0 ? Math.min(Math.max(noise / apart, 0), 1) : 1
}

/** A sum over the samples of all ranks, one after the other. */
function sumAll(communicator: Communicator, add: (sum: Float64Array) => void): Float64Array {
  const sum = new Float64Array(1)
  sumInTurn(communicator, [sum], add)
  return sum
}

/** How many samples of all ranks are marked. */
function countAll(communicator: Communicator, marks: Uint8Array): number {
  return sumAll(communicator, (sum) => {
    for (const mark of marks) sum[0] += mark
  })[0]
}

function trace({ columns, data }: Matrix): number {
  let sum = 0
  for (let j = 0; j < columns; j++) sum += data[j * columns + j]
  return sum
}

/** Null where no sample lies apart from the mean of its cluster. */
function discriminants(sums: Sums, intensity: number): Discriminants | null {
  const means = meansOf(sums)
  const within = covariance(sums, means)
  const { columns, data } = within
  const level = trace(within) / columns
  if (!(level > 1e-12)) return null
  for (let p = 0; p < data.length; p++) data[p] *= 1 - intensity
  for (let j = 0; j < columns; j++) data[j * columns + j] += Math.max(intensity, 1e-9) * level
  const right = matrix(columns, means.rows)
  for (let c = 0; c < means.rows; c++)
    for (let j = 0; j < columns; j++) right.data[j * means.rows + c] = means.data[c * columns + j]
  return { means, directions: solveSpd(within, right) }
}

/** k×q: turns scores by cluster into coordinates of their own, each by how well it tells clusters apart; null where nothing does. */
function turned({ means, directions }: Discriminants, clusters: number, columns: number): Matrix | null {
  const { values, vectors } = largestEigen(
    symmetricPart(centred(multiply(means, directions))),
    Math.min(clusters - 1, columns),
  )
  const kept = values.filter((value) => value > 1e-9 * values[0] && value > 0).length
  if (kept === 0) return null
  const turn = matrix(clusters, kept)
  for (let q = 0; q < kept; q++) {
    let mean = 0
    for (let c = 0; c < clusters; c++) mean += vectors.data[c * vectors.columns + q] / clusters
    for (let c = 0; c < clusters; c++)
      turn.data[c * kept + q] = (vectors.data[c * vectors.columns + q] - mean) / Math.sqrt(1 + values[q])
  }
  return turn
}

/** J·B·J with J = I − 11ᵀ/k. */
function centred({ rows, data }: Matrix): Matrix {
  const rowMeans = new Float64Array(rows)
  const columnMeans = new Float64Array(rows)
  data.forEach((value, p) => {
    rowMeans[Math.floor(p / rows)] += value / rows
    columnMeans[p % rows] += value / rows
  })
  const mean = rowMeans.reduce((sum, value) => sum + value, 0) / rows
  return matrix(
    rows,
    rows,
    data.map((value, p) => value - rowMeans[Math.floor(p / rows)] - columnMeans[p % rows] + mean),
  )
}

/** (a − mean of the means)·directions·turn for every row a. */
function coordinates(kernels: Kernels, rows: Matrix, { means, directions }: Discriminants, turn: Matrix): Matrix {
  if (rows.rows === 0) return matrix(0, turn.columns)
  const combined = multiply(directions, turn)
  const middle = matrix(1, means.columns)
  means.data.forEach((value, p) => {
    middle.data[p % means.columns] += value / means.rows
  })
  const offset = multiply(middle, combined)
  const mark = kernels.mark()
  const result = new ResidentMatrix(kernels, rows).multiply(combined)
  kernels.release(mark)
  for (let i = 0, p = 0; i < result.rows; i++)
    for (let j = 0; j < offset.columns; j++) result.data[p++] -= offset.data[j]
  return result
}

/** Every row divided by √(its squared length + the mean one), so that none is longer than 1. */
function softened({ rows, columns, data }: Matrix, speaking: Uint8Array, communicator: Communicator): Matrix {
  const [total] = sumAll(communicator, (sum) => {
    for (let p = 0; p < data.length; p++) sum[0] += data[p] * data[p]
  })
  const mean = total / Math.max(countAll(communicator, speaking), 1)
  const result = matrix(rows, columns)
  for (let i = 0; i < rows; i++) {
    let square = 0
    for (let p = i * columns; p < (i + 1) * columns; p++) square += data[p] * data[p]
    const length = Math.sqrt(square + mean)
    if (length > 0) for (let p = i * columns; p < (i + 1) * columns; p++) result.data[p] = data[p] / length
  }
  return result
}
