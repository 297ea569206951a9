import { describe, expect, it } from 'vitest'
import { type FoundLists, run } from './lists-program.ts'
import { onRanks } from './thread-ranks.ts'

describe('neighbours of samples that lie on ranks, and the parts of their graph', () => {
  it.each([3])(
    'are those of one process on %i ranks: within views, by the views that samples share, and of many points',
    async (size) => {
      const alone = await run()
      const found = await onRanks<FoundLists>(size, new URL('./lists-program.ts', import.meta.url), null)
      for (const rank of found) expect(rank).toEqual(alone)
      expect(alone.within.map(({ neighbours }) => neighbours.samples)).toEqual([150, 257, 240])
      // Every other sample lacks the first view, and is a part by itself.
      expect(alone.parts.sizes.filter((size) => size === 1)).toHaveLength(150)
      expect(alone.parts.labels).toHaveLength(300)
    },
  )
})
