import { describe, expect, it } from 'vitest'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'
import { nuclearShrink } from '../../../src/numerics/prox/nuclear-shrink.ts'
import { TensorShrinker } from '../../../src/numerics/tensor/tensor-shrinker.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { entriesOf, type run, type ShrinkCase } from './shrink-rank.ts'
import { onRanks } from './thread-ranks.ts'

/** One with fewer pairs of columns than ranks, an odd one, one whose columns are in a memory of their own, and one that moves in several messages. */
const cases: ShrinkCase[] = [
  [7, 2, 1, 0.5],
  [101, 5, 3, 2],
  [102, 4, 3, 2, 0],
  [9001, 63, 3, 20],
]

/** The largest difference, as a share of the largest value. */
function difference(found: Float64Array, expected: Float64Array): number {
  let [far, size] = [found.length === expected.length ? 0 : Infinity, 0]
  for (let i = 0; i < expected.length; i++) {
    far = Math.max(far, Math.abs(found[i] - expected[i]))
    size = Math.max(size, Math.abs(expected[i]))
  }
  return far / size
}

const joined = (parts: Float64Array[]) => {
  const result = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0))
  parts.reduce((at, part) => {
    result.set(part, at)
    return at + part.length
  }, 0)
  return result
}

describe.each([2, 3])('on %i ranks', (size) => {
  it('RankShrinker and nuclearShrinkOverRanks give what one process gives', async () => {
    const ranks = await onRanks<Awaited<ReturnType<typeof run>>>(
      size,
      new URL('./shrink-rank.ts', import.meta.url),
      cases,
    )
    const kernels = await Kernels.load()
    for (const [c, given] of cases.entries()) {
      const [samples, latent, views, tau] = given
      const entries = entriesOf(given)
      const shrinker = new TensorShrinker(kernels, samples, latent, views)
      const first = matrix(samples, latent)
      for (let i = 0; i < samples; i++)
        for (let v = 0; v < views; v++)
          for (let l = 0; l < latent; l++) {
            const value = entries[(i * views + v) * latent + l]
            shrinker.block.f64[i * shrinker.stride + v * shrinker.width + l] = value
            if (v === 0) first.data[i * latent + l] = value
          }
      const norm = shrinker.shrink(tau)
      const rows = joined(ranks.map((found) => found[c].rows))
      expect(difference(rows, shrinker.block.f64.subarray(0, samples * shrinker.stride))).toBeLessThan(1e-13)
      for (const found of ranks) expect(found[c].norm).toBeCloseTo(norm, 8)
      if (!ranks[0][c].matrix) continue
      const alone = nuclearShrink(first, tau)
      expect(difference(joined(ranks.map((found) => found[c].matrix!)), alone.matrix.data)).toBeLessThan(1e-12)
      for (const found of ranks) expect(found[c].matrixNorm! / alone.nuclearNorm).toBeCloseTo(1, 12)
    }
  })
})
