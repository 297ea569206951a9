import { beforeAll, describe, expect, it } from 'vitest'
import { onRanks } from '../runtime/ranks/thread-ranks.ts'
import { cases, type FoundEvidence, run } from './evidence-program.ts'

let alone: Record<string, FoundEvidence>
const found = new Map<number, Record<string, FoundEvidence>[]>()

beforeAll(async () => {
  alone = await run()
  const program = new URL('./evidence-program.ts', import.meta.url)
  for (const size of [2, 3]) found.set(size, await onRanks<Record<string, FoundEvidence>>(size, program, null))
})

describe.each([2, 3])('the evidence of samples that lie on %i ranks', (size) => {
  it.each(Object.keys(cases()))('is that of one process: %s', (name) => {
    for (const rank of found.get(size)!) expect(rank[name]).toEqual(alone[name])
  })
})

describe('the cases', () => {
  it('hold what they are named after, and are the same after they were saved', () => {
    const { order, warnings, evidence } = alone['identical samples']
    expect(order.places.length - order.samples.length).toBeGreaterThan(40)
    expect(warnings).toEqual(['view "constant" is the same for all samples and was left out'])
    expect(evidence.names).toEqual(['two', 'one'])
    const { repeated, names, relation, weights } = alone['views that repeat each other, and noise'].evidence
    expect(repeated).toEqual([['a', 'b']])
    expect(Object.fromEntries(names.map((view, v) => [view, [relation[v], weights[v]]]))).toEqual({
      a: ['related', 1 / 2],
      b: ['related', 1 / 2],
      c: ['related', 1],
      noise: ['unrelated', 0],
    })
    expect(alone['samples that lack views'].evidence.incomplete).toBe(true)
    for (const [name, { isRestored }] of Object.entries(alone)) expect(isRestored, name).toBe(true)
  })
})
