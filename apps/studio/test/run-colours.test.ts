import { describe, expect, it } from 'vitest'
import type { Run } from '../src/state/run.ts'
import { alignedRun, matchedColours, placesOf, runColours } from '../src/state/run-colours.ts'

const run = (labels: number[], map: number[], more: Partial<Run> = {}): Run => {
  const clusters = 1 + Math.max(...labels)
  return {
    id: String(labels),
    data: 'files',
    colours: Array.from({ length: clusters }, (_, cluster) => cluster),
    groups: Array.from({ length: clusters }, (_, cluster) => cluster),
    turn: null,
    stored: {
      record: { clusters },
      labels: Int32Array.from(labels),
      explanation: { map: Float64Array.from(map) },
    },
    ...more,
  } as unknown as Run
}

const before = run([0, 0, 1, 1, 2, 2], [0, 0, 1, 0, 4, 0, 5, 0, 2, 3, 2, 4], { colours: [4, 0, 1] })

describe('runs of the same data', () => {
  it('give clusters that match the same colours, whatever their numbers, and new ones colours that are free', () => {
    expect(matchedColours(run([2, 2, 0, 0, 1, 3], []), before)).toEqual([0, 1, 4, 2])
    const shown = runColours(run([0, 1], [], { colours: [3, 1], groups: [0, 0] }), false)
    expect(shown[0]).toBe(shown[1])
  })

  it('turn their maps to lie alike', () => {
    // A quarter turn of the map before.
    const turned = [0, 0, 0, 1, 0, 4, 0, 5, -3, 2, -4, 2]
    const aligned = alignedRun(run([0, 0, 1, 1, 2, 2], turned), [before])
    const [shown, other] = [placesOf(aligned)!, placesOf(before)!]
    const apart = (map: Float64Array, i: number, axis: number) => map[2 * i + axis] - map[axis]
    for (let i = 1; i < 6; i++)
      for (const axis of [0, 1]) expect(apart(shown, i, axis)).toBeCloseTo(apart(other, i, axis), 8)
    expect(alignedRun(run([0, 1], [0, 0, 1, 1], { data: 'other' }), [before]).turn).toBeNull()
  })
})
