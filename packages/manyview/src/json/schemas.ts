import { recordParts } from '@manyview/formats'
import * as v from 'valibot'

// What `--json` prints, one schema per command. Fields may be added within a version; a change of meaning raises it.

const { count, texts, scores, leftOut, view, coverage, filled, choice, association } = recordParts

/** The version of everything that `--json` prints. */
export const printedVersion = 1

const printed = <Name extends string, Fields extends v.ObjectEntries>(name: Name, fields: Fields) =>
  v.object({ format: v.literal(`manyview ${name}`), version: v.literal(printedVersion), ...fields })

const byView = <T>(value: v.GenericSchema<T>) => v.record(v.string(), value)
const optionValue = v.union([
  v.number(),
  v.string(),
  v.boolean(),
  v.null(),
  v.record(v.string(), v.number()),
  v.record(v.string(), v.string()),
])
const options = v.record(v.string(), optionValue)
const classes = v.array(v.object({ name: v.string(), classes: count }))
const spread = v.object({ mean: v.number(), deviation: v.nullable(v.number()) })
const agreement = v.nullable(v.object({ ari: spread, nmi: spread, pairs: v.array(v.number()) }))
const eachView = v.array(v.object({ name: v.string(), features: count }))

const inspect = printed('inspect', {
  samples: count,
  ids: v.boolean(),
  views: v.array(
    v.object({
      name: v.string(),
      source: v.string(),
      kind: v.string(),
      samples: count,
      present: count,
      features: count,
      sparse: v.boolean(),
      type: v.string(),
      density: v.number(),
      missing: count,
      constantFeatures: count,
      duplicateSamples: count,
    }),
  ),
  labels: classes,
  metadata: classes,
  duplicateSamples: count,
  coverage: v.nullable(coverage),
  fitBytes: v.number(),
  notes: texts,
  warnings: texts,
})

const fit = printed('fit', {
  method: v.string(),
  options,
  seed: v.number(),
  shuffle: v.nullable(v.number()),
  samples: count,
  clusters: count,
  choice: v.optional(choice),
  views: v.array(view),
  coverage: v.optional(coverage),
  filled: v.optional(v.array(filled)),
  viewWeights: v.nullable(byView(v.number())),
  seconds: v.number(),
  secondsTotal: v.number(),
  stages: v.optional(v.record(v.string(), v.number())),
  iterations: count,
  converged: v.boolean(),
  objective: v.nullable(v.number()),
  change: v.nullable(v.number()),
  scores: v.nullable(scores),
  outliers: v.optional(count),
  leaveOneOut: v.optional(v.array(leftOut)),
  associations: v.optional(v.array(association)),
  /** With --sets: each set against each cluster, in each view that has at least 5 of its features. */
  sets: v.optional(
    v.array(
      v.object({
        view: v.string(),
        cluster: count,
        set: v.string(),
        features: count,
        effect: v.number(),
        p: v.number(),
        q: v.number(),
      }),
    ),
  ),
  warnings: texts,
  /** With `--json labels`: one label per sample in the order of the input, −1 for outliers. */
  ids: v.optional(texts),
  labels: v.optional(v.array(v.number())),
})

const assign = printed('assign', {
  model: v.object({
    method: v.string(),
    clusters: count,
    samples: count,
    way: v.string(),
    holdsTrainingData: v.boolean(),
  }),
  samples: count,
  views: eachView,
  sizes: v.array(count),
  unseen: v.nullable(count),
  meanConfidence: v.number(),
  seconds: v.number(),
  secondsTotal: v.number(),
  scores: v.nullable(scores),
  warnings: texts,
})

const cut = printed('cut', {
  samples: count,
  clusters: count,
  from: count,
  exact: v.boolean(),
  sizes: v.array(count),
  scores: v.nullable(scores),
  warnings: texts,
})

const score = v.intersect([printed('score', { samples: count }), scores])

const methods = printed('methods', {
  defaultMethod: v.string(),
  methods: v.array(
    v.looseObject({
      name: v.string(),
      title: v.string(),
      description: v.string(),
      cost: v.string(),
      source: v.string(),
      orderFree: v.boolean(),
      options: v.array(
        v.object({
          name: v.string(),
          description: v.string(),
          kind: v.picklist(['number', 'integer', 'choice', 'boolean', 'weights', 'kinds']),
          minimum: v.optional(v.number()),
          maximum: v.optional(v.number()),
          choices: v.optional(texts),
          default: v.union([v.number(), v.string(), v.boolean(), v.null()]),
        }),
      ),
    }),
  ),
})

const compare = printed('compare', {
  data: v.string(),
  samples: count,
  clusters: count,
  tuning: v.picklist(['none', 'labels', 'unsupervised']),
  repetitions: count,
  labelled: v.boolean(),
  leftOut: v.optional(v.string()),
  rows: v.array(
    v.object({
      name: v.string(),
      method: v.string(),
      order: v.picklist(['stored', 'shuffled']),
      settings: options,
      grid: v.object({ source: v.string(), tried: count, of: count }),
      repetitions: count,
      problem: v.nullable(v.string()),
      scores: v.nullable(v.object({ acc: spread, nmi: spread, purity: spread, ari: spread, fscore: spread })),
      bestRun: v.nullable(scores),
      chosen: v.array(v.object({ settings: options, repetitions: count })),
      collapsed: v.object({ repetitions: count, fewest: count }),
      agreement,
      seconds: v.nullable(spread),
      peakMemory: v.nullable(v.number()),
      warnings: texts,
    }),
  ),
  warnings: texts,
})

const auditedMethod = {
  method: v.string(),
  settings: options,
  orders: v.array(
    v.object({
      order: v.picklist(['stored', 'sorted', 'within', 'blocks', 'shuffled']),
      block: v.nullable(count),
      accuracies: v.array(v.number()),
      accuracy: v.nullable(spread),
      nmi: v.nullable(spread),
      agreement,
      withStored: v.array(v.number()),
      collapsed: count,
      fits: count,
      seconds: v.number(),
      problem: v.nullable(v.string()),
    }),
  ),
  verdict: v.string(),
  warnings: texts,
}

/** Of one method its audit, of several a list of them. */
const audit = v.union([
  printed('audit', { samples: count, clusters: count, ...auditedMethod }),
  printed('audit', {
    samples: count,
    clusters: count,
    audits: v.array(v.object({ name: v.string(), ...auditedMethod })),
  }),
])

/** By command what its `--json` prints; `demo --json` prints what `fit --json` does, `report --json` a clustering.json. */
export const printedSchemas = { inspect, fit, assign, cut, score, methods, compare, audit }
export type PrintedSchemas = typeof printedSchemas
