import { type Clustering, type ClusterTree, InputError } from '@manyview/core'
import type { Associations, MetadataColumn } from '@manyview/core/metadata'
import { counted } from '@manyview/core/words'
import { unpack, unpackPlaces } from './packed-array.ts'
import type { ClusteringRecord, ExplanationRecord, PackedArray, TreeRecord } from './record.ts'

/** A record with its arrays unpacked and checked against each other. */
export interface StoredClustering {
  record: ClusteringRecord
  /** Null: row numbers from 0. */
  ids: readonly string[] | null
  labels: Int32Array
  confidence: Float64Array | null
  truth: { name: string; classes: readonly string[]; codes: Int32Array } | null
  /** How unlike all others each sample is; null where that is not known. */
  outlierScores: Float64Array | null
  /** 1 for outliers; null where they were not asked for. */
  outliers: Uint8Array | null
  /** Null where none was kept. */
  tree: ClusterTree | null
  /** What else is known of the samples. */
  metadata: readonly MetadataColumn[]
  /** With the map as x and y of each sample; null where none was kept. */
  explanation: StoredExplanation | null
}

export interface StoredExplanation extends Omit<ExplanationRecord, 'map' | 'views' | 'viewMaps'> {
  map: Float64Array
  /** By view: the map of the view alone, NaN for samples that lack it; null where none were kept. */
  viewMaps: readonly { map: Float64Array; trust: number }[] | null
  /** By view: the cluster it alone would put each sample in, −1 where the sample lacks it, and how strongly, 0 … 1; null in files of older versions. */
  views: readonly { leaning: Int32Array; strength: Float64Array }[] | null
}

/** Unpacks a record; `name` is what an InputError calls it. O(samples). */
export function storedClustering(record: ClusteringRecord, name = 'clustering.json'): StoredClustering {
  const fail = (what: string): never => {
    throw new InputError(`${what}, it was changed or cut: make it again with "manyview fit"`, {
      code: 'bad-record',
      argument: name,
    })
  }
  const { samples, clusters, sizes, views, assignment, explanation } = record
  const numbers = (packed: PackedArray, length: number, what: string) =>
    unpack(packed, length) ?? fail(`${what} are not ${length} numbers`)
  const codes = (packed: PackedArray, below: number, what: string): Int32Array => {
    const values = numbers(packed, samples, what)
    const result = new Int32Array(values)
    for (let i = 0; i < samples; i++)
      if (!(values[i] < below && values[i] === result[i])) fail(`${what} hold ${values[i]} but there are ${below}`)
    return result
  }
  const finite = (values: Float64Array, what: string) => {
    for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) fail(`${what} are not all numbers`)
    return values
  }

  const embeddingOf = ({ columns, values }: NonNullable<TreeRecord['embedding']>) => {
    const what = 'the places in the embedding of the tree'
    return { rows: samples, columns, data: finite(numbers(values, samples * columns, what), what) }
  }

  if (assignment.ids && assignment.ids.length !== samples)
    fail(`has ${counted(assignment.ids.length, 'id')} for ${counted(samples, 'sample')}`)
  const labels = codes(assignment.labels, clusters, 'the labels')
  const { coverage } = record
  if (coverage && (coverage.samples !== samples || coverage.views.length !== views.length))
    fail(`counts who has ${counted(coverage.views.length, 'view')} of ${counted(coverage.samples, 'sample')}`)
  if (sizes.length !== clusters) fail(`has ${counted(sizes.length, 'size')} for ${counted(clusters, 'cluster')}`)
  const counts = new Array<number>(clusters).fill(0)
  for (const label of labels) counts[label]++
  if (counts.some((size, cluster) => size !== sizes[cluster]))
    fail('the sizes of the clusters are not those of the labels')
  const { truth, confidence, outlierScores, outliers } = assignment
  const { clusterConfidence: sureness, leaveOneOut } = record
  if (sureness && sureness.length !== clusters)
    fail(`has the confidence of ${counted(sureness.length, 'cluster')} but ${counted(clusters, 'cluster')}`)
  const stranger = leaveOneOut?.find(({ view }) => !views.some(({ name }) => name === view))
  if (stranger) fail(`left out the view "${stranger.view}", which is not there`)
  for (const { column, clusters: parts } of byCluster(record.associations))
    if (parts !== clusters) fail(`has ${column} of ${parts} of ${counted(clusters, 'cluster')}`)
  if (explanation) {
    const square = views.length + 1
    const { support, agreement, clusters: parts } = explanation
    if (support.length !== views.length)
      fail(`has the support of ${counted(support.length, 'view')} but ${counted(views.length, 'view')}`)
    if (agreement.length !== square || agreement.some((row) => row.length !== square))
      fail(`the agreement of the views is not ${square}×${square}`)
    if (parts.length !== clusters) fail(`explains ${parts.length} of ${counted(clusters, 'cluster')}`)
    for (const { typical, doubtful, features } of parts) {
      const beyond = [...typical, ...doubtful].find((sample) => sample >= samples)
      if (beyond !== undefined) fail(`names sample ${beyond} of ${samples}`)
      if (features.length !== views.length)
        fail(`has features of ${counted(features.length, 'view')} but ${counted(views.length, 'view')}`)
    }
    const { viewMaps } = explanation
    if (viewMaps && viewMaps.length !== views.length)
      fail(`has the maps of ${counted(viewMaps.length, 'view')} but ${counted(views.length, 'view')}`)
    if (explanation.views && explanation.views.length !== views.length)
      fail(`has the leanings of ${counted(explanation.views.length, 'view')} but ${counted(views.length, 'view')}`)
  }
  const { names, tree, duplicates = [] } = record
  if (names && names.length !== clusters)
    fail(`has ${counted(names.length, 'name')} for ${counted(clusters, 'cluster')}`)
  if (record.namedBy && record.namedBy.length !== clusters)
    fail(`says what names ${counted(record.namedBy.length, 'cluster')} of ${clusters}`)
  const beyond = duplicates.find(({ second, first }) => second >= samples || first >= second)
  if (beyond) fail(`names samples ${beyond.first} and ${beyond.second} of ${samples} as copies`)
  if (tree) checkTree(tree, samples, fail)
  return {
    record,
    ids: assignment.ids,
    labels,
    confidence: confidence && finite(numbers(confidence, samples, 'the confidences'), 'the confidences'),
    truth: truth && {
      name: truth.name,
      classes: truth.classes,
      codes: codes(truth.codes, truth.classes.length, 'the true labels'),
    },
    outlierScores: outlierScores
      ? finite(numbers(outlierScores, samples, 'the outlier scores'), 'the outlier scores')
      : null,
    outliers: outliers ? Uint8Array.from(codes(outliers, 2, 'the marks of outliers')) : null,
    tree: tree
      ? {
          leaves: codes(tree.leaves, tree.leafSizes.length, 'the leaves of the tree'),
          leafSizes: [...tree.leafSizes],
          merges: [...tree.merges],
          ...(tree.embedding ? { embedding: embeddingOf(tree.embedding) } : {}),
        }
      : null,
    metadata: (assignment.metadata ?? []).map((column): MetadataColumn => {
      const what = `the values of ${column.name}`
      if (column.kind !== 'category') return { ...column, values: numbers(column.values, samples, what) }
      const { levels } = column
      const columnCodes = codes(column.codes, levels.length + 1, what)
      return { ...column, levels: [...levels], codes: columnCodes.map((code) => (code === levels.length ? -1 : code)) }
    }),
    explanation: explanation && {
      ...explanation,
      map: finite(numbers(explanation.map, 2 * samples, 'the places on the map'), 'the places on the map'),
      viewMaps:
        explanation.viewMaps?.map(({ map, trust }) => ({
          map: unpackPlaces(numbers(map, 2 * samples, 'the places on the map of a view')),
          trust,
        })) ?? null,
      views:
        explanation.views?.map(({ leaning, strength }) => ({
          leaning: codes(leaning, clusters + 1, 'the clusters that views lean to').map((c) =>
            c === clusters ? -1 : c,
          ),
          strength: Float64Array.from(codes(strength, 101, 'the strengths of views'), (share) => share / 100),
        })) ?? null,
    },
  }
}

