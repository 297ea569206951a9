import { exactSum } from '../../runtime/ranks/exact-sum.ts'
import { BoundedAssignment } from './bounded-assignment.ts'
import { type PointsOnRanks, pointAt } from './points-on-ranks.ts'

/**
 * Lloyd's steps as in `lloyd`, where each rank has its own points: sums and sizes of the clusters go over all ranks, one message of 2·k·d + k + 1 numbers per step. The sums are exact
 * (kernel `sumExactly`), so that any number of ranks comes to the same bytes. Yields after every step; gives this rank's labels and the squared error of all points.
 * Allocates and leaves the release to the caller.
 */
export function* lloydOverRanks(
  points: PointsOnRanks,
  start: Float64Array,
  maxIterations: number,
): Generator<void, { labels: Int32Array; squaredError: number }> {
  const { ranks, kernels, block, samples, features } = points
  const { length } = start
  const clusters = length / features
  const assignment = new BoundedAssignment(kernels, block, samples, features, start)
  const sums = kernels.allocate(2 * length)
  const message = new Float64Array(2 * length + clusters + 1)
  const low = sums.pointer + 8 * length
  const { centres } = assignment
  /** Both parts of the sums, the sizes and how many ranks have labels that changed, over all ranks. */
  const totals = () => {
    sums.f64.fill(0)
    kernels.call.sumExactly(block.pointer, samples, features, assignment.labelPointer, sums.pointer, low)
    message.set(sums.f64)
    message.set(assignment.countLabels(), 2 * length)
    message[2 * length + clusters] = assignment.changed ? 1 : 0
    ranks.allReduceSum(message)
    return { counts: message.subarray(2 * length, 2 * length + clusters), changed: message[2 * length + clusters] }
  }
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    assignment.assign()
    let found = totals()
    if (found.counts.includes(0) && repairInto(points, assignment, found.counts)) found = totals()
    if (found.changed === 0) break
    for (let at = 0; at < length; at++) {
      const count = found.counts[Math.floor(at / features)]
      // The mean of equal points is that point: either quotient is exact.
      if (count > 0) centres.f64[at] = message[at] / count + message[length + at] / count
    }
    assignment.follow()
    yield
  }
  return { labels: assignment.labels.slice(), squaredError: exactSum(ranks, assignment.measure(), points.total) }
}

/** `repairEmptyClustersInto` over ranks: the farthest point of all goes to an empty cluster, and the next one; true where one went. `counts` are those of all ranks. */
function repairInto(points: PointsOnRanks, assignment: BoundedAssignment, counts: Float64Array): boolean {
  const { ranks, features } = points
  const { labels, centres } = assignment
  const distances = assignment.measure()
  let repaired = false
  for (let cluster = 0; cluster < counts.length; cluster++) {
    if (counts[cluster] > 0) continue
    let farthest = -1
    for (let i = 0; i < labels.length; i++)
      if (counts[labels[i]] > 1 && distances[i] > (farthest < 0 ? 0 : distances[farthest])) farthest = i
    const offer = new Float64Array(features + 2)
    if (farthest >= 0) offer.set([distances[farthest], labels[farthest], ...pointAt(points, farthest)])
    const offers = ranks.allGather(offer)
    let best = 0
    for (let r = 1; r < ranks.size; r++) if (offers[r * offer.length] > offers[best * offer.length]) best = r
    const [distance, label, ...point] = offers.subarray(best * offer.length, (best + 1) * offer.length)
    if (distance === 0) break
    counts[label]--
    counts[cluster] = 1
    centres.f64.set(point, cluster * features)
    repaired = true
    if (best !== ranks.rank) continue
    labels[farthest] = cluster
    distances[farthest] = 0
    assignment.forget(farthest)
  }
  return repaired
}
