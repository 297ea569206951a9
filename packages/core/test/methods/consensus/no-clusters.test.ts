import { cluster } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { normal } from '../../../src/random/normal.ts'
import { Random } from '../../../src/random/random.ts'

const unsupported = async (view: number[][], clusters: number) =>
  (await cluster({ view }, { clusters })).warnings.some((text) =>
    text.startsWith(`the view does not support ${clusters}`),
  )

const rows = (samples: number, features: number, draw: (i: number, j: number) => number) =>
  Array.from({ length: samples }, (_, i) => Array.from({ length: features }, (_, j) => draw(i, j)))

describe('one view without clusters', () => {
  it('is called so: normal, uniform and sparse noise', async () => {
    const random = new Random(3)
    expect(
      await unsupported(
        rows(200, 20, () => normal(random)),
        4,
      ),
    ).toBe(true)
    expect(
      await unsupported(
        rows(200, 3, () => random.uniform()),
        3,
      ),
    ).toBe(true)
    expect(
      await unsupported(
        rows(200, 40, () => (random.uniform() < 0.15 ? 1 + random.below(4) : 0)),
        3,
      ),
    ).toBe(true)
  })

  it('is not where there are clusters, clear or rough, few dimensions or many', async () => {
    for (const [clusters, features, apart] of [
      [2, 2, 4],
      [5, 2, 5],
      [2, 10, 1.5],
      [6, 10, 1.5],
      [3, 40, 1],
    ]) {
      const random = new Random(7)
      const centres = rows(clusters, features, () => apart * normal(random))
      const view = rows(150, features, (i, j) => centres[i % clusters][j] + normal(random))
      expect(await unsupported(view, clusters), `${clusters} clusters in ${features} dimensions`).toBe(false)
    }
  })

  it('is not asked of few samples or one feature', async () => {
    const random = new Random(5)
    expect(
      await unsupported(
        rows(20, 5, () => normal(random)),
        2,
      ),
    ).toBe(false)
    expect(
      await unsupported(
        rows(100, 1, () => normal(random)),
        3,
      ),
    ).toBe(false)
  })
})