/** The clustering that was stored, without its matrices. */
export function clusteringOf({ record, ids, labels, confidence, ...fields }: StoredClustering): Clustering {
  const { method, clusters, seed, options, samples, iterations, converged, viewWeights, history, warnings } = record
  const { choice = null } = record
  return {
    method,
    clusters,
    seed,
    options,
    ids: ids ?? Array.from({ length: samples }, (_, i) => String(i)),
    seconds: 0,
    labels,
    memberships: null,
    confidence,
    embedding: null,
    viewWeights,
    iterations,
    converged,
    history: { objective: [...history.objective], change: [...history.change] },
    warnings: [...warnings],
    details: {},
    choice,
    ...(fields.tree ? { tree: fields.tree } : {}),
    ...(fields.outlierScores ? { outlierScores: fields.outlierScores } : {}),
    ...(fields.outliers ? { outliers: fields.outliers } : {}),
    ...(record.duplicates ? { duplicates: [...record.duplicates] } : {}),
  }
}

/** What `associate` gave, again from a record; null where there is no metadata. */
export function storedAssociations({ record, metadata }: StoredClustering): Associations | null {
  return record.associations ? { ...record.associations, columns: [...metadata] } : null
}

/** Every node of a tree is merged once, after it was made. */
function checkTree({ leafSizes, merges }: TreeRecord, samples: number, fail: (what: string) => never): void {
  const count = leafSizes.length
  if (leafSizes.reduce((sum, size) => sum + size, 0) !== samples)
    fail(`the leaves of the tree do not hold ${counted(samples, 'sample')}`)
  if (merges.length !== count - 1) fail(`the tree has ${counted(merges.length, 'merge')} for ${count} leaves`)
  const merged = merges.flatMap(({ first, second }) => [first, second])
  if (new Set(merged).size !== merged.length || merged.some((node, at) => node >= count + (at >> 1)))
    fail('the merges of the tree do not fit together')
}

/** How many clusters each test tells of. */
function byCluster(tested: ClusteringRecord['associations']): { column: string; clusters: number }[] {
  return (tested?.associations ?? []).map((association) => {
    const parts =
      association.kind === 'category'
        ? association.counts
        : association.kind === 'survival'
          ? association.curves
          : association.clusters
    return { column: association.column, clusters: parts.length }
  })
}
