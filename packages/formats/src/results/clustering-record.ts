import {
  type ClusterChoice,
  type Clustering,
  type ClusterTree,
  type Coverage,
  type Duplicate,
  type Explanation,
  encodeLabels,
  type FilledView,
  type LeftOut,
  type Merge,
  type Scores,
} from '@manyview/core'
import type { Associations } from '@manyview/core/metadata'
import { byName } from '@manyview/core/numerics'
import { clusterNames } from './cluster-names.ts'
import { type AssociationsRecord, associationsRecord, type ColumnRecord, columnRecords } from './metadata-record.ts'
import { type PackedArray, packFloats, packPlaces, packWhole } from './packed-array.ts'
import { short } from './short.ts'

/** What is kept of a run besides the clustering itself, so that it can be repeated and shown. */
export interface RunRecord {
  /** Versions of the software, by name. */
  versions: Readonly<Record<string, string>>
  /** The files that were read. */
  inputs: readonly { name: string; bytes: number; sha256: string }[]
  /** How they were read and ordered: everything that was asked for, for example `{ samples: 'rows', shuffle: 1 }`. */
  reading: Readonly<Record<string, unknown>>
  views: readonly ViewRecord[]
  /** Against the true labels, where they were given. */
  scores: Scores | null
  /** Those of the reading and of the method. */
  warnings: readonly string[]
  /** The true labels, one per sample, and what they are called; for the report only. */
  truth?: { name: string; labels: readonly string[] } | null
  /** What `explain` found; without it there is no map. */
  explanation?: Explanation | null
  /** What `leaveOneOut` found, where it was asked for. */
  leaveOneOut?: readonly LeftOut[]
  /** What the clusters are called, one name each; by default what sets them apart. */
  names?: readonly string[]
  /** How clusters go with metadata, where there is any. */
  metadata?: Associations | null
  /** By view: names of its features, where it has them. */
  featureNames?: Readonly<Record<string, readonly string[]>>
}

export interface ViewRecord {
  name: string
  features: number
  kind?: string
  sparse: boolean
}

/** Which sample is where. */
export interface AssignmentRecord {
  /** Null: row numbers from 0. */
  ids: readonly string[] | null
  labels: PackedArray
  confidence: PackedArray | null
  /** How unlike all others each sample is. Absent where the method does not measure it, and in older files. */
  outlierScores?: PackedArray
  /** 1 for outliers; only where they were asked for. */
  outliers?: PackedArray
  /** The true labels as places in `classes`; null where none were given. */
  truth: { name: string; classes: readonly string[]; codes: PackedArray } | null
  /** What else is known of the samples; only where something is. */
  metadata?: readonly ColumnRecord[]
}

export interface FeatureRecord {
  feature: number
  name?: string
  effect: number
  /** True: chance alone would show as much. Absent in older files. */
  byChance?: boolean
  /** True where it is a word of a text. */
  word?: true
  meanInside: number
  meanOutside: number
}

/** What `explain` found, views in the order of the record's `views`. */
export interface ExplanationRecord {
  /** x and y of each sample. */
  map: PackedArray
  /** Share of a sample's neighbours on the map that are its neighbours in the data. Absent in older files, whose maps hold a little of what was clustered. */
  mapTrust?: number
  /** True where the map pulls clusters apart. */
  pulledApart?: true
  /** By view: x and y of each sample on the map of the view alone, whole numbers from 0 to 65,534, and 65,535 for samples that lack it; the trust as above. Absent where there are too many, and in older files. */
  viewMaps?: readonly { map: PackedArray; trust: number }[]
  support: readonly number[]
  /** One row per view, and one for the clustering. */
  agreement: readonly (readonly number[])[]
  /** Where each view alone would put each sample: a cluster, or `clusters` where the sample lacks the view; how strongly, 0 … 100. Absent in older files. */
  views?: readonly { leaning: PackedArray; strength: PackedArray }[]
  clusters: readonly {
    meanConfidence: number | null
    typical: readonly number[]
    doubtful: readonly number[]
    /** One list per view. */
    features: readonly (readonly FeatureRecord[])[]
  }[]
}

