import { beforeAll, describe, expect, it } from 'vitest'
import { cases, type FoundGraphs, run } from './graphs-program.ts'
import { onRanks } from './thread-ranks.ts'

let alone: Record<string, FoundGraphs>
const found = new Map<number, Record<string, FoundGraphs>[]>()

beforeAll(async () => {
  alone = await run()
  const program = new URL('./graphs-program.ts', import.meta.url)
  for (const size of [2, 3]) found.set(size, await onRanks<Record<string, FoundGraphs>>(size, program, null))
})

describe.each([2, 3])('the graphs of samples that lie on %i ranks', (size) => {
  it.each(Object.keys(cases()))('are those of one process: %s', (name) => {
    for (const rank of found.get(size)!) {
      const { samples, twins, views, data, warnings, said, back } = rank[name]
      const expected = alone[name]
      expect(views).toEqual(expected.views)
      expect(samples).toEqual(expected.samples)
      expect(twins).toEqual(expected.twins)
      expect(data).toEqual(expected.data)
      expect(warnings).toEqual(expected.warnings)
      expect(said).toEqual(expected.said)
      expect(rank[name].scores).toEqual(expected.scores)
      expect(rank[name].features).toEqual(expected.features)
      expect(rank[name].graphs).toEqual(expected.graphs)
      expect(back).toEqual(expected.back)
    }
  })
})

describe('the cases', () => {
  it('hold what they are named after', () => {
    const { twins, warnings } = alone['identical samples']
    expect(twins.filter((first, i) => first !== i).length).toBeGreaterThan(40)
    expect(warnings).toEqual(['view "constant" is the same for all samples and was left out'])
    expect(alone['views that repeat each other'].said).toEqual([
      [['a', 'b']],
      expect.arrayContaining([{ name: 'a', unrelated: false }]),
    ])
    const { samples, back } = alone['more blocks than one']
    expect(back.places[samples[7]]).toBe(7)
  })
})
