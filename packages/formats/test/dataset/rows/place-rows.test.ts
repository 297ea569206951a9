import { singleProcess } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { onRanks } from '../../../../core/test/runtime/ranks/thread-ranks.ts'
import { run } from './place-program.ts'

describe('placeRows', () => {
  it.each([1, 3])(
    'brings dense and sparse rows of %i ranks to their places, in blocks, and marks places without a row',
    async (size) => {
      const program = new URL('./place-program.ts', import.meta.url)
      const [{ dense, sparse, expected }] =
        size === 1 ? [run(singleProcess)] : await onRanks<ReturnType<typeof run>>(size, program, null)
      expect(dense).toEqual(expected)
      expect(sparse).toEqual(expected)
      expect(new Set(expected).size).toBeGreaterThan(30)
    },
  )
})
