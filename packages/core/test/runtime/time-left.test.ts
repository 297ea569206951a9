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

  it('is unknown before anything was seen', () => {
    const left = new TimeLeft(() => 5)
    expect(left.seconds(step(0))).toBe(undefined)
    expect(left.done(step(0))).toBe(0)
  })

  it('is unknown where the method has no formula', () => {
    const left = new TimeLeft(() => 5)
    left.see({ stage: 'x', iteration: 1, total: 2 })
    expect(left.seconds({ stage: 'x', iteration: 1, total: 2 })).toBe(undefined)
  })
})

describe('the share of a fit that is done', () => {
  /** Told at every time of the list by a progress of that part. */
  const doneAt = (times: readonly (readonly [now: number, part: number])[]) => {
    let clock = 0
    const left = new TimeLeft(() => clock)
    return times.map(([now, part]) => {
      clock = now
      left.see(step(part))
      return left.done(step(part))
    })
  }

  it('is that of the parts before while nothing tells the time, and then of the time', () => {
    // 2 of 11 s; then 2 s of 2 + 5: the rest may take two thirds, as the first part did with a second of doubt.
    expect(doneAt([[0, 0], [1, 1], [2, 1]])).toEqual([0, 2 / 11, 2 / 7]) // biome-ignore format: one line
    // The first part took twice as long, the rest may, too: 4 s of 4 + 15. The clock may show anything when it begins.
    expect(doneAt([[0, 0], [4, 1]])).toEqual([0, 4 / 19]) // biome-ignore format: one line
    expect(doneAt([[100, 0], [104, 1]])).toEqual([0, 4 / 19]) // biome-ignore format: one line
  })

  it('never falls, whatever the rest turns out to take', () => {
    const shares = doneAt([[0, 0], [1, 1], [40, 1]]) // biome-ignore format: one line
    expect(shares[1]).toBe(2 / 11)
    const slow = doneAt([[0, 0], [2, 0], [8, 0], [9, 1]]) // biome-ignore format: one line
    expect(slow).toEqual(slow.toSorted((a, b) => a - b))
  })

  it('is that of the stage where the method has no formula, and at most all', () => {
    const left = new TimeLeft(() => 5)
    const done = (iteration: number, total: number) => left.done({ stage: 'x', iteration, total })
    expect([done(1, 4), done(4, 4), done(5, 4), done(0, 0)]).toEqual([0.25, 1, 1, 0])
  })
})
