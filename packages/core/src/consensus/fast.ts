import type { Evidence } from '../evidence/evidence.ts'
import { assignToCentres } from '../numerics/kmeans/assign-to-centres.ts'
import { centreMemberships } from '../numerics/kmeans/centre-memberships.ts'
import { clusterCentres } from '../numerics/kmeans/cluster-centres.ts'
import { finalKmeans } from '../numerics/kmeans/final-kmeans.ts'
import { columnsOf } from '../numerics/linalg/matrix.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { mapProgress } from '../runtime/steps.ts'
import { embed, release, rowsOf } from './embedding.ts'
import { type FittedSamples, fittedRows } from './fitted-samples.ts'
import type { ClusterResult } from './result.ts'
import { embedOnDemand } from './rows-on-demand.ts'
import { clusterTree } from './tree.ts'
import { margins } from './vote.ts'

/**
 * The fit with little effort: one graph, one embedding, one k-means. Samples that k-means is not fitted to join the nearest centre. Memberships are shares of the inverse squared distances to the centres; confidence is the
 * membership of the own cluster less the largest other one.
 */
export function* fitFast(
  rt: Runtime,
  { samples, graphs, features }: Evidence,
  fitted: FittedSamples,
  clusters: number,
): Generator<Progress, ClusterResult> {
  const { kernels } = rt
  const isWhole = fitted.all.length === samples.total
  const embedded = { samples, graph: graphs[0].graph, features, clusters, random: rt.random('embedding', 0) }
  const embedding = isWhole ? yield* embed(rt, embedded) : yield* embedOnDemand(rt, embedded, {})
  const all = Uint32Array.from({ length: samples.count }, (_, i) => i)
  const points = yield* rowsOf(embedding, all)
  release(embedding)
  const fittedPoints = isWhole
    ? points
    : fittedRows(samples, fitted, yield* rowsOf({ ...embedding, points }, fitted.own))
  const kmeans = yield* finalKmeans(kernels, fittedPoints, clusters, rt.random('final'))
  const [{ centres }] = clusterCentres(kernels, fittedPoints, [{ labels: kmeans, clusters }])
  let labels = kmeans
  if (!isWhole) {
    const turn = { stage: 'assign', total: points.rows }
    const assigning = assignToCentres(rt, points, [{ centres, first: 0 }])
    const [nearest] = yield* mapProgress(assigning, (iteration) => ({ ...turn, iteration }))
    labels = Int32Array.from(nearest)
  }
  const memberships = centreMemberships(points, centres)
  const filtered = columnsOf(points, embedding.split, points.columns)
  const tree = yield* clusterTree(rt, samples, filtered, { labels, clusters }, fitted, isWhole)
  return { labels, memberships, confidence: margins(memberships, labels), embedding: points, tree, details: {} }
}
