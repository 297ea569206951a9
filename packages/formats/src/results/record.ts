import {
  type ClusterChoice,
  type Clustering,
  type Coverage,
  type Duplicate,
  InputError,
  type LeftOut,
  type Scores,
} from '@manyview/core'
import type { Association, Associations } from '@manyview/core/metadata'
import type { FilledView } from '@manyview/core/methods'
import * as v from 'valibot'

// What clustering.json holds stands here once: the types come from the schema. What core has a type for is checked against it.

/** A type whose lists are only read; types of core stay as they are. */
type ReadOnly<T> = T extends Coverage | ClusterChoice | AssociationsRecord
  ? T
  : T extends readonly (infer Entry)[]
    ? readonly ReadOnly<Entry>[]
    : T extends object
      ? { [Key in keyof T]: ReadOnly<T[Key]> }
      : T

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const texts = v.array(v.string())
const numbers = v.array(v.number())
const quartile = v.nullable(v.number())
/** Records by the names of views; `v.record` would drop a view that is called `constructor`. */
const weights = v.custom<Record<string, number>>((value) => isByView(value, 'number'))
const words = v.custom<Record<string, string>>((value) => isByView(value, 'string'))

/** Numbers as base64 of their little-endian bytes: a third of the size that digits take, and nothing is rounded twice. */
const packed = v.object({
  type: v.picklist(['uint8', 'uint16', 'uint32', 'float32']),
  base64: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
})
export type PackedArray = ReadOnly<v.InferOutput<typeof packed>>

/** A column of metadata: categories as places in `levels` (their number where the value is missing), numbers and days since 1970 (NaN where it is missing). */
const column = v.variant('kind', [
  v.object({ name: v.string(), kind: v.literal('category'), levels: texts, codes: packed }),
  v.object({ name: v.string(), kind: v.picklist(['number', 'date']), values: packed }),
])
export type ColumnRecord = ReadOnly<v.InferOutput<typeof column>>

const tested = {
  column: v.string(),
  samples: count,
  test: v.picklist(['chi-squared', 'Fisher', 'Fisher, simulated', 'Kruskal-Wallis', 'log-rank']),
  statistic: v.nullable(v.number()),
  degrees: v.nullable(count),
  p: v.number(),
  q: v.number(),
  effect: v.number(),
  smallCounts: count,
}

/** How clusters go with metadata, as `associate` found it. */
export type AssociationsRecord = Omit<Associations, 'columns'>

const association: v.GenericSchema<Association> = v.variant('kind', [
  v.object({ ...tested, kind: v.literal('category'), levels: texts, counts: v.array(v.array(count)) }),
  v.object({
    ...tested,
    kind: v.picklist(['number', 'date']),
    clusters: v.array(v.object({ samples: count, lower: quartile, median: quartile, upper: quartile })),
  }),
  v.object({
    ...tested,
    kind: v.literal('survival'),
    horizon: v.number(),
    curves: v.array(
      v.object({
        samples: count,
        events: count,
        times: numbers,
        atRisk: v.array(count),
        eventsAt: v.array(count),
        survival: numbers,
        median: v.nullable(v.number()),
        expected: v.number(),
        restrictedMean: v.number(),
      }),
    ),
  }),
])

const associations: v.GenericSchema<AssociationsRecord> = v.object({
  associations: v.array(association),
  survival: v.nullable(v.object({ time: v.string(), event: v.string() })),
  leftOut: v.array(v.object({ column: v.string(), reason: v.string() })),
})

const feature = v.object({
  feature: count,
  name: v.optional(v.string()),
  effect: v.pipe(v.number(), v.minValue(-1), v.maxValue(1)),
  /** True: chance alone would show as much. Absent in older files. */
  byChance: v.optional(v.boolean()),
  /** True where it is a word of a text. */
  word: v.optional(v.literal(true)),
  meanInside: v.number(),
  meanOutside: v.number(),
})
export type FeatureRecord = ReadOnly<v.InferOutput<typeof feature>>

const scores: v.GenericSchema<Scores> = v.object({
  acc: v.number(),
  nmi: v.number(),
  purity: v.number(),
  ari: v.number(),
  fscore: v.number(),
})
const leftOut: v.GenericSchema<LeftOut> = v.object({
  view: v.string(),
  samples: count,
  ari: v.nullable(v.number()),
  nmi: v.nullable(v.number()),
  confidenceChange: v.nullable(v.number()),
  scores: v.nullable(scores),
  scoreChange: v.nullable(scores),
  problem: v.nullable(v.string()),
})
const view = v.object({ name: v.string(), features: count, kind: v.optional(v.string()), sparse: v.boolean() })
export type ViewRecord = ReadOnly<v.InferOutput<typeof view>>

