import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import { evenlySpaced } from './evenly-spaced.ts'

/** A feature that sets a cluster apart. */
export interface FeatureEffect {
  feature: number
  /**
   * From −1 to 1: the chance that the feature is larger in a sample of the cluster than in one outside, less the chance that it is smaller
   * (Cliff's delta). It does not depend on the feature's scale, and ties, such as the zeros of sparse counts, count for neither side.
   */
  effect: number
  meanInside: number
  meanOutside: number
}

/** Features looked at closely are those with the largest standardised difference of means. */
const CANDIDATES = 4
/** Chances are taken over at most this many samples, evenly spaced. */
const MOST_SAMPLES = 4000

/** For each cluster the `count` features of a view (n×d) that set it apart, strongest first. O(n·d + clusters · count · n·log n). */
export function distinguishingFeatures(
  view: Matrix | SparseMatrix,
  labels: Int32Array,
  clusters: number,
  count: number,
): FeatureEffect[][] {
  const { means, meansOutside, deviations } = clusterMeans(view, labels, clusters)
  const seen = evenlySpaced(view.rows, MOST_SAMPLES)
  return Array.from({ length: clusters }, (_, cluster) => {
    const at = (feature: number) => cluster * view.columns + feature
    const difference = (feature: number) =>
      deviations[feature] > 0 ? Math.abs(means[at(feature)] - meansOutside[at(feature)]) / deviations[feature] : 0
    const candidates = Array.from({ length: view.columns }, (_, feature) => feature)
      .filter((feature) => difference(feature) > 0)
      .sort((a, b) => difference(b) - difference(a) || a - b)
      .slice(0, CANDIDATES * count)
    return candidates
      .map((feature) => ({
        feature,
        effect: cliffsDelta(column(view, feature, seen), seen, labels, cluster),
        meanInside: means[at(feature)],
        meanOutside: meansOutside[at(feature)],
      }))
      .filter(({ effect }) => effect !== 0)
      .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect) || a.feature - b.feature)
      .slice(0, count)
  })
}

function clusterMeans(view: Matrix | SparseMatrix, labels: Int32Array, clusters: number) {
  const { rows: n, columns: d } = view
  const sums = new Float64Array(clusters * d)
  const squares = new Float64Array(d)
  const sizes = new Float64Array(clusters)
  forEachEntry(view, (i, j, value) => {
    sums[labels[i] * d + j] += value
    squares[j] += value * value
  })
  for (let i = 0; i < n; i++) sizes[labels[i]]++
  const totals = new Float64Array(d)
  for (let c = 0; c < clusters; c++) for (let j = 0; j < d; j++) totals[j] += sums[c * d + j]
  const deviations = squares.map((square, j) => Math.sqrt(Math.max(0, square / n - (totals[j] / n) * (totals[j] / n))))
  const means = new Float64Array(clusters * d)
  const meansOutside = new Float64Array(clusters * d)
  for (let c = 0; c < clusters; c++)
    for (let j = 0; j < d; j++) {
      means[c * d + j] = sizes[c] > 0 ? sums[c * d + j] / sizes[c] : 0
      meansOutside[c * d + j] = n > sizes[c] ? (totals[j] - sums[c * d + j]) / (n - sizes[c]) : means[c * d + j]
    }
  return { means, meansOutside, deviations }
}

function forEachEntry(view: Matrix | SparseMatrix, visit: (i: number, j: number, value: number) => void): void {
  if (isSparse(view)) {
    for (let i = 0; i < view.rows; i++)
      for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++) visit(i, view.indices[p], view.values[p])
  } else
    for (let i = 0, p = 0; i < view.rows; i++) for (let j = 0; j < view.columns; j++, p++) visit(i, j, view.data[p])
}

function column(view: Matrix | SparseMatrix, feature: number, samples: Uint32Array): Float64Array {
  if (!isSparse(view)) return Float64Array.from(samples, (i) => view.data[i * view.columns + feature])
  return Float64Array.from(samples, (i) => {
    const features = view.indices.subarray(view.pointers[i], view.pointers[i + 1])
    const place = features.indexOf(feature)
    return place < 0 ? 0 : view.values[view.pointers[i] + place]
  })
}

function cliffsDelta(values: Float64Array, samples: Uint32Array, labels: Int32Array, cluster: number): number {
  const order = Array.from(values.keys()).sort((a, b) => values[a] - values[b])
  let inside = 0
  let outside = 0
  let balance = 0
  // Runs of equal values, smallest first: each one inside beats every one outside seen before it, and the other way round.
  for (let begin = 0; begin < order.length; ) {
    let insideHere = 0
    let end = begin
    for (; end < order.length && values[order[end]] === values[order[begin]]; end++)
      if (labels[samples[order[end]]] === cluster) insideHere++
    const outsideHere = end - begin - insideHere
    balance += insideHere * outside - outsideHere * inside
    inside += insideHere
    outside += outsideHere
    begin = end
  }
  return inside * outside === 0 ? 0 : balance / (inside * outside)
}
