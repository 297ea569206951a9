import { describe, expect, it } from 'vitest'
import { StageTimes } from '../../src/run/stage-times.ts'

describe('StageTimes', () => {
  it('gives every stage the time that passed before its progress, in the order of the stages', () => {
    let now = 0
    const times = new StageTimes(() => now)
    for (const [stage, at] of [
      ['order', 1000],
      ['neighbours', 2000],
      ['order', 2500],
      ['neighbours', 4000],
    ] as const) {
      now = at
      times.note({ stage })
    }
    expect(Object.entries(times.all())).toEqual([
      ['order', 1.5],
      ['neighbours', 2.5],
    ])
  })
})
