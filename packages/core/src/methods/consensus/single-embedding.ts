import { assignToCentres, clusterMeans } from '../../cluster/assign-to-centres.ts'
import { centreMemberships } from '../../cluster/centre-memberships.ts'
import { takeRows } from '../../data/take-rows.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { Random } from '../../random/random.ts'
import type { Progress } from '../method.ts'
import type { Finding } from './canonical-views.ts'
import { embed } from './embeddings.ts'
import { finalKmeans } from './final-kmeans.ts'
import type { ViewGraphs } from './view-graphs.ts'

/**
 * The fast way: one graph, one embedding, one k-means; identical samples share the label that most of them have. With fewer than all samples to fit to, k-means runs on so
 * many drawn at random and the others join the nearest centre. Memberships are shares of the inverse squared distances to the centres; confidence is the membership of the
 * own cluster less the largest other one.
 */
export function* singleEmbedding(
  kernels: Kernels,
  seen: ViewGraphs,
  twins: Uint32Array,
  clusters: number,
  random: Random,
  _crew?: unknown,
  fitted = twins.length,
): Generator<Progress, Finding> {
  const all = fitted >= twins.length
  const { joined } = yield* embed(kernels, seen.graphs[0].graph, seen.features, clusters, random.split(1, 0), !all)
  const some = all ? joined : takeRows(joined, random.split(5).permutation(joined.rows).slice(0, fitted).sort())
  const found = yield* finalKmeans(kernels, some, clusters, random.split(4))
  const centres = clusterMeans(some, found, clusters)
  const labels = shareLabels(all ? found : yield* nearest(kernels, joined, centres), twins, clusters)
  const memberships = takeRows(centreMemberships(joined, centres), twins)
  return { labels, memberships, confidence: margins(memberships, labels), embedding: joined, details: {} }
}

function* nearest(kernels: Kernels, points: Matrix, centres: Matrix): Generator<Progress, Int32Array> {
  const assigning = assignToCentres(kernels, points, [{ centres, first: 0 }])
  let step = assigning.next()
  for (; !step.done; step = assigning.next()) yield { stage: 'assign', iteration: step.value, total: points.rows }
  return Int32Array.from(step.value[0])
}

/** Membership of the own cluster less the largest other, at least 0. */
function margins({ columns, data }: Matrix, labels: Int32Array): Float64Array {
  return Float64Array.from(labels, (label, i) => {
    let other = 0
    for (let j = 0; j < columns; j++) if (j !== label) other = Math.max(other, data[i * columns + j])
    return Math.max(data[i * columns + label] - other, 0)
  })
}

/** The label that most of the identical samples have, the lowest of equal ones. */
function shareLabels(labels: Int32Array, twins: Uint32Array, clusters: number): Int32Array {
  const groups = new Map<number, Int32Array>()
  twins.forEach((first, i) => {
    if (first !== i && !groups.has(first)) groups.set(first, new Int32Array(clusters))
  })
  twins.forEach((first, i) => {
    const votes = groups.get(first)
    if (votes) votes[labels[i]]++
  })
  return labels.map((label, i) => {
    const votes = groups.get(twins[i])
    return votes ? votes.indexOf(Math.max(...votes)) : label
  })
}
