import { counted } from '@manyview/core/words'
import { type ClusteringRecord, type StoredClustering, storedClustering } from '@manyview/formats'

/** A clustering in the page: fitted here, opened from a file, or remembered. */
export interface Run {
  id: string
  stored: StoredClustering
  /** In full precision where it was fitted here. */
  confidence: Float64Array | null
  seconds: number | null
  partial: null | 'stopped' | 'unexplained'
  /** The data it belongs to; null where it came as a file. */
  data: string | null
  /** What the user calls each cluster; '' is its number. */
  names: readonly string[]
  /** For each cluster the one it is exported as; itself unless merged. */
  groups: readonly number[]
}

/** What is kept of a run besides its record. */
export type RunExtras = Omit<Run, 'stored'>

/** A run of a record that was checked. */
export function makeRun(record: ClusteringRecord, extras: Partial<RunExtras> = {}): Run {
  const stored = storedClustering(record)
  const { clusters } = record
  return {
    id: crypto.randomUUID?.() ?? String(Math.random()),
    confidence: stored.confidence,
    seconds: null,
    partial: null,
    data: null,
    names: new Array<string>(clusters).fill(''),
    groups: Array.from({ length: clusters }, (_, cluster) => cluster),
    ...extras,
    stored,
  }
}

/** What a cluster is called: by the user, else by what sets it apart, else by its number. */
export function clusterName({ names, stored: { record } }: Run, cluster: number): string {
  return names[cluster] || record.names?.[cluster] || `Cluster ${cluster}`
}

/** What the samples of a cluster are exported as: the name where there is one, else the number, of the cluster it was merged into. */
export function exportedLabel({ names, groups }: Run, cluster: number): string {
  return names[groups[cluster]] || String(groups[cluster])
}

/** `10 clusters · consensus · seed 0`. */
export function runTitle({ stored: { record } }: Run): string {
  const early = record.stopped ? ' · stopped early' : ''
  return `${counted(record.clusters, 'cluster')} · ${record.method} · seed ${record.seed}${early}`
}
