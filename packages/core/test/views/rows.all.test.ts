import { describe, expect, it } from 'vitest'
import type { Matrix } from '../../src/numerics/linalg/matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { preprocessView } from '../../src/views/preprocess-view.ts'
import { countingScratch, inBlocks } from '../ways-to-hold.ts'
import { counted, filled, measured } from './made-rows.ts'

const kernels = await Kernels.load()

const cases: [string, Matrix][] = [
  ['more than 400 features, by a Krylov space', filled(430, 410, measured)],
  ['more features than samples, by a Krylov space', filled(405, 420, measured)],
  ['more than 50,000 samples', filled(50_100, 2, measured)],
  ['more than 400 words', filled(440, 420, counted)],
]

describe('large rows in blocks have the bytes of rows in memory', () => {
  it.each(cases)('when they are preprocessed: %s', (_, view) => {
    const expected = runToEnd(preprocessView(kernels, view, new Random(1), { ranks: singleProcess }))
    const { scratch } = countingScratch()
    for (const options of [{}, { scratch }])
      expect(
        runToEnd(preprocessView(kernels, inBlocks(view, 132), new Random(1), { ranks: singleProcess, ...options })),
      ).toEqual(expected)
  })
})
