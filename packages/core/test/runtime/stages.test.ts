import { describe, expect, it } from 'vitest'
import { onRanks } from './ranks/thread-ranks.ts'
import { type FoundRun, type GivenRun, run } from './stages-program.ts'

const program = new URL('./stages-program.ts', import.meta.url)
/** What rank 0 finds. */
const runOn = async (size: number, given: readonly GivenRun[]): Promise<FoundRun[]> =>
  size === 1 ? run(undefined, given) : (await onRanks<FoundRun[]>(size, program, given))[0]

describe('a fit of the default method that ended after any stage', () => {
  it.each([
    // Evidence, then the members of three graphs in each of two rounds.
    [1, 2, [1, 2, 3, 4, 5, 6, 7]],
    [3, 1, [1, 3, 6]],
  ])('on %i ranks goes on to the same bytes on %i', async (before, after, ends) => {
    const fit = { samples: 70, options: { clusters: 3 } }
    const [{ result, stages }] = await runOn(1, [fit])
    expect(stages).toContain('refinement')
    const ended = await runOn(
      before,
      ends.map((until) => ({ ...fit, until })),
    )
    expect(ended.map(({ saved }) => saved!.iteration)).toEqual(ends)
    const resumed = await runOn(
      after,
      ended.map(({ saved }) => ({ ...fit, saved })),
    )
    for (const [s, found] of resumed.entries()) {
      expect(found.result, `after stage ${ends[s]}`).toEqual(result)
      // What is finished is not done again: views are scored before the first stage ends, samples embedded before the last.
      expect(found.stages).not.toContain('views')
      expect(found.stages.includes('eigenvectors')).toBe(ends[s] < 7)
    }
  })

  it('goes on to the same bytes where ranks have their own samples, of which partitions are fitted to some', async () => {
    const fit = { samples: 530, options: { clusters: 3, sample: 60 } }
    const ends = [1, 2, 4, 7]
    const [{ result }, ...ended] = await runOn(2, [fit, ...ends.map((until) => ({ ...fit, until }))])
    const resumed = await runOn(
      2,
      ended.map(({ saved }) => ({ ...fit, saved })),
    )
    for (const [s, found] of resumed.entries()) expect(found.result, `after stage ${ends[s]}`).toEqual(result)
  })
})
