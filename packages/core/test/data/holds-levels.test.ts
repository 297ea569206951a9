import { cluster, score } from '@manyview/core'
import { outlierLimit } from '@manyview/core/methods'
import { describe, expect, it } from 'vitest'
import { normal } from '../../src/random/normal.ts'
import { Random } from '../../src/random/random.ts'

const samples = 200

/** Samples of `classes` groups, `apart` from one to the next in every feature. */
function levels(random: Random, truth: readonly number[], features: number, apart: number): number[][] {
  return truth.map((level) => Array.from({ length: features }, () => apart * level + normal(random)))
}

const said = (warnings: readonly string[]) => warnings.filter((text) => text.includes('looks like levels'))

describe('levels', () => {
  const random = new Random(1)
  const truth = Array.from({ length: samples }, (_, i) => i % 5)
  const views = { a: levels(random, truth, 6, 4), b: levels(random, truth, 12, -3) }

  it('are found, said, and told apart where all features rise together, which directions cannot do', async () => {
    const { labels, warnings } = await cluster(views, { clusters: 5, threads: 1 })
    expect(score(truth, labels).nmi).toBe(1)
    expect(said(warnings)).toHaveLength(2)
    const viewKinds = { a: 'measurements', b: 'measurements' } as const
    const directions = await cluster(views, { clusters: 5, threads: 1, viewKinds })
    expect(said(directions.warnings)).toEqual([])
    expect(score(truth, directions.labels).nmi).toBeLessThan(0.9)
  })

  it('are not found where samples have more or less of everything without groups, or groups in many directions', async () => {
    const sizes = Array.from({ length: samples }, () => 3 * normal(random))
    const scattered = levels(random, sizes, 8, 1)
    const centres = Array.from({ length: 5 }, () => Array.from({ length: 20 }, () => 3 * normal(random)))
    const grouped = truth.map((c) => centres[c].map((value) => value + normal(random)))
    expect(said((await cluster({ scattered, grouped }, { clusters: 5, threads: 1 })).warnings)).toEqual([])
  })

  it('are taken where that is told', async () => {
    const sizes = truth.map((level) => level + 0.4 * normal(random))
    const told = { clusters: 5, threads: 1, viewKinds: { a: 'levels' } } as const
    const { labels, warnings } = await cluster({ a: levels(random, sizes, 6, 4) }, told)
    expect(said(warnings)).toEqual([])
    const untold = await cluster({ a: levels(random, sizes, 6, 4) }, { clusters: 5, threads: 1 })
    expect(score(truth, labels).nmi).toBeGreaterThan(score(truth, untold.labels).nmi + 0.1)
  })

  it('make no outliers of the group in the middle, nor does a single column', async () => {
    const three = truth.map((_, i) => i % 3)
    for (const features of [1, 6]) {
      const two = { a: levels(random, three, features, 5), b: levels(random, three, features, -5) }
      const { warnings, outlierScores } = await cluster(two, { clusters: 3, threads: 1 })
      expect(warnings.filter((text) => text.includes('outliers'))).toEqual([])
      expect(outlierScores!.filter((value) => value > outlierLimit).length).toBeLessThan(samples / 10)
      two.a[7] = two.a[7].map((value) => value + 100)
      expect((await cluster(two, { clusters: 3, threads: 1 })).outlierScores![7]).toBeGreaterThan(outlierLimit)
    }
  })

  it('are the same in any order of the samples', async () => {
    const order = random.permutation(samples)
    const moved = (rows: number[][]) => Array.from(order, (i) => rows[i])
    const [one, other] = [
      await cluster(views, { clusters: 5, threads: 1 }),
      await cluster({ a: moved(views.a), b: moved(views.b) }, { clusters: 5, threads: 1 }),
    ]
    expect(Array.from(order, (i) => one.labels[i])).toEqual(Array.from(other.labels))
  })
})
