// Run on every rank by consensus-over-ranks.test.ts: a small vote, and whole fits.
import { cohesionOf } from '../../src/consensus/confidence.ts'
import { type Vote, voteOn } from '../../src/consensus/vote.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import type { Ranks } from '../../src/runtime/ranks/ranks.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { type FoundFit, type GivenFit, run as runFits } from '../runtime/ranks/fit-program.ts'
import { samplesInOrder } from '../samples-in-order.ts'
import { memberOf } from './member-of.ts'

/** What all ranks come to together. */
export interface FoundOnRanks {
  fits: Record<string, FoundFit | string | null>
  vote: Pick<Vote, 'labels' | 'confidence'> & { cohesion: Float64Array }
}

export async function run(ranks: Ranks = singleProcess, given: Record<string, GivenFit>): Promise<FoundOnRanks> {
  return { fits: await runFits(ranks, given), vote: await smallVote(ranks) }
}

/** Nine samples, of which the consensus leaves one open; no member has the third cluster, so that it would lose all its samples. */
async function smallVote(ranks: Ranks): Promise<FoundOnRanks['vote']> {
  const samples = samplesInOrder(9, ranks)
  const own = (values: number[]) => values.slice(samples.begin, samples.end)
  const members = [
    [0, 0, 0, 0, 1, 0, 1, 1, 1],
    [0, 0, 0, 0, 1, 1, 1, 1, 1],
  ].map((labels) => memberOf(own(labels), { clusters: 2, fitted: Int32Array.from(labels) }))
  const voters = { members, weights: [1, 2] }
  const consensus = Int32Array.from(own([0, 0, 0, 0, -1, 1, 1, 2, 1]))
  const { labels, confidence } = runToEnd(
    voteOn({ kernels: await Kernels.load(), device: null }, samples, voters, consensus, 3),
  )
  return {
    labels: samples.gather(labels),
    confidence: samples.gather(confidence),
    cohesion: samples.gather(cohesionOf(samples, voters, labels, 3)),
  }
}
