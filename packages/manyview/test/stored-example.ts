import type { Clustering } from '@manyview/core'
import { associate, type MetadataValue } from '@manyview/core/metadata'
import { matrix } from '@manyview/core/numerics'
import { clusteringRecord, type RunRecord, type StoredClustering, storedClustering } from '@manyview/formats'

/** What a test wants to be different. */
export interface Wanted {
  samples?: number
  clusters?: number
  ids?: string[]
  views?: string[]
  classes?: string[]
  warnings?: string[]
  explained?: boolean
  pulledApart?: boolean
  objective?: number[]
  leaveOneOut?: RunRecord['leaveOneOut']
  choice?: Clustering['choice']
  metadata?: Record<string, MetadataValue[]>
}

/** A clustering of made-up samples as it is read back: sample i is in cluster i mod clusters and lies on a spiral. */
export function storedExample(wanted: Wanted = {}): StoredClustering {
  const { samples = 60, clusters = 3, views = ['words', 'pixels'], classes, warnings = [], explained = true } = wanted
  const labels = Int32Array.from({ length: samples }, (_, i) => i % clusters)
  const clustering: Clustering = {
    method: 'consensus',
    clusters,
    seed: 7,
    options: { effort: 'full', neighbours: null },
    ids: wanted.ids ?? Array.from({ length: samples }, (_, i) => String(i)),
    seconds: 1.25,
    labels,
    memberships: null,
    confidence: Float64Array.from(labels, (_, i) => (i % 10) / 10),
    embedding: null,
    viewWeights: null,
    iterations: 4,
    converged: true,
    history: { objective: wanted.objective ?? [], change: [] },
    warnings,
    details: {},
    choice: wanted.choice ?? null,
    outlierScores: Float64Array.from(labels, (_, i) => (i % 7) - 2),
    duplicates: samples > 1 ? [{ first: 0, second: samples - 1, exact: false, differsIn: views[0] }] : [],
    tree: {
      leaves: labels,
      leafSizes: Array.from({ length: clusters }, (_, c) => labels.filter((label) => label === c).length),
      merges: Array.from({ length: clusters - 1 }, (_, m) => ({
        first: m === 0 ? 0 : clusters + m - 1,
        second: m + 1,
        height: (m + 1) / clusters,
        support: 0.5,
      })),
    },
  }
  const place = (i: number) => [Math.cos(i) * Math.sqrt(i), Math.sin(i) * Math.sqrt(i)]
  const side = views.length + 1
  const run: RunRecord = {
    versions: { manyview: '0.1.0' },
    inputs: [{ name: 'folder/data.mat', bytes: 1234, sha256: 'ab'.repeat(32) }],
    reading: {},
    views: views.map((name) => ({ name, features: 5, kind: 'numeric', sparse: false })),
    scores: classes ? { acc: 0.9, nmi: 0.8, purity: 0.9, ari: 0.7, fscore: 0.75 } : null,
    warnings,
    truth: classes && { name: 'truth', labels: Array.from(labels, (_, i) => classes[i % classes.length]) },
    leaveOneOut: wanted.leaveOneOut,
    metadata: wanted.metadata && associate(labels, wanted.metadata),
    explanation: explained
      ? {
          map: matrix(
            samples,
            2,
            Float64Array.from({ length: 2 * samples }, (_, p) => place(p >> 1)[p % 2]),
          ),
          mapTrust: 0.47,
          pulledApart: wanted.pulledApart ?? false,
          // As explain does, none for very many samples.
          viewMaps:
            samples > 20_000
              ? null
              : views.map((name, v) => ({
                  name,
                  map: matrix(
                    samples,
                    2,
                    Float64Array.from({ length: 2 * samples }, (_, p) =>
                      (p >> 1) % 7 === 6 ? Number.NaN : place((p >> 1) + v)[p % 2],
                    ),
                  ),
                  trust: 0.5 - 0.1 * v,
                })),
          support: views.map((_, v) => 0.8 - 0.3 * v),
          agreement: matrix(side, side, new Float64Array(side * side).fill(0.4)),
          views: views.map((name, v) => ({
            name,
            leaning: labels.map((label, i) => (i % 7 === 6 ? -1 : i % 5 === v ? (label + 1) % clusters : label)),
            strength: Float64Array.from(labels, (_, i) => (i % 4) / 4),
          })),
          clusters: Array.from({ length: clusters }, (_, cluster) => ({
            size: Math.ceil((samples - cluster) / clusters),
            meanConfidence: 0.5,
            typical: [cluster],
            doubtful: [Math.min(cluster + clusters, samples - 1)],
            features: Object.fromEntries(
              views.map((view) => [
                view,
                [
                  { feature: 2, effect: 0.75, byChance: false, meanInside: 4.5, meanOutside: 1 },
                  { feature: 4, effect: -0.5, byChance: true, meanInside: 0, meanOutside: 2 },
                ],
              ]),
            ),
          })),
        }
      : null,
  }
  return storedClustering(clusteringRecord(clustering, run))
}