const coverage: v.GenericSchema<Coverage> = v.object({
  samples: count,
  views: v.array(v.object({ name: v.string(), samples: count })),
  patterns: v.array(v.object({ views: texts, samples: count })),
})
const filled: v.GenericSchema<FilledView> = v.object({
  name: v.string(),
  values: count,
  share: v.number(),
  how: v.picklist(['mean', 'lowrank']),
  rank: v.optional(count),
  error: v.optional(v.number()),
})
const candidate = v.object({
  clusters: v.pipe(count, v.minValue(1)),
  score: v.number(),
  gap: v.number(),
  stability: v.number(),
  agreement: v.number(),
})
const choice: v.GenericSchema<ClusterChoice> = v.object({
  clusters: v.pipe(count, v.minValue(1)),
  standsOut: v.boolean(),
  chance: v.number(),
  candidates: v.pipe(v.array(candidate), v.minLength(1)),
  reason: v.string(),
})
const duplicate: v.GenericSchema<Duplicate> = v.object({
  first: count,
  second: count,
  exact: v.boolean(),
  differsIn: v.nullable(v.string()),
})
// What is not a number, an objective that overflowed for example, is null in JSON.
const course = v.array(v.nullable(v.number()) as v.GenericSchema<number>)
// Older files have the weights as JSON text.
const options = v.objectWithRest(
  { viewWeights: v.optional(v.nullable(v.union([weights, v.pipe(v.string(), v.parseJson(), weights)]))) },
  v.union([v.number(), v.string(), v.boolean(), weights, words, v.null()]),
) as v.GenericSchema<Clustering['options']>

/** Which sample is where. */
const assignment = v.object({
  /** Null: row numbers from 0. */
  ids: v.nullable(texts),
  labels: packed,
  confidence: v.nullable(packed),
  /** How unlike all others each sample is. Absent where the method does not measure it, and in older files. */
  outlierScores: v.optional(packed),
  /** 1 for outliers; only where they were asked for. */
  outliers: v.optional(packed),
  /** The true labels as places in `classes`; null where none were given. */
  truth: v.nullable(v.object({ name: v.string(), classes: texts, codes: packed })),
  /** What else is known of the samples; only where something is. */
  metadata: v.optional(v.array(column)),
})
export type AssignmentRecord = ReadOnly<v.InferOutput<typeof assignment>>

/** The tree of the clusters; see `ClusterTree`. */
const tree = v.object({
  leafSizes: v.array(count),
  merges: v.array(v.object({ first: count, second: count, height: v.number(), support: v.number() })),
  /** The leaf of each sample. */
  leaves: packed,
  /** Where the samples lie, row by row, so that a cut can be settled; absent where it would be large, and in older files. */
  embedding: v.optional(v.object({ columns: count, values: packed })),
})
export type TreeRecord = ReadOnly<v.InferOutput<typeof tree>>

/** What `explain` found, views in the order of the record's `views`. */
const explanation = v.object({
  /** x and y of each sample. */
  map: packed,
  /** How far samples near each other on the map are near in the data, 0 … 1. Absent in older files, whose maps hold a little of what was clustered. */
  mapTrust: v.optional(v.number()),
  /** True where the map pulls clusters apart. */
  pulledApart: v.optional(v.literal(true)),
  /** By view: x and y of each sample on the map of the view alone, whole numbers from 0 to 65,534, and 65,535 for samples that lack it; `trust` is its `mapTrust`. Absent where there are too many, and in older files. */
  viewMaps: v.optional(v.array(v.object({ map: packed, trust: v.number() }))),
  support: numbers,
  /** One row per view, and one for the clustering. */
  agreement: v.array(numbers),
  /** Where each view alone would put each sample: a cluster, or `clusters` where the sample lacks the view; how strongly, 0 … 100. Absent in older files. */
  views: v.optional(v.array(v.object({ leaning: packed, strength: packed }))),
  clusters: v.array(
    v.object({
      meanConfidence: v.nullable(v.number()),
      typical: v.array(count),
      doubtful: v.array(count),
      /** One list per view. */
      features: v.array(v.array(feature)),
    }),
  ),
})
export type ExplanationRecord = ReadOnly<v.InferOutput<typeof explanation>>

/** Parts of the record that programs are told of as well. */
export const recordParts = { count, texts, scores, leftOut, view, coverage, filled, choice, association }

