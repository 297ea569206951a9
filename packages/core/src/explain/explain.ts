import type { Clustering } from '../cluster.ts'
import type { Matrix } from '../numerics/linalg/matrix.ts'
import { complete, drive } from '../runtime/drive.ts'
import { Kernels } from '../runtime/kernels/kernels.ts'
import type { Scratch } from '../runtime/scratch.ts'
import { availableThreads } from '../runtime/threads/host.ts'
import { ThreadPool } from '../runtime/threads/thread-pool.ts'
import type { AnyViews } from '../views/blocked-view.ts'
import type { FeatureEffect } from './distinguishing-features.ts'
import type { ClusterExamples } from './explanation.ts'
import type { SampleMap } from './map/map-samples.ts'
import type { FittedOptions } from './restore-views.ts'
import type { ViewAgreement } from './view-agreement.ts'
import type { ViewMap } from './view-maps.ts'

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
  /** How far samples near each other on the map are near in the data: 1 all are, 0 the map says nothing. */
  mapTrust: number
  /** True where the map pulls clusters apart. */
  pulledApart: boolean
  /** By view: the map of what it shows alone, n×2, laid out from the map of all views, NaN for samples that lack the view; null past 20,000 samples or 24 views. */
  viewMaps: ViewMap[] | null
  clusters: ClusterExplanation[]
}

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
 * Over ranks (`ranks`) each gives its own samples of the views, rank 0 the clustering of all samples (`gatherClustering`) and the others their own part of it. Rank 0 gets the
 * explanation that one process would give, the others send it the rows that it reads and get null: a view of more than 1 GiB is never in its memory as a whole.
 */
export async function explain(
  views: AnyViews,
  clustering: Clustering,
  options?: ExplainOptions & { ranks?: undefined },
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
  // Who only clusters never loads it.
  const { explanation } = await import('./explanation.ts')
  const kernels = await Kernels.load('simd', threads > 1)
  const crew = clustering.labels.length > WORTH_A_CREW ? ThreadPool.start(threads, kernels) : null
  try {
    return await complete(drive(explanation(kernels, views, clustering, options), options))
  } finally {
    crew?.stop()
  }
}
