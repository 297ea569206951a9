import { describe, expect, it } from 'vitest'
import type { Progress } from '../../src/runtime/progress.ts'
import { TimeLeft } from '../../src/runtime/time-left.ts'

const parts = [
  { kind: 'views', stages: [], seconds: 2 },
  { kind: 'members', stages: [], seconds: 4 },
  { kind: 'vote', stages: [], seconds: 1 },
  { kind: 'members', stages: [], seconds: 4 },
]
const step = (at: number): Progress => ({ stage: 'x', iteration: 1, total: 1, work: { parts, at } })

/** Seconds left, told at every time of the list by a progress of that part. */
function told(times: readonly (readonly [now: number, part: number])[]): (number | undefined)[] {
  let clock = 0
  const left = new TimeLeft(() => clock)
  return times.map(([now, part]) => {
    clock = now
    left.see(step(part))
    return left.seconds(step(part))
  })
}

describe('the time left', () => {
  it('is not told at once, and then follows the formula', () => {
    expect(told([[0, 0], [0.5, 0], [1.5, 0], [2, 1]])).toEqual([undefined, undefined, undefined, 9]) // biome-ignore format: one line
  })

  it('grows where parts take longer than the formula says, also before they end', () => {
    expect(told([[0, 0], [4, 0], [4, 1], [8, 1]])).toEqual([undefined, 15, 15, 11]) // biome-ignore format: one line
  })

  it('takes a part of a kind that was seen for as long as the one seen', () => {
    // Members took 12 s in place of 4; the views were as expected, and the vote is 15/7 of what it should be, as all so far with a second of doubt.
    expect(told([[0, 0], [2, 1], [14, 2]]).at(-1)).toBeCloseTo(15 / 7 + 12) // biome-ignore format: one line
  })

  it('is unknown where the method has no formula', () => {
    const left = new TimeLeft(() => 5)
    left.see({ stage: 'x', iteration: 1, total: 2 })
    expect(left.seconds({ stage: 'x', iteration: 1, total: 2 })).toBe(undefined)
  })
})
