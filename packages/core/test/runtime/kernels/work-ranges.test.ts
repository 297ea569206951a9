import { describe, expect, it } from 'vitest'
import { featureRanges } from '../../../src/runtime/kernels/feature-ranges.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { rangesFrom, workRanges } from '../../../src/runtime/kernels/work-ranges.ts'

const lengths = (ranges: [number, number][]) => ranges.map(([first, last]) => last - first)

describe('workRanges(total, step, work, least)', () => {
  it('covers everything once, in order, in multiples of the step but for the last', () => {
    for (const [total, step, work, least] of [
      [1000, 4, 1e5, 4],
      [1001, 4, 1e9, 4],
      [7, 4, 1e9, 1],
      [5000, 124, 1e6, 16],
    ]) {
      const ranges = workRanges(total, step, work, least)
      expect([ranges[0][0], ranges.at(-1)![1]]).toEqual([0, total])
      for (let r = 1; r < ranges.length; r++) expect(ranges[r][0]).toBe(ranges[r - 1][1])
      for (const length of lengths(ranges).slice(0, -1)) expect(length % step).toBe(0)
      expect(ranges.length).toBeLessThanOrEqual(48)
    }
  })

  it('makes as many ranges as there is work for, 48 at most, and one where there is nothing', () => {
    expect(workRanges(1000, 4, 1)).toEqual([[0, 1000]])
    expect(workRanges(1000, 4, 1000)).toEqual([
      [0, 500],
      [500, 1000],
    ])
    expect(lengths(workRanges(4800, 4, 1e6))).toEqual(new Array(48).fill(100))
    // At least so many each.
    expect(lengths(workRanges(100, 4, 1e6, 50))).toEqual([52, 48])
    expect(workRanges(0, 4, 1e6)).toEqual([[0, 0]])
    expect(rangesFrom(8, 16, 1e9)).toEqual([
      [8, 12],
      [12, 16],
    ])
  })
})

describe('featureRanges(kernels, columns, work)', () => {
  it('takes whole blocks of columns where there are ten of them for every further thread', async () => {
    const kernels = await Kernels.load()
    const steps = (columns: number) => lengths(featureRanges(kernels, columns, 1e6)).slice(0, -1)
    const inBlocks = (columns: number) => steps(columns).every((length) => length % 124 === 0)
    const unasked = () => expect.unreachable()
    expect(inBlocks(300)).toBe(true)
    kernels.sharer = { size: 3, run: unasked, steps: unasked }
    expect([inBlocks(300), inBlocks(2479), inBlocks(2480)]).toEqual([false, false, true])
    expect(Math.min(...steps(300))).toBeGreaterThanOrEqual(16)
    expect(featureRanges(kernels, 301, 1e6).at(-1)![1]).toBe(304)
  })
})
