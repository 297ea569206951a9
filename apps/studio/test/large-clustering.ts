import type { Clustering, Explanation } from '@manyview/core'
import { matrix, Random } from '@manyview/core/numerics'
import { clusteringRecord, recordText } from '@manyview/formats'

/** The text of clustering.json of so many samples in twelve groups, as the command writes it. */
export function largeClustering(samples: number): string {
  const random = new Random(3)
  const clusters = 12
  const labels = Int32Array.from({ length: samples }, () => random.below(clusters))
  const place = (i: number, axis: number) =>
    10 * Math.cos(labels[i] + 1.6 * axis) + 2 * (random.uniform() + random.uniform() - 1)
  const found = {
    ...{
      method: 'kmeans',
      clusters,
      choice: null,
      seed: 0,
      options: {},
      labels,
      ids: Array.from(labels.keys(), String),
    },
    ...{ memberships: null, confidence: null, embedding: null, viewWeights: null, iterations: 1, converged: true },
    ...{ history: { objective: [], change: [] }, warnings: [], details: {}, seconds: 1 },
  } satisfies Clustering
  const explanation: Explanation = {
    map: matrix(
      samples,
      2,
      Float64Array.from({ length: 2 * samples }, (_, p) => place(p >> 1, p % 2)),
    ),
    mapTrust: 1,
    pulledApart: false,
    viewMaps: null,
    support: [1],
    agreement: matrix(2, 2, Float64Array.of(1, 1, 1, 1)),
    views: [],
    clusters: Array.from({ length: clusters }, () => ({
      ...{ size: 0, meanConfidence: null, typical: [], doubtful: [] },
      features: { a: [] },
    })),
  }
  const views = [{ name: 'a', features: 2, sparse: false }]
  const run = { versions: {}, inputs: [], reading: {}, views, scores: null, warnings: [] }
  const { explanation: whole, ...rest } = clusteringRecord(found, { ...run, explanation })
  return recordText({ ...rest, explanation: whole && { ...whole, views: undefined } })
}