/** The tree of the clusters; see `ClusterTree`. */
export interface TreeRecord {
  leafSizes: readonly number[]
  merges: readonly Merge[]
  /** The leaf of each sample. */
  leaves: PackedArray
}

/** A clustering.json, version 1. It holds no times and no dates: the same run gives the same bytes. docs/clustering-json.md describes it. */
export interface ClusteringRecord extends Omit<RunRecord, 'truth' | 'explanation' | 'featureNames' | 'metadata'> {
  format: 'manyview clustering'
  version: 1
  method: string
  clusters: number
  seed: number
  options: Clustering['options']
  samples: number
  /** Which views the samples have; only where some lack some. */
  coverage?: Coverage
  /** What was filled in where values were missing. */
  filled?: readonly FilledView[]
  /** Why there are so many clusters; only where the number was chosen. */
  choice?: ClusterChoice
  /** What each cluster is called. Absent without an explanation, and in older files. */
  names?: readonly string[]
  /** Samples in each cluster. */
  sizes: readonly number[]
  /** Mean confidence of each cluster, null for an empty one. Absent where the method gives none, and in older files. */
  clusterConfidence?: readonly (number | null)[]
  iterations: number
  converged: boolean
  /** How it was computed, where not in double precision. */
  precision?: 'single' | 'relaxed'
  /** The graphics card that it was computed on. */
  device?: string
  /** True where the fit was stopped early. */
  stopped?: true
  viewWeights: Clustering['viewWeights']
  history: { readonly objective: readonly number[]; readonly change: readonly number[] }
  /** How clusters go with metadata; only where there is any. */
  associations?: AssociationsRecord
  /** SHA-256 of the files written beside this one, by name. */
  files: Readonly<Record<string, string>>
  assignment: AssignmentRecord
  /** Absent where the method keeps none, and in older files. */
  tree?: TreeRecord
  /** Samples that coincide. Absent where the method does not look for them, and in older files. */
  duplicates?: readonly Duplicate[]
  explanation: ExplanationRecord | null
}

/** The record of a clustering and its run; `files` are the checksums of what is written beside it. O(samples). */
export function clusteringRecord(
  clustering: Clustering,
  run: RunRecord,
  files: Readonly<Record<string, string>> = {},
): ClusteringRecord {
  const { versions, inputs, reading, views, scores, warnings } = run
  const { method, clusters, seed, options, labels, iterations, converged, viewWeights, history } = clustering
  const { coverage, filled, choice, tree, duplicates } = clustering
  const explanation = run.explanation ? explanationRecord(run.explanation, clusters, run) : null
  const names = run.names ?? (explanation && clusterNames(explanation, run))
  const sizes = new Array<number>(clusters).fill(0)
  for (const label of labels) sizes[label]++
  const { leaveOneOut } = run
  return {
    format: 'manyview clustering',
    version: 1,
    versions,
    inputs,
    reading,
    method,
    clusters,
    seed,
    options,
    samples: labels.length,
    views,
    ...(coverage ? { coverage } : {}),
    ...(filled ? { filled } : {}),
    ...(choice ? { choice: shortChoice(choice) } : {}),
    ...(names ? { names } : {}),
    sizes,
    ...(clustering.confidence ? { clusterConfidence: meanByCluster(clustering.confidence, labels, sizes) } : {}),
    iterations,
    converged,
    ...(clustering.device === undefined ? {} : { device: clustering.device }),
    ...(clustering.precision && clustering.precision !== 'double' ? { precision: clustering.precision } : {}),
    ...(clustering.stopped ? { stopped: true as const } : {}),
    viewWeights,
    scores,
    warnings,
    history,
    ...(leaveOneOut ? { leaveOneOut: leaveOneOut.map(shortened) } : {}),
    ...(run.metadata ? { associations: associationsRecord(run.metadata) } : {}),
    files,
    assignment: assignmentRecord(clustering, run),
    ...(tree ? { tree: treeRecord(tree) } : {}),
    ...(duplicates ? { duplicates } : {}),
    explanation,
  }
}

