import { expect, it } from 'vitest'
import { run } from './blocks-program.ts'
import { onRanks } from './thread-ranks.ts'

type Found = Awaited<ReturnType<typeof run>>

it('ranks that read their own samples in blocks find what one process finds in memory', async () => {
  const alone = await run(undefined, true)
  const program = new URL('./blocks-program.ts', import.meta.url)
  for (const held of [false, true]) {
    const ranks = await onRanks<Found>(2, program, held)
    expect(ranks[0].labels).toEqual(alone.labels)
    expect(ranks[0].explanation).toEqual(alone.explanation)
    expect(ranks[0].model).toEqual(alone.model)
    expect(ranks[1]).toMatchObject({ explanation: null, model: null })
    for (const { inUse, made } of ranks) {
      expect(inUse).toBe(0)
      expect(made > 0).toBe(!held)
    }
  }
})
