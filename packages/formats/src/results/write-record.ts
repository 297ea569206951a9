import {
  type ClusterChoice,
  type Clustering,
  type ClusterTree,
  type Explanation,
  type LeftOut,
  nameClusters,
  type Scores,
} from '@manyview/core'
import {
  type Association,
  type Associations,
  type MetadataColumn,
  nearestCategories,
  nearestColumn,
} from '@manyview/core/metadata'
import { encodeLabels } from '@manyview/core/metrics'
import { ownProperty } from '@manyview/core/words'
import { packFloats, packPlaces, packWhole, short } from './packed-array.ts'
import type {
  AssignmentRecord,
  AssociationsRecord,
  ClusteringRecord,
  ColumnRecord,
  ExplanationRecord,
  FeatureRecord,
  TreeRecord,
} from './record.ts'
import { titleWords } from './title-words.ts'

/** What is kept of a run besides the clustering itself, so that it can be repeated and shown. */
export interface RunRecord
  extends Pick<ClusteringRecord, 'versions' | 'inputs' | 'reading' | 'views' | 'scores' | 'warnings' | 'leaveOneOut'> {
  /** The true labels, one per sample, and what they are called; for the report only. */
  truth?: { name: string; labels: readonly string[] } | null
  /** What `explain` found; without it there is no map. */
  explanation?: Explanation | null
  /** What the clusters are called, one name each; by default what sets them apart. */
  names?: readonly string[]
  /** How clusters go with metadata, where there is any. */
  metadata?: Associations | null
  /** By view: names of its features, where it has them. */
  featureNames?: Readonly<Record<string, readonly string[]>>
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
  const made = run.names || !explanation ? null : clusterNames(explanation, labels, run)
  const names = run.names ?? made?.names
  const namedBy = made?.namedBy.some((column) => column !== null) ? made.namedBy : null
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
    ...(namedBy ? { namedBy } : {}),
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
  const { associations, assignment, tree, duplicates, explanation, ...fields } = record
  const head = JSON.stringify(fields, null, 2).slice(0, -2)
  const large = Object.entries({ associations, assignment, tree, duplicates, explanation })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `  "${name}": ${JSON.stringify(value)}`)
  return `${head},\n${large.join(',\n')}\n}\n`
}

function treeRecord({ leaves, leafSizes, merges, embedding }: ClusterTree): TreeRecord {
  const shortened = merges.map(({ height, support, ...nodes }) => ({
    ...nodes,
    height: short(height),
    support: short(support),
  }))
  const stored = embedding && { columns: embedding.columns, values: packFloats(embedding.data) }
  return { leafSizes, merges: shortened, leaves: packWhole(leaves), ...(stored ? { embedding: stored } : {}) }
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
        (ownProperty(features, view) ?? []).map(({ feature, effect, byChance, word, meanInside, meanOutside }) => {
          const name = ownProperty(featureNames, view)?.[feature]
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

function shortened(leftOut: LeftOut): LeftOut {
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
    ...leftOut,
    ari: number(leftOut.ari),
    nmi: number(leftOut.nmi),
    confidenceChange: number(leftOut.confidenceChange),
    scores: each(leftOut.scores),
    scoreChange: each(leftOut.scoreChange),
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

/** What a feature of a picture is called ends with the part of the picture: typical pictures say more than such a name. */
const PICTURE_FEATURE = /, (?:whole|(?:top|bottom) (?:left|right)|row \d+, column \d+ of \d+)$/u

/** True where all features of a view are called alike but for a number: `pixels-34`, `PC2`. */
function areNumbered(names: readonly string[]): boolean {
  const [stem] = /^.*?(?=\d*$)/u.exec(names[0] ?? '')!
  return names.length > 2 && names.every((name) => name.startsWith(stem) && /^\d+$/u.test(name.slice(stem.length)))
}

/** What clusters are called, and by which column of metadata each name comes, null where it comes from the views. */
interface ClusterNames {
  names: string[]
  namedBy: (string | null)[]
}

/**
 * What the clusters of an explanation are called: by the category of metadata that they go with, else by their words, else by the words of a column of titles, tags or categories, else by the named features that set them apart.
 * Features of the same name in one name have their view.
 */
function clusterNames(
  { clusters }: ExplanationRecord,
  labels: Int32Array,
  { views, metadata, featureNames = {} }: Pick<RunRecord, 'views' | 'metadata' | 'featureNames'>,
): ClusterNames {
  const areNumbers = views.map(({ name }) => areNumbered(ownProperty(featureNames, name) ?? []))
  const titles = titleWords(metadata?.columns ?? [], labels, clusters.length)
  const associations = metadata?.associations ?? []
  const categories = nearestCategories(associations, clusters.length)
  const namedBy: (string | null)[] = categories.map((category) =>
    category ? nearestColumn(associations)!.column : null,
  )
  const effects = clusters.map(({ features }, c) => {
    const named = features.flatMap((list, v) =>
      list.map(({ feature, name, effect, byChance, word }) => ({
        name: name ?? `feature ${feature}`,
        view: views[v].name,
        effect,
        byChance,
        word: word === true && name !== undefined,
        unnamed: name === undefined || areNumbers[v] || PICTURE_FEATURE.test(name),
      })),
    )
    const isSaid = named.some(({ word, effect, byChance }) => word && effect > 0 && !byChance)
    if (isSaid || !titles || titles.words[c].length === 0) return named
    namedBy[c] ??= titles.column
    return titles.words[c]
  })
  return { names: nameClusters(effects, categories), namedBy }
}

/** The columns packed, one entry per sample each. */
export function columnRecords(columns: readonly MetadataColumn[]): ColumnRecord[] {
  return columns.map((column) => {
    if (column.kind !== 'category') return { ...column, values: packFloats(column.values) }
    const { name, kind, levels, codes } = column
    return { name, kind, levels, codes: packWhole(codes.map((code) => (code < 0 ? levels.length : code))) }
  })
}

/** The tests as they are kept: what is drawn is cut to six digits, what is cited is not. */
export function associationsRecord({ associations, survival, leftOut }: Associations): AssociationsRecord {
  return { associations: associations.map(shortAssociation), survival, leftOut }
}

function shortAssociation(association: Association): Association {
  if (association.kind !== 'survival') return association
  const curves = association.curves.map((curve) => ({ ...curve, survival: curve.survival.map(short) }))
  return { ...association, curves }
}

/** What a feature is called: its name, or its number from 0. */
export function featureName({ feature, name }: FeatureRecord): string {
  return name ?? `feature ${feature}`
}