/** All of clustering.json. */
export const record = v.object({
  format: v.literal('manyview clustering'),
  version: v.literal(1),
  /** Versions of the software, by name. */
  versions: v.record(v.string(), v.string()),
  /** The files that were read. */
  inputs: v.array(v.object({ name: v.string(), bytes: count, sha256: v.string() })),
  /** How they were read and ordered: everything that was asked for, for example `{ samples: 'rows', shuffle: 1 }`. */
  reading: v.record(v.string(), v.unknown()),
  method: v.string(),
  clusters: v.pipe(count, v.minValue(1)),
  seed: v.pipe(v.number(), v.safeInteger()),
  options,
  samples: v.pipe(count, v.minValue(1)),
  views: v.pipe(v.array(view), v.minLength(1)),
  /** Which views the samples have; only where some lack some. */
  coverage: v.optional(coverage),
  /** What was filled in where values were missing. */
  filled: v.optional(v.array(filled)),
  /** Why there are so many clusters; only where the number was chosen. */
  choice: v.optional(choice),
  /** What each cluster is called. Absent without an explanation, and in older files. */
  names: v.optional(texts),
  /** By cluster the column of metadata that its name comes from, null where it comes from the views; absent where all do. */
  namedBy: v.optional(v.array(v.nullable(v.string()))),
  /** Samples in each cluster. */
  sizes: v.array(count),
  /** Mean confidence of each cluster, null for an empty one. Absent where the method gives none, and in older files. */
  clusterConfidence: v.optional(v.array(v.nullable(v.number()))),
  iterations: count,
  converged: v.boolean(),
  /** How it was computed, where not in double precision. */
  precision: v.optional(v.picklist(['single', 'relaxed'])),
  /** The graphics card that it was computed on. */
  device: v.optional(v.string()),
  /** True where the fit was stopped early. */
  stopped: v.optional(v.literal(true)),
  viewWeights: v.nullable(weights),
  /** Against the true labels, where they were given. */
  scores: v.nullable(scores),
  /** Those of the reading and of the method. */
  warnings: texts,
  history: v.object({ objective: course, change: course }),
  /** What `leaveOneOut` found, where it was asked for. */
  leaveOneOut: v.optional(v.array(leftOut)),
  /** How clusters go with metadata; only where there is any. */
  associations: v.optional(associations),
  /** SHA-256 of the files written beside this one, by name. */
  files: v.record(v.string(), v.string()),
  assignment,
  /** Absent where the method keeps none, and in older files. */
  tree: v.optional(tree),
  /** Samples that coincide. Absent where the method does not look for them, and in older files. */
  duplicates: v.optional(v.array(duplicate)),
  explanation: v.nullable(explanation),
})

/** A clustering.json, version 1. It holds no times and no dates: the same run gives the same bytes. docs/clustering-json.md describes it. */
export type ClusteringRecord = ReadOnly<v.InferOutput<typeof record>>

/** Reads the text of a clustering.json, arrays still packed, and checks all of it. One that is none, is of a newer version, or was cut or changed gives an InputError. */
export function parseRecord(text: string, name = 'clustering.json'): ClusteringRecord {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refusal(name, 'is not JSON or was cut off, give the clustering.json that "manyview fit --out" wrote')
  }
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown }
  if (format !== 'manyview clustering')
    throw refusal(name, 'is no clustering of Manyview, give the clustering.json that "manyview fit --out" wrote')
  if (typeof version === 'number' && version > 1)
    throw refusal(name, `has version ${version} but this Manyview knows version 1, update Manyview`)
  const checked = v.safeParse(record, value, { abortEarly: true })
  if (checked.success) return checked.output
  const [issue] = checked.issues
  const place = v.getDotPath(issue) ?? 'the file'
  throw refusal(
    name,
    `${place} should be ${issue.expected ?? 'something else'}, it was changed: make it again with "manyview fit"`,
  )
}

/** The files that a clustering.json lists, with their checksums; null where the text is none. Nothing else of it is checked. */
export function recordedFiles(text: string): Readonly<Record<string, string>> | null {
  try {
    const { format, version, files } = JSON.parse(text) as Partial<ClusteringRecord>
    if (format !== 'manyview clustering' || version !== 1) return null
    return files && isByView(files, 'string') ? files : null
  } catch {
    return null
  }
}

function refusal(name: string, message: string): InputError {
  return new InputError(message, { code: 'bad-record', argument: name })
}

function isByView(value: unknown, type: 'number' | 'string'): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((entry) => typeof entry === type)
}
