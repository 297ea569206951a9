import {
  type Clustering,
  cluster,
  type DenseView,
  type Explanation,
  explain,
  type Matrix,
  type Progress,
  type SparseView,
} from '@manyview/core'
import { type Associations, associate } from '@manyview/core/metadata'
import type { Clusters, OptionValues, Outliers } from '@manyview/core/methods'
import { orderWarning, validateOptions } from '@manyview/core/methods'
import {
  type ClusteringRecord,
  circularWarnings,
  clusteringOf,
  clusteringRecord,
  type Dataset,
  featureNames,
  type RunRecord,
  storedAssociations,
  storedClustering,
} from '@manyview/formats'
import { findMethod } from '@manyview/rivals'

/** What is to be clustered, and how. */
export interface FitRequest {
  views: string[]
  clusters: Clusters
  method: string
  /** Options that differ from the method's own. */
  options: OptionValues
  seed: number
  /** Most bytes that the method may take. */
  memoryLimit: number
  /** True where a graphics card takes over the heavy steps. */
  device?: boolean
  /** Which samples are set aside before the fit; absent: none. */
  outliers?: Outliers
}

/** A finished fit: what clustering.json holds, and what it leaves out. */
export interface FitResult {
  record: ClusteringRecord
  /** In full precision; the record keeps single. */
  confidence: Float64Array | null
  /** n×k and n×p, where the method has them; the record leaves both out. */
  memberships: Matrix | null
  embedding: Matrix | null
  seconds: number
  /** What is there after a cancel: `stopped`, the best partition that the method had by then; `unexplained`, all but the map. */
  partial: null | 'stopped' | 'unexplained'
}

export type Phase = 'fit' | 'explain'

export interface FitOptions {
  signal: AbortSignal
  onProgress(phase: Phase, progress: Progress): void
  /** Gets the best partition so far, as the result that a cancel would give; the clusters themselves, `unexplained`, as soon as they are there. */
  onBest?(result: FitResult): void
  /** Gets the map as soon as it is there, before the explanations. */
  onMap?(map: { map: Float64Array; trust: number }): void
}

/** Milliseconds between two partitions that are told: each is copied to the page. */
const bestPause = 1000

type NamedViews = Record<string, DenseView | SparseView>

/** The chosen views without their ids: rows are matched already. */
export function chosenViews(dataset: Dataset, names: readonly string[]): NamedViews {
  const chosen = dataset.views.filter(({ name }) => names.includes(name))
  return Object.fromEntries(chosen.map(({ name, view }) => [name, { ...view, ids: undefined }]))
}

/** Clusters and explains. A cancel gives the best partition there is by then; before there is one, it throws the signal's reason. */
export async function fit(
  dataset: Dataset,
  request: FitRequest,
  run: Omit<RunRecord, 'views' | 'scores' | 'warnings'>,
  { signal, onProgress, onBest, onMap }: FitOptions,
): Promise<FitResult> {
  const views = chosenViews(dataset, request.views)
  const { options, clusters, method, seed, memoryLimit, outliers } = request
  let lastReport = 0
  const tellBest = (progress: Progress) => {
    if (!progress.partition || !onBest || performance.now() - lastReport < bestPause) return
    lastReport = performance.now()
    onBest(toResult(dataset, request, run, unfinished(dataset, request, progress), null, 'stopped'))
  }
  const device = request.device ? await openCard() : undefined
  const fitting = cluster(views, {
    ...options,
    ...(outliers === undefined ? {} : { outliers }),
    clusters,
    method: findMethod(method),
    seed,
    runtime: { memory: memoryLimit, device },
    signal,
    onStop: 'keep',
    onProgress: (progress) => {
      tellBest(progress)
      onProgress('fit', withoutFunctions(progress))
    },
  })
  const { warnings, ...fitted } = await fitting.finally(() => device?.close())
  const result = { ...fitted, warnings: device?.warning ? [...warnings, `device: ${device.warning}`] : warnings }
  if (result.stopped) return toResult(dataset, request, run, result, null, 'stopped')
  onBest?.(toResult(dataset, request, run, result, null, 'unexplained'))
  try {
    const explanation = await explain(views, result, {
      signal,
      onProgress: (step) => onProgress('explain', step),
      onMap: ({ places, trust }) => onMap?.({ map: places.data, trust }),
    })
    return toResult(dataset, request, run, result, explanation, null)
  } catch (error) {
    if (signal.aborted) return toResult(dataset, request, run, result, null, 'unexplained')
    throw error
  }
}

