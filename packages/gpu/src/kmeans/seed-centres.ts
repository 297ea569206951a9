import type { Progress } from '@manyview/core'
import type { Card } from '../card.ts'
import { BLOCK, type CardRuns, MOST_TRIALS } from './card-runs.ts'
import { drawSeedsKernel, nearestSeedKernel, takeSeedKernel, trySeedsKernel } from './seed-kernels.ts'

/** Centres between two waits, so that the work of a dispatch does not pile up. */
const BETWEEN_WAITS = 16

/**
 * Writes the first centres of every run: points drawn with a probability that grows with the square of their distance from the centres before (k-means++), the best of several draws each. All numbers were drawn before, so that
 * nothing has to come back in between.
 */
export function* seedCentres(
  card: Card,
  { rows, runs, points, table }: CardRuns,
  centres: GPUBuffer,
  stage: string,
): Generator<Progress, void> {
  const blocks = runs.length * Math.ceil(rows / BLOCK)
  const total = Math.max(...runs.map(({ clusters }) => clusters))
  const room = card.room()
  try {
    const least = room.empty(runs.length * rows)
    const sums = room.empty(blocks)
    const tried = room.empty(blocks * MOST_TRIALS)
    const drawnPoints = room.written(runs.length * MOST_TRIALS, Uint32Array, (to) => {
      for (const [r, { draws }] of runs.entries()) to[r * MOST_TRIALS] = Math.min(Math.floor(draws[0] * rows), rows - 1)
    })
    const numbers = room.written(total * runs.length * MOST_TRIALS, Float32Array, (to) => {
      for (const [r, { draws, trials }] of runs.entries())
        for (let d = 1; d < draws.length; d++) {
          const place = (Math.floor((d - 1) / trials) + 1) * runs.length + r
          to[place * MOST_TRIALS + ((d - 1) % trials)] = draws[d]
        }
    })
    for (let c = 0; c < total; c++) {
      const settings = [rows, runs.length, c]
      if (c > 0) {
        card.run(nearestSeedKernel, [rows, runs.length, c - 1], [table, points, centres, least, sums], blocks)
        const groups = Math.ceil((runs.length * MOST_TRIALS) / 64)
        card.run(drawSeedsKernel, settings, [table, least, sums, numbers, drawnPoints], groups)
        if (runs.some(({ clusters, trials }) => c < clusters && trials > 1))
          card.run(trySeedsKernel, settings, [table, points, least, drawnPoints, tried], blocks)
      }
      card.run(takeSeedKernel, settings, [table, points, drawnPoints, tried, centres], runs.length)
      if (c % BETWEEN_WAITS === 0) yield* card.settle({ stage, iteration: c, total })
    }
  } finally {
    room.free()
  }
}
