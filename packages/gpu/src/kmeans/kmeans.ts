import type { Progress } from '@manyview/core'
import type { Grouping, GroupingStarts, Matrix } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { upload } from '../dense/card-matrix.ts'
import { assignKernel, clusterSumsKernel, meansKernel } from './kmeans-kernels.ts'
import { seedCentres } from './seed-centres.ts'

/** Points whose sums are one part of the sums of all, at least, and parts at the most. */
const SHARE = 1024
const PARTS = 512

/**
 * The best of several starts of k-means (k-means++, then Lloyd's steps) by squared error, all of them side by side. A start that loses a cluster does not count; null where all do. The same randoms, the same
 * labels. O(n · clusters · d) per start and step; 4·n·(d + 2·starts) bytes.
 */
export function* kmeans(
  card: Card,
  given: Matrix,
  { clusters, randoms, maxIterations }: GroupingStarts,
): Generator<Progress, Grouping | null> {
  const starts = randoms.length
  const room = card.room()
  try {
    const points = upload(room, given)
    const { buffer, rows, width } = points
    const quads = width / 4
    const blocks = Math.ceil(rows / 256)
    const share = Math.max(SHARE, Math.ceil(rows / PARTS))
    const shares = Math.ceil(rows / share)
    const centres = room.empty(starts * clusters * width)
    const errors = room.empty(starts * blocks)
    yield* seedCentres(card, points, clusters, randoms, centres, errors)

    const labels = room.empty(starts * rows)
    const changed = room.empty(starts)
    const counts = room.empty(starts * clusters)
    const parts = room.empty(starts * shares * clusters * (width + 4))
    const shape = [rows, quads, clusters, starts]
    const last = { stage: 'k-means', iteration: maxIterations, total: maxIterations }
    for (let iteration = 1; iteration <= maxIterations; iteration++) {
      card.write(changed, 0, new Float32Array(starts))
      card.run(assignKernel, shape, [buffer, centres, labels, changed, errors], starts * blocks)
      card.run(clusterSumsKernel, [...shape, share], [buffer, labels, parts], starts * shares)
      const groups = Math.ceil((starts * clusters * quads) / 64)
      card.run(meansKernel, [quads, clusters, starts, shares], [parts, centres, counts], groups)
      const moved = new Uint32Array(yield* card.read(changed, starts, { ...last, iteration }))
      if (moved.every((count) => count === 0)) break
    }
    const sums = new Float32Array(yield* card.read(errors, starts * blocks, last))
    const sizes = new Uint32Array(yield* card.read(counts, starts * clusters, last))
    let best: { start: number; squaredError: number } | null = null
    for (let start = 0; start < starts; start++) {
      const squaredError = sums.subarray(start * blocks, (start + 1) * blocks).reduce((sum, part) => sum + part, 0)
      const whole = !sizes.subarray(start * clusters, (start + 1) * clusters).includes(0)
      if (whole && (best === null || squaredError < best.squaredError)) best = { start, squaredError }
    }
    if (best === null) return null
    const found = new Int32Array(yield* card.read(labels, rows, last, best.start * rows))
    return { labels: found, squaredError: best.squaredError }
  } finally {
    room.free()
  }
}
