import type { Matrix, Progress } from '@manyview/core'
import type { Grouping, GroupingRun } from '@manyview/core/runtime'
import type { Card } from '../card.ts'
import type { Room } from '../room.ts'
import { BLOCK, type CardRuns, MOST_TRIALS, pointsLength, uploadRuns } from './card-runs.ts'
import { assignKernel, clusterSumsKernel, meansKernel } from './kmeans-kernels.ts'
import { seedCentres } from './seed-centres.ts'

/** Points whose sums are one part of the sums of all, at least, and parts at the most. */
const SHARE = 1024
const PARTS = 512
/** Bytes of all those parts at the most, where one part of each run is less. */
const PART_BYTES = 2 ** 28

/**
 * Runs of k-means (k-means++ or the best of several draws, then Lloyd's steps) over point sets with the same samples (n×any), side by side: every dispatch goes on with all of them. A run that loses a cluster, or that the card
 * has no room for, gives null, and so do all with more than `upTo` points. The same randoms, the same labels. O(n · clusters · d) per run and step; 4·n·(Σd + 2·runs) bytes.
 */
export function* kmeans(
  card: Card,
  sets: readonly Matrix[],
  runs: readonly GroupingRun[],
  maxIterations: number,
  stage: string,
  upTo = Infinity,
): Generator<Progress, (Grouping | null)[]> {
  const [{ rows }] = sets
  const atOnce = Math.floor(card.largest / (4 * Math.max(rows, Math.ceil(rows / BLOCK) * MOST_TRIALS)))
  if (rows > upTo || 4 * pointsLength(sets) > card.largest || atOnce === 0) return runs.map(() => null)
  const results: (Grouping | null)[] = []
  for (let first = 0; first < runs.length; first += atOnce) {
    const room = card.room()
    try {
      const batch = uploadRuns(room, sets, runs.slice(first, first + atOnce))
      results.push(...(yield* groupings(card, room, batch, maxIterations, stage)))
    } finally {
      room.free()
    }
  }
  return results
}

function* groupings(
  card: Card,
  room: Room,
  given: CardRuns,
  maxIterations: number,
  stage: string,
): Generator<Progress, (Grouping | null)[]> {
  const { rows, points, table, most } = given
  const runs = given.runs.length
  const blocks = Math.ceil(rows / BLOCK)
  const centres = room.empty(4 * given.centres)
  yield* seedCentres(card, given, centres, stage)

  const share = shareOf(given)
  const shares = Math.ceil(rows / share)
  const errors = room.empty(runs * blocks)
  const labels = room.empty(runs * rows)
  const changed = room.empty(runs)
  const counts = room.empty(given.clusters)
  const parts = room.empty(4 * shares * (given.centres + given.clusters))
  const last = { stage, iteration: maxIterations, total: maxIterations }
  for (let iteration = 1; iteration <= maxIterations; iteration++) {
    card.write(changed, 0, new Float32Array(runs))
    card.run(assignKernel, [rows, runs], [table, points, centres, labels, changed, errors], runs * blocks)
    card.run(clusterSumsKernel, [rows, runs, share], [table, points, labels, parts], runs * shares)
    const groups = Math.ceil(most / 64)
    card.run(meansKernel, [runs, groups, shares], [table, parts, centres, counts], runs * groups)
    const moved = new Uint32Array(yield* card.read(changed, runs, { ...last, iteration }))
    if (moved.every((count) => count === 0)) break
  }
  const read = [errors, counts, labels]
  const lengths = [runs * blocks, given.clusters, runs * rows]
  const all = yield* card.readAll(
    read.map((buffer, b) => ({ buffer, length: lengths[b] })),
    last,
  )
  return groupingsOf(given, new Float32Array(all[0]), new Uint32Array(all[1]), new Int32Array(all[2]))
}

/** Points per part of the sums: a part has the sums of all clusters of all runs. */
function shareOf({ rows, centres, clusters }: CardRuns): number {
  const parts = Math.min(PARTS, Math.max(Math.floor(PART_BYTES / (16 * (centres + clusters))), 1))
  return Math.max(SHARE, Math.ceil(rows / parts))
}

/** What the runs have found, from the sums of squared distances over each 256 points, the sizes of all clusters and the labels of all runs. */
function groupingsOf(
  { rows, runs }: CardRuns,
  errors: Float32Array,
  sizes: Uint32Array,
  labels: Int32Array,
): (Grouping | null)[] {
  const blocks = Math.ceil(rows / BLOCK)
  let before = 0
  return runs.map(({ clusters }, r) => {
    before += clusters
    if (sizes.subarray(before - clusters, before).includes(0)) return null
    const squaredError = errors.subarray(r * blocks, (r + 1) * blocks).reduce((sum, part) => sum + part, 0)
    return { labels: labels.slice(r * rows, (r + 1) * rows), squaredError }
  })
}
