import type { DeviceRows } from '../../device/device.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { assignToCentres } from '../../kmeans/assign-to-centres.ts'
import { centreMemberships } from '../../kmeans/centre-memberships.ts'
import { clusterCentres } from '../../kmeans/cluster-centres.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { mapSteps } from '../../steps.ts'
import type { Finding } from './canonical-views.ts'
import { chosenRows, chosenSamples } from './chosen-samples.ts'
import { togetherInMemberships } from './count-together.ts'
import { embed } from './embeddings.ts'
import { finalKmeans } from './final-kmeans.ts'
import { margins } from './margins.ts'
import { memberTree } from './member-tree.ts'
import type { Search } from './search.ts'
import { addUpTwins, ownTwins, rowsOfFirstTwins } from './twins-over-ranks.ts'

/**
 * The fast way: one graph, one embedding, one k-means; identical samples share the label that most of them have. With fewer than all samples to fit to, k-means runs on so
 * many drawn at random and the others join the nearest centre. Memberships are shares of the inverse squared distances to the centres; confidence is the membership of the
 * own cluster less the largest other one. Ranks hold their own samples each, beside those that k-means runs on.
 */
export function* singleEmbedding(search: Search): Generator<Progress, Finding> {
  const { kernels, seen, twins, clusters, random, fitted, communicator } = search
  const all = fitted >= twins.length
  const { graph } = seen.graphs[0]
  const drawn = random.split(1, 0)
  const embedded = all
    ? embed(kernels, graph, seen.features, clusters, drawn, communicator)
    : search.many!.roughEmbedding(kernels, graph, seen.features, clusters, drawn, communicator)
  const joined = yield* broughtBack((yield* embedded).joined)
  const some = all ? joined : chosenRows(search, joined, chosenSamples(search))
  const found = yield* finalKmeans(kernels, some, clusters, random.split(4))
  const [{ centres }] = clusterCentres(kernels, some, [{ labels: found, clusters }])
  const own = all ? found : yield* nearest(kernels, joined, centres)
  const labels = shareLabels(communicator, own, twins, clusters)
  const memberships = rowsOfFirstTwins(communicator, twins, centreMemberships(joined, centres))
  const embedding = communicator.size === 1 ? joined : rowsOfFirstTwins(communicator, twins, joined)
  const tree = yield* memberTree(search, labels, togetherInMemberships(memberships, communicator))
  return { labels, memberships, confidence: margins(memberships, labels), embedding, tree, details: {} }
}

/** All rows in memory; what a device held is given back. */
function* broughtBack(joined: Matrix | DeviceRows): Generator<Progress, Matrix> {
  if (!('take' in joined)) return joined
  const all = yield* joined.take(Uint32Array.from({ length: joined.rows }, (_, i) => i))
  joined.close()
  return all
}

function* nearest(kernels: Kernels, points: Matrix, centres: Matrix): Generator<Progress, Int32Array> {
  const assigning = assignToCentres(kernels, points, [{ centres, first: 0 }])
  const [labels] = yield* mapSteps(assigning, (iteration) => ({ stage: 'assign', iteration, total: points.rows }))
  return Int32Array.from(labels)
}

/** The label that most of the identical samples have, the lowest of equal ones. */
function shareLabels(communicator: Communicator, labels: Int32Array, twins: Uint32Array, clusters: number): Int32Array {
  const votes = matrix(labels.length, clusters)
  labels.forEach((label, i) => {
    votes.data[i * clusters + label] = 1
  })
  addUpTwins(communicator, twins, votes)
  return Int32Array.from(ownTwins(communicator, twins), (first) => {
    const group = votes.data.subarray(first * clusters, (first + 1) * clusters)
    return group.indexOf(group.reduce((most, count) => Math.max(most, count)))
  })
}
