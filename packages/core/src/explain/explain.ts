import type { Clustering } from '../cluster.ts'
import type { AnyViews } from '../data/blocked-view.ts'
import type { Scratch } from '../data/scratch.ts'
import { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import { mapSamples, NEAR_ON_MAP, type SampleMap, trustIn } from '../map/map-samples.ts'
import { toldKinds } from '../methods/view-kinds.ts'
import { finish, paced } from '../paced.ts'
import type { Progress } from '../progress.ts'
import { Random } from '../random/random.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { Crew } from '../threads/crew.ts'
import { availableThreads } from '../threads/host.ts'
import { distinguishingFeatures, type FeatureEffect } from './distinguishing-features.ts'
import { mapPoints } from './map-points.ts'
import { scoresAsFitted } from './scores-as-fitted.ts'
import { sharedLabels } from './shared-labels.ts'
import { type ClusterExamples, typicalSamples } from './typical-samples.ts'
import { NEAR_IN_VIEW, type ViewAgreement, viewAgreement } from './view-agreement.ts'
import { hasViewMaps, type ViewMap, viewMaps } from './view-maps.ts'
import { viewNeighbours } from './view-neighbours.ts'
import { type ViewScores, viewScores } from './view-scores.ts'
import { type FittedOptions, viewsAsFitted } from './views-as-fitted.ts'

/** What sets one cluster apart. */
export interface ClusterExplanation extends ClusterExamples {
  size: number
  meanConfidence: number | null
  /** By view: its features that set the cluster apart, strongest first. */
  features: Record<string, FeatureEffect[]>
}

/** A clustering made visible and put in words. */
export interface Explanation extends ViewAgreement {
  /** n×2: where each sample lies on a map of what all views show together. */
  map: Matrix
  /** Share of a sample's neighbours on the map that are its neighbours in the data, 0 … 1. */
  mapTrust: number
  /** True where the map pulls clusters apart. */
  pulledApart: boolean
  /** By view: the map of what it shows alone, n×2, laid out from the map of all views, NaN for samples that lack the view; null past 20,000 samples or 24 views. */
  viewMaps: ViewMap[] | null
  clusters: ClusterExplanation[]
}

/** Features and examples named for each cluster and view. */
const NAMED = 6

/** With fewer samples threads cost more than they save: those of the fit have ended, and new ones have to start and compile. */
const WORTH_A_CREW = 500

/** Options of `explain`. */
export interface ExplainOptions extends FittedOptions {
  /** Threads to use, default all there are. The explanation does not depend on it. */
  threads?: number
  /** Where views in blocks keep what would be computed again at every reading, as in `cluster`. */
  scratch?: Scratch
  /** Pulls clusters apart on the map, which then shows more structure than the data has; false by default. */
  pullApart?: boolean
  /** Gets the map as soon as it is there, before all else. */
  onMap?(map: SampleMap): void
}

/**
 * Explains a clustering of `views`: a map, what sets each cluster apart, how far the views support it and agree. Same clustering, same bytes, also from views in blocks, which are read as often
 * as for a fit by the default method.
 * Over ranks (`communicator`) each gives its own samples of the views, rank 0 the clustering of all samples (`gatherClustering`) and the others their own part of it. Rank 0 gets the
 * explanation that one process would give, the others null. No rank sees all of the views: rank 0 gets 30 principal scores per sample and view, and up to 4,000 samples of each view.
 */
export async function explain(
  views: AnyViews,
  clustering: Clustering,
  options?: ExplainOptions & { communicator?: undefined },
): Promise<Explanation>
export async function explain(
  views: AnyViews,
  clustering: Clustering,
  options?: ExplainOptions,
): Promise<Explanation | null>
export async function explain(
  views: AnyViews,
  clustering: Clustering,
  options: ExplainOptions = {},
): Promise<Explanation | null> {
  const { threads = availableThreads() } = options
  const kernels = await Kernels.load(undefined, threads > 1)
  const crew = clustering.labels.length > WORTH_A_CREW ? Crew.start(threads, kernels) : null
  try {
    return await finish(paced(explanation(kernels, views, clustering, options), options))
  } finally {
    crew?.stop()
  }
}

function* explanation(
  kernels: Kernels,
  given: AnyViews,
  clustering: Clustering,
  options: ExplainOptions,
): Generator<Progress, Explanation | null> {
  const { communicator = oneProcess, scratch } = options
  const { clusters, seed } = clustering
  const input = yield* viewsAsFitted(kernels, given, clustering, options)
  const { views, samples } = input
  const shared = sharedLabels(communicator, clustering.labels, samples)
  const known = yield* scoresAsFitted(kernels, input, clustering, communicator, scratch)
  const scores = yield* viewScores(kernels, views, new Random(seed).split(2), shared, scratch, known)
  const map = scores && (yield* wholeMap(kernels, scores, shared.labels, clustering.seed, options))
  const features: FeatureEffect[][][] = []
  const kinds = toldKinds(clustering.options)
  for (const view of views)
    features.push(yield* distinguishingFeatures(kernels, view, shared, clusters, NAMED, kinds.get(view.name)))
  return scores && map && (yield* assembled(kernels, scores, map, features, clustering, shared.labels, options))
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
  const map = { places, trust: pullApart ? yield* trustIn(kernels, points, places, random.split(4)) : trust }
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
  labels: Int32Array,
  { pullApart = false }: ExplainOptions,
): Generator<Progress, Explanation> {
  const { clusters, confidence, seed } = clustering
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
