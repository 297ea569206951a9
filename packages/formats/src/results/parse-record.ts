import { InputError } from '@manyview/core'
import * as v from 'valibot'
import type { ClusteringRecord } from './clustering-record.ts'
import { associationsSchema, columnSchema, packedSchema as packed } from './metadata-schema.ts'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const texts = v.array(v.string())
const numbers = v.array(v.number())
/** Records by the names of views; `v.record` would drop a view that is called `constructor`. */
const weights = v.custom<Record<string, number>>((value) => isByView(value, 'number'))
const words = v.custom<Record<string, string>>((value) => isByView(value, 'string'))
const feature = v.object({
  feature: count,
  name: v.optional(v.string()),
  effect: v.pipe(v.number(), v.minValue(-1), v.maxValue(1)),
  byChance: v.optional(v.boolean()),
  word: v.optional(v.literal(true)),
  meanInside: v.number(),
  meanOutside: v.number(),
})
const scores = v.object({
  acc: v.number(),
  nmi: v.number(),
  purity: v.number(),
  ari: v.number(),
  fscore: v.number(),
})
const leftOut = v.object({
  view: v.string(),
  samples: count,
  ari: v.nullable(v.number()),
  nmi: v.nullable(v.number()),
  confidenceChange: v.nullable(v.number()),
  scores: v.nullable(scores),
  scoreChange: v.nullable(scores),
  problem: v.nullable(v.string()),
})
const schema = v.object({
  format: v.literal('manyview clustering'),
  version: v.literal(1),
  versions: v.record(v.string(), v.string()),
  inputs: v.array(v.object({ name: v.string(), bytes: count, sha256: v.string() })),
  reading: v.record(v.string(), v.unknown()),
  method: v.string(),
  clusters: v.pipe(count, v.minValue(1)),
  seed: v.pipe(v.number(), v.safeInteger()),
  options: v.objectWithRest(
    // Older files have the weights as JSON text.
    { viewWeights: v.optional(v.nullable(v.union([weights, v.pipe(v.string(), v.parseJson(), weights)]))) },
    v.union([v.number(), v.string(), v.boolean(), weights, words, v.null()]),
  ),
  samples: v.pipe(count, v.minValue(1)),
  views: v.pipe(
    v.array(v.object({ name: v.string(), features: count, kind: v.optional(v.string()), sparse: v.boolean() })),
    v.minLength(1),
  ),
  coverage: v.optional(
    v.object({
      samples: count,
      views: v.array(v.object({ name: v.string(), samples: count })),
      patterns: v.array(v.object({ views: texts, samples: count })),
    }),
  ),
  filled: v.optional(
    v.array(
      v.object({
        name: v.string(),
        values: count,
        share: v.number(),
        how: v.picklist(['mean', 'lowrank']),
        rank: v.optional(count),
        error: v.optional(v.number()),
      }),
    ),
  ),
  choice: v.optional(
    v.object({
      clusters: v.pipe(count, v.minValue(1)),
      standsOut: v.boolean(),
      chance: v.number(),
      candidates: v.pipe(
        v.array(
          v.object({
            clusters: v.pipe(count, v.minValue(1)),
            score: v.number(),
            gap: v.number(),
            stability: v.number(),
            agreement: v.number(),
          }),
        ),
        v.minLength(1),
      ),
      reason: v.string(),
    }),
  ),
  names: v.optional(texts),
  sizes: v.array(count),
  clusterConfidence: v.optional(v.array(v.nullable(v.number()))),
  iterations: count,
  converged: v.boolean(),
  precision: v.optional(v.picklist(['single', 'relaxed'])),
  device: v.optional(v.string()),
  stopped: v.optional(v.literal(true)),
  viewWeights: v.nullable(weights),
  scores: v.nullable(scores),
  warnings: texts,
  // What is not a number, an objective that overflowed for example, is null in JSON.
  history: v.object({ objective: v.array(v.nullable(v.number())), change: v.array(v.nullable(v.number())) }),
  leaveOneOut: v.optional(v.array(leftOut)),
  associations: v.optional(associationsSchema),
  files: v.record(v.string(), v.string()),
  assignment: v.object({
    ids: v.nullable(texts),
    labels: packed,
    confidence: v.nullable(packed),
    outlierScores: v.optional(packed),
    outliers: v.optional(packed),
    truth: v.nullable(v.object({ name: v.string(), classes: texts, codes: packed })),
    metadata: v.optional(v.array(columnSchema)),
  }),
  tree: v.optional(
    v.object({
      leafSizes: v.array(count),
      merges: v.array(v.object({ first: count, second: count, height: v.number(), support: v.number() })),
      leaves: packed,
    }),
  ),
  duplicates: v.optional(
    v.array(v.object({ first: count, second: count, exact: v.boolean(), differsIn: v.nullable(v.string()) })),
  ),
  explanation: v.nullable(
    v.object({
      map: packed,
      mapTrust: v.optional(v.number()),
      pulledApart: v.optional(v.literal(true)),
      viewMaps: v.optional(v.array(v.object({ map: packed, trust: v.number() }))),
      support: numbers,
      agreement: v.array(numbers),
      views: v.optional(v.array(v.object({ leaning: packed, strength: packed }))),
      clusters: v.array(
        v.object({
          meanConfidence: v.nullable(v.number()),
          typical: v.array(count),
          doubtful: v.array(count),
          features: v.array(v.array(feature)),
        }),
      ),
    }),
  ),
})

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
  const checked = v.safeParse(schema, value, { abortEarly: true })
  if (checked.success) return checked.output as ClusteringRecord
  const [issue] = checked.issues
  const place = v.getDotPath(issue) ?? 'the file'
  throw refusal(
    name,
    `${place} should be ${issue.expected ?? 'something else'}, it was changed: make it again with "manyview fit"`,
  )
}

function refusal(name: string, message: string): InputError {
  return new InputError(message, { code: 'bad-record', argument: name })
}

function isByView(value: unknown, type: 'number' | 'string'): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((entry) => typeof entry === type)
}
