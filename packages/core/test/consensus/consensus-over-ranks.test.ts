import { beforeAll, describe, expect, it } from 'vitest'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { withManyDirections } from '../many-directions.ts'
import type { FoundFit, GivenFit } from '../runtime/ranks/fit-program.ts'
import { onRanks } from '../runtime/ranks/thread-ranks.ts'
import { type FoundOnRanks, run } from './consensus-program.ts'

/** So many that each of three ranks keeps its own where partitions are fitted to some. */
const SAMPLES = 900
const CLUSTERS = 4
const program = new URL('./consensus-program.ts', import.meta.url)

/** Four clusters in a view of few directions and one of many; each of the last hundred samples repeats one of the first. */
function someViews(): Record<string, number[][]> {
  const random = new Random(1)
  const truth = Array.from({ length: SAMPLES }, () => random.below(CLUSTERS))
  const view = (isMany: boolean) => {
    const centres = Array.from({ length: CLUSTERS }, () => Array.from({ length: 6 }, () => 2 * normal(random)))
    const rows = truth.map((label) => centres[label].map((middle) => middle + normal(random)))
    const all = isMany ? withManyDirections(rows, random) : rows
    return all.map((row, i) => all[i - SAMPLES + 100] ?? row)
  }
  return { one: view(false), two: view(true) }
}

const views = someViews()
const fits: Record<string, GivenFit> = {
  full: { views, options: { clusters: CLUSTERS, sample: 300 } },
  fast: { views, options: { clusters: CLUSTERS, sample: 300, effort: 'fast' } },
}
let alone: FoundOnRanks
const found = new Map<number, FoundOnRanks[]>()

beforeAll(async () => {
  alone = await run(undefined, fits)
  for (const size of [2, 3]) found.set(size, await onRanks<FoundOnRanks>(size, program, fits))
})

describe.each([2, 3])('the default method on %i ranks that keep their own samples', (size) => {
  const fit = (effort: string) => found.get(size)![0].fits[effort] as FoundFit

  it.each(['full', 'fast'])('gives every byte that one process gets, with %s effort', (effort) => {
    expect(fit(effort).memberships).toHaveLength(SAMPLES * CLUSTERS)
    expect(fit(effort)).toEqual(alone.fits[effort])
  })

  it.each(['full', 'fast'])('treats identical samples alike, whichever ranks they are on, with %s effort', (effort) => {
    const { memberships, embedding, confidence } = fit(effort)
    for (const values of [memberships, embedding!, confidence]) {
      const columns = values.length / SAMPLES
      const rows = (first: number) => values.subarray(first * columns, (first + 100) * columns)
      expect(rows(SAMPLES - 100)).toEqual(rows(0))
    }
  })

  it('keeps every cluster in a vote, by the sample of any rank that is most certain of it', () => {
    expect([...alone.vote.labels]).toContain(2)
    for (const rank of found.get(size)!) expect(rank.vote).toEqual(alone.vote)
  })
})
