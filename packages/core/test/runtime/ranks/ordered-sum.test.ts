import { describe, expect, it } from 'vitest'
import { type FoundSums, run } from './sums-program.ts'
import { onRanks } from './thread-ranks.ts'

describe('sumInTurn(ranks, parts, add)', () => {
  it.each([3])('adds in the order of the samples on %i ranks, one part after the other', async (size) => {
    const alone = await run()
    const found = await onRanks<FoundSums>(size, new URL('./sums-program.ts', import.meta.url), null)
    for (const { parts, added, product, print } of found) {
      expect(print).toEqual(alone.print)
      expect(parts).toEqual(alone.parts)
      expect(added).toBe(3)
      expect(product).toEqual(alone.product)
    }
  })
})
