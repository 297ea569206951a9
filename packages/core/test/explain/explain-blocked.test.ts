import { describe, expect, it } from 'vitest'
import { cluster } from '../../src/cluster.ts'
import { blockedView } from '../../src/data/blocked-view.ts'
import { explain } from '../../src/explain/explain.ts'
import { normal } from '../../src/random/normal.ts'
import { Random } from '../../src/random/random.ts'

describe('explain(blocked views)', () => {
  it('says to the last bit what it says of views in memory', async () => {
    const random = new Random(8)
    const samples = 140
    const made = (features: number, entry: (i: number, j: number) => number) => ({
      data: Float64Array.from({ length: samples * features }, (_, p) => entry(Math.floor(p / features), p % features)),
      samples,
      features,
    })
    const views = {
      measured: made(12, (i, j) => (i % 3) * (j % 4) + normal(random)),
      // The first samples have no word at all.
      words: made(20, (i, j) => (i > 8 && random.uniform() < (j % 3 === i % 3 ? 0.6 : 0.1) ? 2 : 0)),
    }
    const clustering = await cluster(views, { clusters: 3, effort: 'fast' })
    const expected = await explain(views, clustering)
    for (const blockSamples of [9, undefined]) {
      const blocked = {
        measured: blockedView(views.measured, blockSamples),
        words: blockedView(views.words, blockSamples),
      }
      expect(await explain(blocked, clustering)).toEqual(expected)
    }
  })
})
