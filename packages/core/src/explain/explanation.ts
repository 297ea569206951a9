import type { Clustering } from '../cluster.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { AnyViews } from '../views/blocked-view.ts'
import { onFirstRank } from '../views/on-first-rank.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import { declaredKinds } from '../views/treatments.ts'
import { distinguishingFeatures, type FeatureEffect } from './distinguishing-features.ts'
import type { ExplainOptions, Explanation } from './explain.ts'
import { mapSamples, mapTrust, NEAR_ON_MAP, type SampleMap } from './map/map-samples.ts'
import { mapPoints } from './map-points.ts'
import { restoreViews } from './restore-views.ts'
import { NEAR_IN_VIEW, viewAgreement, viewNeighbours } from './view-agreement.ts'
import { hasViewMaps, viewMaps } from './view-maps.ts'
import { restoreScores, type ViewScores, viewScores } from './view-scores.ts'

/** Features and examples named for each cluster and view. */
const NAMED = 6

/** The steps of `explain`. */
export function* explanation(
  kernels: Kernels,
  given: AnyViews,
  clustering: Clustering,
  options: ExplainOptions,
): Generator<Progress, Explanation | null> {
  const { ranks = singleProcess } = options
  const input = yield* restoreViews(kernels, given, clustering, options, ranks)
  return yield* onFirstRank(ranks, input, (whole) => explained(kernels, whole, clustering, options))
}

/** The explanation of all samples. */
function* explained(
  kernels: Kernels,
  input: PreparedRows,
  clustering: Clustering,
  options: ExplainOptions,
): Generator<Progress, Explanation> {
  const { labels, clusters, seed } = clustering
  const fitted = yield* restoreScores(kernels, input, clustering, options.scratch)
  const scores = yield* viewScores(kernels, input.views, new Random(seed).split(2), options.scratch, fitted)
  const map = yield* wholeMap(kernels, scores, labels, seed, options)
  const features: FeatureEffect[][][] = []
  const kinds = declaredKinds(clustering.options)
  for (const view of input.views)
    features.push(yield* distinguishingFeatures(kernels, view, labels, clusters, NAMED, kinds.get(view.name)))
  return yield* assembled(kernels, scores, map, features, clustering, options)
}

/** The map of all views together; where clusters are pulled apart on it, it is still measured by the data. */
function* wholeMap(
  kernels: Kernels,
  scores: readonly ViewScores[],
  labels: Int32Array,
  seed: number,
  { pullApart = false, onMap }: ExplainOptions,
): Generator<Progress, SampleMap> {
  const random = new Random(seed)
  const points = yield* mapPoints(kernels, scores, labels.length, null, random.split(2))
  const pulled = pullApart ? yield* mapPoints(kernels, scores, labels.length, labels, random.split(2)) : points
  const { places, trust } = yield* mapSamples(kernels, pulled, random.split(1))
  const map = { places, trust: pullApart ? mapTrust(kernels, points, places, random.split(4)) : trust }
  onMap?.(map)
  return map
}

/** The explanation from the scores, the map and the features of the views. */
function* assembled(
  kernels: Kernels,
  scores: readonly ViewScores[],
  { places: map, trust: mapTrust }: SampleMap,
  features: readonly FeatureEffect[][][],
  clustering: Clustering,
  { pullApart = false }: ExplainOptions,
): Generator<Progress, Explanation> {
  const { labels, clusters, confidence, seed } = clustering
  const random = new Random(seed)
  const count = hasViewMaps(labels.length, scores.length) ? NEAR_ON_MAP : NEAR_IN_VIEW
  const near = yield* viewNeighbours(kernels, scores, count, random.split(0))
  const agreement = yield* viewAgreement(kernels, scores, near, labels, clusters, random.split(0))
  const examples = typicalSamples(clustering, NAMED)
  return {
    ...agreement,
    map,
    mapTrust,
    pulledApart: pullApart,
    viewMaps: yield* viewMaps(kernels, scores, near, map, random.split(3)),
    clusters: examples.map((example, c) => ({
      ...example,
      size: labels.filter((label) => label === c).length,
      meanConfidence: confidence ? mean(confidence.filter((_, i) => labels[i] === c)) : null,
      features: Object.fromEntries(scores.map(({ name }, v) => [name, features[v][c]])),
    })),
  }
}

function mean(values: Float64Array): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Samples of one cluster, by position. */
export interface ClusterExamples {
  /** The surest first. */
  typical: number[]
  /** The least sure first. */
  doubtful: number[]
}

type ExampleSource = Pick<Clustering, 'labels' | 'clusters' | 'confidence' | 'embedding' | 'outliers'>

/**
 * For each cluster its `count` most typical and most doubtful samples: by confidence where the method gives one, among equals and elsewhere
 * by how much nearer the centre of the own cluster is than that of the next. `embedding` is n×p. Outliers are no examples. O(n·p·clusters).
 */
export function typicalSamples(
  { labels, clusters, confidence, embedding, outliers }: ExampleSource,
  count: number,
): ClusterExamples[] {
  const fitted = Array.from(labels.keys()).filter((i) => !outliers?.[i])
  const margins = embedding ? centreMargins(embedding, labels, clusters, fitted) : new Float64Array(labels.length)
  const surest = (a: number, b: number) =>
    (confidence ? confidence[b] - confidence[a] : 0) || margins[b] - margins[a] || a - b
  const members: number[][] = Array.from({ length: clusters }, () => [])
  for (const i of fitted) members[labels[i]].push(i)
  return members.map((samples) => {
    const ranked = samples.sort(surest)
    return { typical: ranked.slice(0, count), doubtful: ranked.slice(-count).reverse() }
  })
}

/** Distance to the nearest other centre less that to the own one, for each sample. */
function centreMargins(
  { columns, data }: Matrix,
  labels: Int32Array,
  clusters: number,
  fitted: readonly number[],
): Float64Array {
  const centres = matrix(clusters, columns)
  const sizes = new Float64Array(clusters)
  for (const i of fitted) {
    sizes[labels[i]]++
    for (let j = 0; j < columns; j++) centres.data[labels[i] * columns + j] += data[i * columns + j]
  }
  for (let c = 0; c < clusters; c++)
    for (let j = 0; j < columns; j++) centres.data[c * columns + j] /= Math.max(1, sizes[c])
  return Float64Array.from(labels, (label, i) => {
    let inside = 0
    let other = Infinity
    for (let c = 0; c < clusters; c++) {
      if (sizes[c] === 0) continue
      let square = 0
      for (let j = 0; j < columns; j++) {
        const difference = data[i * columns + j] - centres.data[c * columns + j]
        square += difference * difference
      }
      if (c === label) inside = Math.sqrt(square)
      else other = Math.min(other, Math.sqrt(square))
    }
    return other === Infinity ? -inside : other - inside
  })
}