/** The graphics card of this computer, loaded only where it is wanted. */
async function openCard() {
  const { openDevice } = await import('@manyview/gpu')
  return openDevice(navigator.gpu)
}

/** Explains a clustering of the open data that has no explanation, because it was cancelled, or one with another map. */
export async function explainRecord(
  dataset: Dataset,
  record: ClusteringRecord,
  pullApart: boolean,
  { signal, onProgress }: FitOptions,
): Promise<ClusteringRecord> {
  const stored = storedClustering(record)
  const clustering = clusteringOf(stored)
  const views = chosenViews(
    dataset,
    record.views.map(({ name }) => name),
  )
  const explanation = await explain(views, clustering, {
    pullApart,
    signal,
    onProgress: (step) => onProgress('explain', step),
  })
  return clusteringRecord(clustering, {
    ...record,
    metadata: storedAssociations(stored),
    explanation,
    featureNames: featureNames(dataset),
  })
}

/** The partition that a fit has so far, as if it had been stopped here. */
function unfinished(dataset: Dataset, { method, seed, clusters, options }: FitRequest, progress: Progress): Clustering {
  const labels = progress.partition!()
  return {
    method,
    seed,
    clusters: typeof clusters === 'number' ? clusters : 1 + labels.reduce((most, label) => Math.max(most, label), 0),
    choice: null,
    options: validateOptions(findMethod(method), options),
    labels,
    ids: dataset.ids ?? Array.from(labels, (_, i) => String(i)),
    memberships: null,
    confidence: null,
    embedding: null,
    viewWeights: null,
    iterations: progress.iteration,
    converged: false,
    stopped: true,
    history: { objective: [], change: [] },
    warnings: ['the fit was stopped early: this is the best partition that it had by then'],
    details: {},
    seconds: 0,
  }
}

/** How the clusters go with what else the files say of the samples; null where they say nothing. */
function associations({ metadata }: Dataset, labels: Int32Array): Associations | null {
  if (metadata.length === 0) return null
  return associate(labels, Object.fromEntries(metadata.map(({ name, values }) => [name, values])))
}

/** What can be told outside of this worker: no functions. */
function withoutFunctions({ partition: _, ...message }: Progress): Progress {
  return message
}

function toResult(
  dataset: Dataset,
  request: FitRequest,
  run: Omit<RunRecord, 'views' | 'scores' | 'warnings'>,
  found: Clustering,
  explanation: Explanation | null,
  partial: FitResult['partial'],
): FitResult {
  const ids = dataset.ids ?? found.ids
  const chosen = dataset.views.filter(({ name }) => request.views.includes(name))
  const metadata = associations(dataset, found.labels)
  const record = clusteringRecord(
    { ...found, ids },
    {
      ...run,
      views: chosen.map(({ name, view, kind }) => ({
        name,
        features: view.features,
        kind,
        sparse: 'pointers' in view,
      })),
      scores: null,
      warnings: [
        ...dataset.warnings,
        ...orderWarning(
          findMethod(request.method),
          found.options,
          'see under Views what the order of the file is worth',
        ),
        ...circularWarnings(metadata?.columns ?? [], { views: chosen }),
        ...found.warnings,
      ],
      explanation,
      featureNames: featureNames(dataset),
      metadata,
    },
  )
  const { confidence, memberships, embedding, seconds } = found
  return { record, confidence, memberships, embedding, seconds, partial }
}
