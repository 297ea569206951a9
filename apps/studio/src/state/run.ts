import type { Matrix } from '@manyview/core'
import { counted } from '@manyview/core/words'
import { filesName } from '@manyview/drawing'
import type { Turn } from '@manyview/drawing/map'
import { type ClusteringRecord, type StoredClustering, storedClustering } from '@manyview/formats'
import type { Truth } from './truth.ts'

/** A clustering in the page: fitted here, opened from a file, or remembered. */
export interface Run {
  id: string
  stored: StoredClustering
  /** In full precision where it was fitted here. */
  confidence: Float64Array | null
  /** n×k and n×p; null where the method has none or it was not fitted here. */
  memberships: Matrix | null
  embedding: Matrix | null
  seconds: number | null
  partial: null | 'stopped' | 'unexplained'
  /** What the user calls it; '' is what it was made with. */
  title: string
  /** The data it belongs to; null where it came as a file. */
  data: string | null
  /** The classes it was last compared with while its data was open. */
  truth: Truth | null
  /** What the user calls each cluster; '' is its number. */
  names: readonly string[]
  /** For each cluster the one it is exported as; itself unless merged. */
  groups: readonly number[]
  /** For each cluster the number of its colour: that of the cluster it matches in an earlier run. */
  colours: readonly number[]
  /** How its map is turned to lie like that of an earlier run; null: as it is. */
  turn: Turn | null
  /** The map as it was found, before the explanations; it is shown as long as the page is open, so that nothing moves when they come. */
  early: EarlyMap | null
}

/** A map and how far to believe it. */
export interface EarlyMap {
  /** x and y of each sample. */
  map: Float64Array
  trust: number
}

/** What is kept of a run besides its record. */
export type RunExtras = Omit<Run, 'stored' | 'early'>

/** A run of a record that was checked. */
export function makeRun(record: ClusteringRecord, extras: Partial<RunExtras> = {}): Run {
  const stored = storedClustering(record)
  const { clusters } = record
  return {
    id: crypto.randomUUID?.() ?? String(Math.random()),
    confidence: stored.confidence,
    memberships: null,
    embedding: null,
    seconds: null,
    partial: null,
    title: '',
    truth: null,
    data: null,
    names: new Array<string>(clusters).fill(''),
    groups: Array.from({ length: clusters }, (_, cluster) => cluster),
    colours: Array.from({ length: clusters }, (_, cluster) => cluster),
    turn: null,
    early: null,
    ...extras,
    stored,
  }
}

/** The map of a run for another of the same samples: it shows the views, so that other clusters leave it as it is. Null where clusters are pulled apart on it. */
export function mapForOthers({ early, stored: { explanation } }: Run): EarlyMap | null {
  if (early || !explanation || explanation.pulledApart || explanation.mapTrust === undefined) return early
  return { map: explanation.map, trust: explanation.mapTrust }
}

/** What a cluster is called: by the user, else by what sets it apart, else by its number. */
export function clusterName({ names, stored: { record } }: Run, cluster: number): string {
  return names[cluster] || record.names?.[cluster] || `Cluster ${cluster}`
}

/** What the data of a run is called: its files, the folder they came from, or the demo. */
export function dataName({ stored: { record } }: Run): string {
  const { inputs, reading, samples } = record
  const name = reading.demo === 'digits' ? 'Handwritten digits' : filesName(inputs.map((input) => input.name))
  return `${name || 'data without a name'}${reading.selected ? `, ${counted(samples, 'sample')} of it` : ''}`
}

/** `10 clusters · consensus · seed 0`. */
export function runTitle({ stored: { record } }: Run): string {
  const early = record.stopped ? ' · stopped early' : ''
  return `${counted(record.clusters, 'cluster')} · ${record.method} · seed ${record.seed}${early}`
}
