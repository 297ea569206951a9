import { describe, expect, it } from 'vitest'
import { run } from './preprocess-program.ts'
import { onRanks } from './thread-ranks.ts'

describe('preprocessing of views whose samples lie on ranks', () => {
  it.each([2, 5])('gives the bytes of one process on %i ranks', async (size) => {
    const alone = await run()
    const found = await onRanks<Record<string, Float64Array>>(
      size,
      new URL('./preprocess-program.ts', import.meta.url),
      null,
    )
    for (const scores of found)
      for (const [name, data] of Object.entries(alone)) {
        expect(scores[name].length, name).toBe(data.length)
        expect(
          scores[name].every((value, p) => value === data[p]),
          name,
        ).toBe(true)
      }
  })
})
