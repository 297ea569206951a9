import { type ClusteringRecord, clusteringRecord, type Dataset, type RunRecord } from '@manyview/formats'
import {
  type Clustering,
  cluster,
  type DenseView,
  type Explanation,
  explain,
  findMethod,
  type OptionValues,
  type Progress,
  type SparseView,
} from 'manyview'

/** What is to be clustered, and how. */
export interface FitRequest {
  views: string[]
  clusters: number
  method: string
  /** Options that differ from the method's own. */
  options: OptionValues
  seed: number
  /** Most bytes that the method may take. */
  memoryLimit: number
}

/** A finished fit: what clustering.json holds, and what it leaves out. */
export interface FitResult {
  record: ClusteringRecord
  /** In full precision; the record keeps single. */
  confidence: Float64Array | null
  seconds: number
  /** What is there after a cancel: `fast` is the quick clustering that goes before the full one, `unexplained` lacks the map. */
  partial: null | 'fast' | 'unexplained'
}

export type Phase = 'first look' | 'fit' | 'explain'

export interface FitOptions {
  signal: AbortSignal
  onProgress(phase: Phase, progress: Progress): void
}

/** From this many samples on a quick clustering goes first, so that cancelling has something to keep. */
const firstLookSamples = 5000

type NamedViews = Record<string, DenseView | SparseView>

/** The chosen views without their ids: rows are matched already. */
export function chosenViews(dataset: Dataset, names: readonly string[]): NamedViews {
  const chosen = dataset.views.filter(({ name }) => names.includes(name))
  return Object.fromEntries(chosen.map(({ name, view }) => [name, { ...view, ids: undefined }]))
}

/** Clusters and explains. A cancel after there is a clustering gives that one; before, it throws the signal's reason. */
export async function fit(
  dataset: Dataset,
  request: FitRequest,
  run: Omit<RunRecord, 'views' | 'scores' | 'warnings'>,
  { signal, onProgress }: FitOptions,
): Promise<FitResult> {
  const views = chosenViews(dataset, request.views)
  const search = (options: OptionValues, phase: Phase) =>
    cluster(views, {
      ...options,
      clusters: request.clusters,
      method: request.method,
      seed: request.seed,
      memoryLimit: request.memoryLimit,
      signal,
      onProgress: (progress) => onProgress(phase, progress),
    })
  const finished = (found: Clustering, explanation: Explanation | null, partial: FitResult['partial']) =>
    toResult(dataset, request, run, found, explanation, partial)

  let first: Clustering | null = null
  if (request.method === 'consensus' && request.options.effort !== 'fast' && dataset.samples >= firstLookSamples)
    first = await search({ ...request.options, effort: 'fast' }, 'first look')
  let found: Clustering
  try {
    found = await search(request.options, 'fit')
  } catch (error) {
    if (first && signal.aborted) return finished(first, null, 'fast')
    throw error
  }
  try {
    const explanation = await explain(views, found, { signal, onProgress: (step) => onProgress('explain', step) })
    return finished(found, explanation, null)
  } catch (error) {
    if (signal.aborted) return finished(found, null, 'unexplained')
    throw error
  }
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
      warnings: [...dataset.warnings, ...orderWarning(request.method), ...found.warnings],
      explanation,
    },
  )
  return { record, confidence: found.confidence, seconds: found.seconds, partial }
}

function orderWarning(method: string): string[] {
  if (findMethod(method).orderFree) return []
  return [`the clusters that ${method} finds depend on the order of the samples: see what it is worth under Views`]
}
