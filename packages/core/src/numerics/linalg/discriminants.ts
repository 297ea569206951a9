import type { FoldSums, FoldTurn } from '../../runtime/device/device-refinement.ts'
import type { Kernels } from '../../runtime/kernels/kernels.ts'
import { Cholesky } from './cholesky.ts'
import { largestEigenFast } from './largest-eigen-fast.ts'
import { type Matrix, matrix, multiply, squaredNorm, symmetricPart, transpose } from './matrix.ts'

/** Weighted sums over some samples. */
export interface Sums extends FoldSums {
  /** Σ w by cluster. */
  mass: Float64Array
}

/** The directions in which clusters differ most against their spread within. */
interface Discriminants {
  /** k×p: mean of each cluster. */
  means: Matrix
  /** p×k: S⁻¹·meansᵀ, with S the covariance within clusters. */
  directions: Matrix
}

/**
 * Learns for each fold, from the sums over the other folds, the projection of its points on the discriminants; null where nothing tells the clusters apart. `parts` are the sums of each fold, over
 * `count` points in all, and `spread` is Σ (w · squared distance from the mean of the point's cluster)² over them, for weights of mean 1. O(folds · p²·(p + k)).
 */
export function foldTurns(kernels: Kernels, parts: readonly Sums[], count: number, spread: number): FoldTurn[] | null {
  const allSums = addUp(parts, -1)
  const intensity = shrinkage(allSums, count, spread)
  const overall = discriminants(kernels, allSums, intensity)
  const turn = overall && rotationOf(kernels, overall, allSums.mass.length, allSums.points.columns)
  if (!turn) return null
  return parts.map((_, fold) => turnOf(discriminants(kernels, addUp(parts, fold), intensity) ?? overall, turn))
}

/** Adds up the sums of all parts but one; −1 leaves none out. */
export function addUp(parts: readonly Sums[], without: number): Sums {
  const summands = parts.filter((_, part) => part !== without)
  const total = ([first, ...others]: Float64Array[]) => {
    const sums = first.slice()
    for (const values of others) for (let p = 0; p < sums.length; p++) sums[p] += values[p]
    return sums
  }
  const [{ points, squares }] = summands
  return {
    mass: total(summands.map((part) => part.mass)),
    points: { ...points, data: total(summands.map((part) => part.points.data)) },
    squares: { ...squares, data: total(summands.map((part) => part.squares.data)) },
  }
}

/** Computes the mean of each cluster (k×p); a cluster without samples gets the mean of all. */
export function meansOf({ mass, points }: Sums): Matrix {
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

/** Computes the covariance within clusters (p×p). */
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

/** Adds up the weights of all clusters, Σ w. */
export function massOf({ mass }: Sums): number {
  return mass.reduce((sum, value) => sum + value, 0)
}

/** Estimates how far to shrink the covariance to a multiple of the identity, 0 … 1. Source: Ledoit and Wolf, 2004. */
function shrinkage(allSums: Sums, count: number, spread: number): number {
  const within = covariance(allSums, meansOf(allSums))
  const { columns } = within
  const level = trace(within) / columns
  const norm = squaredNorm(within.data)
  const apart = norm - columns * level * level
  const noise = (spread / count - norm) / count
  return apart > 0 ? Math.min(Math.max(noise / apart, 0), 1) : 1
}

function trace({ columns, data }: Matrix): number {
  let sum = 0
  for (let j = 0; j < columns; j++) sum += data[j * columns + j]
  return sum
}

/** Solves for the discriminants; null where no sample lies apart from the mean of its cluster. */
function discriminants(kernels: Kernels, sums: Sums, intensity: number): Discriminants | null {
  const means = meansOf(sums)
  const within = covariance(sums, means)
  const { columns, data } = within
  const level = trace(within) / columns
  if (!(level > 1e-12)) return null
  for (let p = 0; p < data.length; p++) data[p] *= 1 - intensity
  for (let j = 0; j < columns; j++) data[j * columns + j] += Math.max(intensity, 1e-9) * level
  const mark = kernels.mark()
  const directions = transpose(new Cholesky(kernels, within).solveRows(means))
  kernels.release(mark)
  return { means, directions }
}

/** Computes the k×q matrix that turns scores by cluster into uncorrelated coordinates, each scaled by how well it tells clusters apart; null where nothing does. */
function rotationOf(
  kernels: Kernels,
  { means, directions }: Discriminants,
  clusters: number,
  columns: number,
): Matrix | null {
  const { values, vectors } = largestEigenFast(
    kernels,
    symmetricPart(centred(multiply(means, directions))),
    Math.min(clusters - 1, columns),
  )
  const dimensions = values.filter((value) => value > 1e-9 * values[0] && value > 0).length
  if (dimensions === 0) return null
  const turn = matrix(clusters, dimensions)
  for (let q = 0; q < dimensions; q++) {
    let mean = 0
    for (let c = 0; c < clusters; c++) mean += vectors.data[c * vectors.columns + q] / clusters
    for (let c = 0; c < clusters; c++)
      turn.data[c * dimensions + q] = (vectors.data[c * vectors.columns + q] - mean) / Math.sqrt(1 + values[q])
  }
  return turn
}

/** Centres B on both sides: J·B·J with J = I − 11ᵀ/k. */
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

/** Writes (a − mean of the means)·directions·turn as a product and an offset to subtract. */
function turnOf({ means, directions }: Discriminants, turn: Matrix): FoldTurn {
  const combined = multiply(directions, turn)
  const middle = matrix(1, means.columns)
  means.data.forEach((value, p) => {
    middle.data[p % means.columns] += value / means.rows
  })
  return { turn: combined, offset: multiply(middle, combined).data }
}
