import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Random } from '../random/random.ts'

export interface LayoutOptions {
  random: Random
  /** Passes over the edges; by default 500 for small graphs, fewer from 6,000 samples on, never under 100. */
  epochs?: number
}

/** Samples pushed apart for every pair that is drawn together. */
const STRANGERS = 5
/** Shape of the attraction 1 / (1 + STEEPNESS·d²): neighbours come to rest about a tenth of a unit apart. */
const STEEPNESS = 1.5
const LARGEST_STEP = 4

/**
 * Places n samples in the plane so that neighbours of a weighted graph lie close together: neighbours attract in proportion to
 * their weight, random others repel (the layout of UMAP, McInnes et al. 2018, with the exponent 1 that needs no power function).
 * `start` is n×2, for example the first two principal components; the graph is symmetric. Yields the share done; O(edges · epochs).
 */
export function* layOutGraph(graph: SparseMatrix, start: Matrix, options: LayoutOptions): Generator<number, Matrix> {
  const { random } = options
  const n = graph.rows
  const epochs = options.epochs ?? Math.max(100, Math.min(500, Math.round(3_000_000 / Math.max(1, n))))
  const place = spread(start, random)
  let heaviest = 0
  for (const weight of graph.values) heaviest = Math.max(heaviest, weight)
  if (heaviest === 0 || n < 2) return matrix(n, 2, place)

  // An edge of half the largest weight acts in every second epoch.
  const due = Float64Array.from(graph.values, (weight) => heaviest / weight)
  for (let epoch = 1; epoch <= epochs; epoch++) {
    const rate = 1 - (epoch - 1) / epochs
    for (let i = 0; i < n; i++)
      for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++) {
        if (due[p] > epoch) continue
        due[p] += heaviest / graph.values[p]
        attract(place, i, graph.indices[p], rate)
        for (let s = 0; s < STRANGERS; s++) repel(place, i, random.below(n), rate)
      }
    yield epoch / epochs
  }
  return matrix(n, 2, place)
}

function attract(place: Float64Array, i: number, j: number, rate: number): void {
  const dx = place[2 * i] - place[2 * j]
  const dy = place[2 * i + 1] - place[2 * j + 1]
  const pull = (-2 * STEEPNESS) / (1 + STEEPNESS * (dx * dx + dy * dy))
  const stepX = rate * clip(pull * dx)
  const stepY = rate * clip(pull * dy)
  place[2 * i] += stepX
  place[2 * i + 1] += stepY
  place[2 * j] -= stepX
  place[2 * j + 1] -= stepY
}

function repel(place: Float64Array, i: number, j: number, rate: number): void {
  if (i === j) return
  const dx = place[2 * i] - place[2 * j]
  const dy = place[2 * i + 1] - place[2 * j + 1]
  const square = dx * dx + dy * dy
  const push = 2 / ((0.001 + square) * (1 + STEEPNESS * square))
  place[2 * i] += rate * clip(push * dx)
  place[2 * i + 1] += rate * clip(push * dy)
}

function clip(step: number): number {
  return Math.min(LARGEST_STEP, Math.max(-LARGEST_STEP, step))
}

/** The start centred, at most 10 units from the middle, with a little noise so that equal samples can part. */
function spread(start: Matrix, random: Random): Float64Array {
  const { rows, columns, data } = start
  const place = new Float64Array(rows * 2)
  for (let axis = 0; axis < Math.min(2, columns); axis++) {
    let mean = 0
    for (let i = 0; i < rows; i++) mean += data[i * columns + axis] / rows
    for (let i = 0; i < rows; i++) place[2 * i + axis] = data[i * columns + axis] - mean
  }
  let farthest = 0
  for (const value of place) farthest = Math.max(farthest, Math.abs(value))
  for (let i = 0; i < place.length; i++)
    place[i] = (farthest > 0 ? (10 * place[i]) / farthest : 0) + 1e-3 * (random.uniform() - 0.5)
  return place
}
