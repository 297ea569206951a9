import type { Progress } from '@manyview/core'
import type { Random } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { bits } from '../dense/bits.ts'
import type { CardMatrix } from '../dense/card-matrix.ts'
import { nearestSeedKernel, takeSeedKernel } from './kmeans-kernels.ts'

/** Where a start looks for its next centre, see `takeSeedKernel`. */
interface Draw {
  begin: number
  end: number
  limit: number
}

/**
 * Writes the first centres of every start to `centres` (starts × clusters rows): points drawn with a probability that grows with the square of their distance from the centres before (k-means++). `sums` has
 * room for one number per start and 256 points.
 */
export function* seedCentres(
  card: Card,
  { buffer, rows, width }: CardMatrix,
  clusters: number,
  randoms: readonly Random[],
  centres: GPUBuffer,
  sums: GPUBuffer,
): Generator<Progress, void> {
  const starts = randoms.length
  const blocks = Math.ceil(rows / 256)
  const room = card.room()
  try {
    const least = room.empty(starts * rows)
    let draws = randoms.map((random) => only(random.below(rows)))
    for (let c = 0; c < clusters; c++) {
      const settings = [rows, width / 4, clusters, c, starts]
      const drawn = room.integers(draws.flatMap(({ begin, end, limit }) => [begin, end, ...bits(limit)]))
      card.run(takeSeedKernel, settings, [buffer, least, drawn, centres], Math.ceil(starts / 64))
      if (c === clusters - 1) return
      card.run(nearestSeedKernel, settings, [buffer, centres, least, sums], starts * blocks)
      const progress = { stage: 'k-means', iteration: c, total: clusters }
      const found = new Float32Array(yield* card.read(sums, starts * blocks, progress))
      draws = randoms.map((random, s) => nextDraw(random, found.subarray(s * blocks, (s + 1) * blocks), rows))
    }
  } finally {
    room.free()
  }
}

/** Draws among the points by their squared distances, which are known by their sums over each 256. */
function nextDraw(random: Random, sums: Float32Array, rows: number): Draw {
  const whole = sums.reduce((sum, part) => sum + part, 0)
  if (whole === 0) return only(random.below(rows))
  let rest = random.uniform() * whole
  let block = 0
  while (block < sums.length - 1 && rest >= sums[block]) rest -= sums[block++]
  return { begin: 256 * block, end: Math.min(256 * (block + 1), rows), limit: rest }
}

/** This point and no other. */
function only(point: number): Draw {
  return { begin: point, end: point + 1, limit: 0 }
}