/** The text of clustering.json: small fields for people to read, the large ones on a line each. */
export function recordText(record: ClusteringRecord): string {
  const { associations, assignment, tree, duplicates, explanation, ...rest } = record
  const head = JSON.stringify(rest, null, 2).slice(0, -2)
  const large = Object.entries({ associations, assignment, tree, duplicates, explanation })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`)
  return `${head},\n${large.join(',\n')}\n}\n`
}

function treeRecord({ leaves, leafSizes, merges }: ClusterTree): TreeRecord {
  const shortened = merges.map(({ height, support, ...nodes }) => ({
    ...nodes,
    height: short(height),
    support: short(support),
  }))
  return { leafSizes, merges: shortened, leaves: packWhole(leaves) }
}

function assignmentRecord(
  { ids, labels, confidence, outlierScores, outliers }: Clustering,
  { truth, metadata }: RunRecord,
): AssignmentRecord {
  const coded = truth ? encodeLabels(truth.labels) : null
  return {
    ids: ids.every((id, i) => id === String(i)) ? null : ids,
    labels: packWhole(labels),
    confidence: confidence && packFloats(confidence),
    ...(outlierScores ? { outlierScores: packFloats(outlierScores) } : {}),
    ...(outliers ? { outliers: packWhole(outliers) } : {}),
    truth: coded && { name: truth!.name, classes: coded.names, codes: packWhole(coded.codes) },
    ...(metadata ? { metadata: columnRecords(metadata.columns) } : {}),
  }
}

function explanationRecord(
  explanation: Explanation,
  clusterCount: number,
  { views, featureNames = {} }: RunRecord,
): ExplanationRecord {
  const { map, mapTrust, pulledApart, viewMaps, support, agreement, clusters } = explanation
  const { rows, columns, data } = agreement
  return {
    map: packFloats(map.data),
    mapTrust: short(mapTrust),
    ...(pulledApart ? { pulledApart: true as const } : {}),
    ...(viewMaps
      ? { viewMaps: viewMaps.map(({ map, trust }) => ({ map: packPlaces(map.data), trust: short(trust) })) }
      : {}),
    support: support.map(short),
    agreement: Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * columns, (i + 1) * columns), short)),
    views: explanation.views.map(({ leaning, strength }) => ({
      leaning: packWhole(leaning.map((cluster) => (cluster < 0 ? clusterCount : cluster))),
      strength: packWhole(strength.map((share) => Math.round(100 * share))),
    })),
    clusters: clusters.map(({ meanConfidence, typical, doubtful, features }) => ({
      meanConfidence: meanConfidence === null ? null : short(meanConfidence),
      typical,
      doubtful,
      features: views.map(({ name: view }) =>
        (byName(features, view) ?? []).map(({ feature, effect, byChance, word, meanInside, meanOutside }) => {
          const name = byName(featureNames, view)?.[feature]
          return {
            feature,
            ...(name === undefined ? {} : { name }),
            effect: short(effect),
            ...(byChance ? { byChance } : {}),
            ...(word ? { word } : {}),
            meanInside: short(meanInside),
            meanOutside: short(meanOutside),
          }
        }),
      ),
    })),
  }
}

function meanByCluster(values: Float64Array, labels: Int32Array, sizes: readonly number[]): (number | null)[] {
  const sums = new Float64Array(sizes.length)
  labels.forEach((label, i) => {
    sums[label] += values[i]
  })
  return sizes.map((size, cluster) => (size > 0 ? short(sums[cluster] / size) : null))
}

function shortened(found: LeftOut): LeftOut {
  const each = (scores: Scores | null) =>
    scores && {
      acc: short(scores.acc),
      nmi: short(scores.nmi),
      purity: short(scores.purity),
      ari: short(scores.ari),
      fscore: short(scores.fscore),
    }
  const number = (value: number | null) => value && short(value)
  return {
    ...found,
    ari: number(found.ari),
    nmi: number(found.nmi),
    confidenceChange: number(found.confidenceChange),
    scores: each(found.scores),
    scoreChange: each(found.scoreChange),
  }
}

function shortChoice(choice: ClusterChoice): ClusterChoice {
  const candidates = choice.candidates.map(({ clusters, score, gap, stability, agreement }) => ({
    clusters,
    score: short(score),
    gap: short(gap),
    stability: short(stability),
    agreement: short(agreement),
  }))
  return { ...choice, chance: short(choice.chance), candidates }
}
