import { InputError } from '@manyview/core'
import {
  clusterName,
  dividedSamples,
  pulledElsewhere,
  recordParts,
  type StoredClustering,
  typicalFirst,
  verdict,
} from '@manyview/formats'
import * as v from 'valibot'

const { count, texts, scores, choice, association, coverage } = recordParts
/** How strongly a view must speak for another cluster to be named. */
const CLEARLY = 0.2
/** Samples that are named of each kind. */
const NAMED = 5

/** What the tool `explain` answers. */
export const explanationSchema = v.object({
  format: v.literal('manyview explanation'),
  version: v.literal(1),
  verdict: v.string(),
  method: v.string(),
  samples: count,
  clusters: v.array(
    v.object({
      cluster: count,
      name: v.string(),
      size: count,
      meanConfidence: v.nullable(v.number()),
      /** Strongest first, of all views together. */
      features: v.array(
        v.object({
          view: v.string(),
          feature: v.string(),
          effect: v.number(),
          byChance: v.boolean(),
          meanInside: v.number(),
          meanOutside: v.number(),
        }),
      ),
      typical: texts,
      doubtful: texts,
    }),
  ),
  views: v.array(v.object({ name: v.string(), features: count, support: v.nullable(v.number()) })),
  /** Samples that some views put elsewhere, those first on which views differ most. */
  divided: v.array(
    v.object({
      id: v.string(),
      cluster: count,
      here: texts,
      elsewhere: v.array(v.object({ view: v.string(), cluster: count })),
    }),
  ),
  outliers: v.nullable(count),
  choice: v.optional(choice),
  coverage: v.optional(coverage),
  associations: v.optional(v.array(association)),
  scores: v.nullable(scores),
  warnings: texts,
})

/** What a clustering says in words and numbers, with at most `most` features per cluster. */
export function explainResult(stored: StoredClustering, most: number): v.InferInput<typeof explanationSchema> {
  const { record, labels, explanation, outliers } = stored
  const id = idOf(stored)
  return {
    format: 'manyview explanation',
    version: 1,
    verdict: verdict(stored),
    method: record.method,
    samples: record.samples,
    clusters: record.sizes.map((size, cluster) => {
      const { features = [], typical = [], doubtful = [] } = explanation?.clusters[cluster] ?? {}
      const effects = features.flatMap((list, view) => list.map((feature) => ({ ...feature, view })))
      effects.sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
      return {
        cluster,
        name: clusterName(record, cluster),
        size,
        meanConfidence: record.clusterConfidence?.[cluster] ?? null,
        features: effects.slice(0, most).map(({ view, feature, name, effect, byChance, meanInside, meanOutside }) => ({
          view: record.views[view].name,
          feature: name ?? `feature ${feature}`,
          effect,
          byChance: byChance === true,
          meanInside,
          meanOutside,
        })),
        typical: typical.slice(0, NAMED).map(id),
        doubtful: doubtful.slice(0, NAMED).map(id),
      }
    }),
    views: record.views.map(({ name, features }, view) => ({
      name,
      features,
      support: explanation?.support[view] ?? null,
    })),
    divided: dividedSamples(stored)
      .slice(0, 2 * NAMED)
      .map(({ sample, here, elsewhere }) => ({ id: id(sample), cluster: labels[sample], here, elsewhere })),
    outliers: outliers?.reduce((sum, mark) => sum + mark, 0) ?? null,
    ...(record.choice && { choice: record.choice }),
    ...(record.coverage && { coverage: record.coverage }),
    ...(record.associations && { associations: record.associations.associations }),
    scores: record.scores,
    warnings: [...record.warnings],
  }
}

/** What the tool `samples_of` answers. */
export const samplesSchema = v.object({
  format: v.literal('manyview samples'),
  version: v.literal(1),
  cluster: count,
  name: v.string(),
  /** In the cluster, those that were set aside as outliers not counted. */
  total: count,
  samples: v.array(
    v.object({
      id: v.string(),
      confidence: v.nullable(v.number()),
      outlierScore: v.nullable(v.number()),
      elsewhere: v.array(v.object({ view: v.string(), cluster: count })),
      metadata: v.record(v.string(), v.union([v.string(), v.number(), v.null()])),
    }),
  ),
})

/** The samples of a cluster from place `offset` on, the most typical first. */
export function samplesOf(
  stored: StoredClustering,
  { cluster, offset, limit }: { cluster: number; offset: number; limit: number },
): v.InferInput<typeof samplesSchema> {
  const { record, confidence, outlierScores, outliers, metadata } = stored
  if (cluster >= record.clusters)
    throw new InputError(`is ${cluster} but there are ${record.clusters} clusters, numbered from 0`, {
      code: 'bad-option',
      argument: 'cluster',
    })
  const members = typicalFirst(stored, cluster).filter((sample) => !outliers?.[sample])
  const id = idOf(stored)
  return {
    format: 'manyview samples',
    version: 1,
    cluster,
    name: clusterName(record, cluster),
    total: members.length,
    samples: members.slice(offset, offset + limit).map((sample) => ({
      id: id(sample),
      confidence: confidence?.[sample] ?? null,
      outlierScore: outlierScores?.[sample] ?? null,
      elsewhere: pulledElsewhere(stored, sample, CLEARLY),
      metadata: Object.fromEntries(metadata.map((column) => [column.name, valueIn(column, sample)])),
    })),
  }
}

function valueIn(column: StoredClustering['metadata'][number], sample: number): string | number | null {
  if (column.kind === 'category') return column.levels[column.codes[sample]] ?? null
  const value = column.values[sample]
  if (Number.isNaN(value)) return null
  return column.kind === 'date' ? new Date(value * 86_400_000).toISOString().slice(0, 10) : value
}

const idOf =
  ({ ids }: StoredClustering) =>
  (sample: number) =>
    ids?.[sample] ?? String(sample)
