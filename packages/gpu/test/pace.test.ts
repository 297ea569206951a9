import { describe, expect, it } from 'vitest'
import { Pace } from '../src/pace.ts'

/** What a card of so many operations per second is asked for at once in the end, by jobs of so many operations, and how long the longest wait was. */
function paceOf(speed: number, job: number): { operations: number; longest: number } {
  let clock = 0
  let longest = 0
  const pace = new Pace(() => clock)
  let waited = 0
  for (let j = 0; j < 200; j++) {
    waited += job / speed
    if (!pace.ask(job)) continue
    clock += 1000 * waited
    longest = Math.max(longest, waited)
    waited = 0
    pace.done()
  }
  return { operations: pace.operations, longest }
}

describe('how much a card is asked for at once', () => {
  it('is what it does in three tenths of a second, where it is slow', () => {
    const { operations, longest } = paceOf(1e9, 5e7)
    expect(operations).toBeGreaterThan(2.5e8)
    expect(operations).toBeLessThan(3.5e8)
    expect(longest).toBeLessThan(1.1)
  })

  it('has an upper limit, where it is fast', () => {
    expect(paceOf(2e13, 1e11).operations).toBe(2e12)
  })

  it('does not go by waits for other work', () => {
    let clock = 0
    const pace = new Pace(() => clock)
    pace.ask(1e6)
    clock = 60_000
    pace.done()
    expect(pace.operations).toBe(new Pace().operations)
  })
})
