import { cluster, type DenseView, type Explanation, explain, type SparseView } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { onRanks } from '../runtime/ranks/thread-ranks.ts'

/** 211 samples of three kinds, sorted: measurements, measurements that some samples lack, and counts of words. */
function views(): Record<string, DenseView | SparseView> {
  const samples = 211
  const random = new Random(4)
  const kind = (i: number) => Math.floor((3 * i) / samples)
  const dense = (features: number) => ({
    data: Float64Array.from({ length: samples * features }, (_, p) => {
      return normal(random) + (kind(Math.floor(p / features)) === (p % features) % 3 ? 3 : 0)
    }),
    samples,
    features,
  })
  const pointers = [0]
  const indices: number[] = []
  for (let i = 0; i < samples; i++) {
    for (let word = 0; word < 12; word++) if (random.uniform() < (word % 3 === kind(i) ? 0.6 : 0.15)) indices.push(word)
    if (indices.length === pointers[i]) indices.push(kind(i))
    pointers.push(indices.length)
  }
  const values = indices.map(() => 1 + random.below(3))
  return {
    measured: dense(7),
    partly: { ...dense(5), present: Array.from({ length: samples }, (_, i) => (i % 10 === 3 ? 0 : 1)) },
    words: { values, indices, pointers, samples, features: 12 },
  }
}

describe('explain(views, clustering, { ranks })', () => {
  it.each([
    [2, false],
    [3, false],
    [2, true],
  ])(
    'tells rank 0 what one process would tell, on %i ranks with their own samples, in blocks: %s',
    async (size, inBlocks) => {
      const given = views()
      const settings = { clusters: 3, method: 'dstl' as const, lambda2: 0.1, runtime: { threads: 1 } }
      const alone = await explain(given, await cluster(given, settings))
      const place = new URL('./explain-rank.ts', import.meta.url)
      const [first, ...others] = await onRanks<Explanation | null>(size, place, { views: given, inBlocks })
      expect(others).toEqual(others.map(() => null))
      const found = first!
      expect(found).toEqual(alone)
      expect(found.clusters.every(({ features }) => features.words.length > 0)).toBe(true)
    },
  )
})
