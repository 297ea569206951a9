import { describe, expect, it } from 'vitest'
import { type FoundLists, run } from './lists-program.ts'
import { onRanks } from './thread-ranks.ts'

describe('neighbours that one rank finds for all', () => {
  it.each([2])('come to the ranks whose samples they belong to, of %i', async (size) => {
    const alone = await run()
    const found = await onRanks<FoundLists>(size, new URL('./lists-program.ts', import.meta.url), null)
    for (const rank of found) expect(rank).toEqual(alone)
    expect(alone.within.map(({ neighbours }) => neighbours.samples)).toEqual([150, 257, 240])
  })
})
