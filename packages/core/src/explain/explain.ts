import type { Clustering } from '../cluster.ts'
import { areBlocked, type BlockedViews } from '../data/blocked-view.ts'
import { prepareBlocked } from '../data/prepare-blocked.ts'
import type { NamedMatrix } from '../data/prepare-views.ts'
import type { Scratch } from '../data/scratch.ts'
import type { Views } from '../data/view.ts'
import { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import { mapSamples } from '../map/map-samples.ts'
import { finish, paced } from '../paced.ts'
import type { Progress } from '../progress.ts'
import { Random } from '../random/random.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { distinguishingFeatures, type FeatureEffect } from './distinguishing-features.ts'
import { mapPoints } from './map-points.ts'
import { sharedLabels } from './shared-labels.ts'
import { streamedFeatures } from './streamed-features.ts'
import { streamedViewScores } from './streamed-view-scores.ts'
import { type ClusterExamples, typicalSamples } from './typical-samples.ts'
import { type ViewAgreement, viewAgreement } from './view-agreement.ts'
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
  /** n×2: where each sample lies on a map of what all views and the representation show. */
  map: Matrix
  clusters: ClusterExplanation[]
}

/** Features and examples named for each cluster and view. */
const NAMED = 6

/**
 * Explains a clustering of `views`: a map, what sets each cluster apart, how far the views support it and agree. Same clustering, same bytes, also from blocked views, which are read as often
 * as for a fit by the default method; `scratch` as there.
 */
export async function explain(
  views: Views | BlockedViews,
  clustering: Clustering,
  options: FittedOptions & { scratch?: Scratch } = {},
): Promise<Explanation> {
  if (areBlocked(views))
    return finish(paced(streamedExplanation(await Kernels.load(), views, clustering, options.scratch), options))
  const { views: named } = await viewsAsFitted(views, clustering, options)
  return (await finish(paced(explanation(await Kernels.load(), named, clustering, oneProcess), options)))!
}

/**
 * The same over ranks: each gives its own samples of the views, rank 0 the clustering of all samples (`gatherClustering`) and the others their own part of it. Rank 0 gets the
 * explanation that one process would give, the others null. No rank sees all of the views: rank 0 gets 30 principal scores a sample and view, and up to 4,000 samples of each view.
 */
export async function explainOverRanks(
  views: Views,
  clustering: Clustering,
  communicator: Communicator,
  options: FittedOptions = {},
): Promise<Explanation | null> {
  const { views: named } = await viewsAsFitted(views, clustering, { ...options, communicator })
  return finish(paced(explanation(await Kernels.load(), named, clustering, communicator), options))
}

function* explanation(
  kernels: Kernels,
  views: readonly NamedMatrix[],
  clustering: Clustering,
  communicator: Communicator,
): Generator<Progress, Explanation | null> {
  const { clusters, seed } = clustering
  const random = new Random(seed)
  const shared = sharedLabels(communicator, clustering.labels, views[0].data.rows)
  const scores = yield* viewScores(kernels, views, random.split(2), shared)
  const features: FeatureEffect[][][] = []
  for (const view of views) features.push(yield* distinguishingFeatures(view, shared, clusters, NAMED))
  return scores && (yield* assembled(kernels, scores, features, clustering, shared.labels))
}

/** The same from views that are read in blocks. */
function* streamedExplanation(
  kernels: Kernels,
  views: BlockedViews,
  clustering: Clustering,
  scratch: Scratch | undefined,
): Generator<Progress, Explanation> {
  const { labels, clusters, seed } = clustering
  const { views: streamed } = yield* prepareBlocked(views)
  const scores = yield* streamedViewScores(kernels, streamed, new Random(seed).split(2), scratch)
  const features: FeatureEffect[][][] = []
  for (const { data } of streamed) features.push(yield* streamedFeatures(data, labels, clusters, NAMED))
  return yield* assembled(kernels, scores, features, clustering, labels)
}

/** The explanation from the scores and the features of the views. */
function* assembled(
  kernels: Kernels,
  scores: readonly ViewScores[],
  features: readonly FeatureEffect[][][],
  { clusters, confidence, embedding, seed }: Clustering,
  labels: Int32Array,
): Generator<Progress, Explanation> {
  const random = new Random(seed)
  const agreement = yield* viewAgreement(kernels, scores, labels, clusters, random.split(0))
  const examples = typicalSamples(labels, clusters, confidence, embedding, NAMED)
  const points = yield* mapPoints(kernels, scores, labels.length, embedding, random.split(2))
  const map = yield* mapSamples(kernels, points, random.split(1))
  return {
    ...agreement,
    map,
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
