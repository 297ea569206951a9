import { cluster, type DenseView, fillMissing, type SparseView, type Views } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { prepareViews } from '../../src/views/prepare-views.ts'

/** n×d of rank `rank` plus a little noise; `share` of the entries become NaN. */
function holed(n: number, d: number, rank: number, share: number, seed: number) {
  const random = new Random(seed)
  const left = Float64Array.from({ length: n * rank }, () => normal(random))
  const right = Float64Array.from({ length: rank * d }, () => normal(random))
  const whole = matrix(n, d)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < d; j++) {
      for (let r = 0; r < rank; r++) whole.data[i * d + j] += left[i * rank + r] * right[r * d + j]
      whole.data[i * d + j] += 0.05 * normal(random)
    }
  const data = whole.data.map((value, p) => (p % d > 0 && random.uniform() < share ? Number.NaN : value))
  return { whole, view: { data, samples: n, features: d } }
}

/** The stored numbers of a view. */
function numbers(view: DenseView | SparseView): Float64Array {
  return Float64Array.from('pointers' in view ? view.values : view.data)
}

describe('fillMissing(views, how)', () => {
  it('puts the mean of the known values of the feature, samples that lack the view left out', async () => {
    const nan = Number.NaN
    const { views, filled } = await fillMissing(
      {
        a: [[1], [2], [3], [4]],
        b: { data: [1, 5, nan, 7, 3, nan, nan, nan], samples: 4, features: 2 },
        c: { values: [6, nan], indices: [1, 1], pointers: [0, 1, 1, 2, 2], samples: 4, features: 2 },
      },
      'mean',
    )
    expect(numbers(views.b)).toEqual(Float64Array.of(1, 5, 2, 7, 3, 6, 0, 0))
    expect(views.b.present).toEqual(Uint8Array.of(1, 1, 1, 0))
    expect(numbers(views.c)).toEqual(Float64Array.of(6, 2))
    expect(filled).toEqual([
      { name: 'b', values: 2, share: 1 / 3, how: 'mean' },
      { name: 'c', values: 1, share: 1 / 8, how: 'mean' },
    ])
  })

  it('finds the rank and fills in data of low rank far better than the means, and says how well', async () => {
    const { whole, view } = holed(120, 40, 3, 0.2, 1)
    const { views, filled } = await fillMissing({ only: view }, 'lowrank')
    const found = numbers(views.only)
    let error = 0
    let count = 0
    let known = true
    view.data.forEach((value, p) => {
      if (Number.isNaN(value)) {
        error += (found[p] - whole.data[p]) ** 2
        count++
      } else known &&= found[p] === value
    })
    expect(known).toBe(true)
    expect(filled[0].values).toBe(count)
    expect(filled[0].rank).toBe(3)
    expect(filled[0].error).toBeLessThan(0.1)
    expect(Math.sqrt(error / count)).toBeLessThan(0.15)
  })

  it('stays with the means where no low rank does better', async () => {
    const random = new Random(3)
    const data = Float64Array.from({ length: 60 * 8 }, (_, p) => (p % 11 === 0 ? Number.NaN : normal(random)))
    const { filled } = await fillMissing({ noise: { data, samples: 60, features: 8 } }, 'lowrank')
    expect(filled[0].rank).toBe(0)
    expect(filled[0].error).toBeGreaterThan(0.8)
  })

  it('fills a sparse view like the dense one with the same entries', async () => {
    const random = new Random(5)
    const dense = Float64Array.from({ length: 40 * 6 }, (_, p) => (p % 3 === 0 ? 0 : 1 + random.uniform() + (p % 6)))
    const holes = dense.map((value, p) => (value > 0 && p % 13 === 1 ? Number.NaN : value))
    const stored = [...holes.keys()].filter((p) => holes[p] !== 0)
    const pointers = Array.from({ length: 41 }, (_, i) => stored.filter((p) => p < 6 * i).length)
    const sparse = {
      values: stored.map((p) => holes[p]),
      indices: stored.map((p) => p % 6),
      pointers,
      samples: 40,
      features: 6,
    }
    const { views } = await fillMissing({ dense: { data: holes, samples: 40, features: 6 }, sparse } as Views, 'mean')
    const expected = numbers(views.dense)
    const found = numbers(views.sparse)
    stored.forEach((p, q) => {
      expect(found[q]).toBeCloseTo(expected[p], 12)
    })
    const low = await fillMissing({ sparse } as Views, 'lowrank')
    const values = numbers(low.views.sparse)
    expect(values.every((value) => value >= 1 && value < 8)).toBe(true)
  })

  it('fills a sparse view by a low rank as it fills the dense one, features without spread among them', async () => {
    const { view } = holed(60, 12, 2, 0.2, 8)
    // Entries of one feature are equal, and all means are far from 0.
    const data = view.data.map((value, p) => (p % 12 === 5 ? value * 0 + 4 : value + 10))
    const sparse = {
      values: data,
      indices: data.map((_, p) => p % 12),
      pointers: Array.from({ length: 61 }, (_, i) => 12 * i),
      samples: 60,
      features: 12,
    }
    const { views, filled } = await fillMissing({ dense: { ...view, data } }, 'lowrank')
    const other = await fillMissing({ sparse } as Views, 'lowrank')
    expect(other.filled[0].rank).toBe(filled[0].rank)
    expect(other.filled[0].error).toBeCloseTo(filled[0].error!, 8)
    const [expected, found] = [numbers(views.dense), numbers(other.views.sparse)]
    const apart = expected.map((value, p) => Math.abs(value - found[p]))
    expect(Math.max(...apart)).toBeLessThan(1e-8)
    expect(found.filter((_, p) => p % 12 === 5).every((value) => value === 4)).toBe(true)
  })

  it('gives the same bytes for the same seed, and keeps values in the range of their feature', async () => {
    const { view } = holed(60, 12, 2, 0.3, 7)
    const positive = { ...view, data: view.data.map(Math.abs) }
    const [first, second] = [await fillMissing([positive], 'lowrank'), await fillMissing([positive], 'lowrank')]
    expect(second).toEqual(first)
    expect(numbers(first.views['view 1']).every((value) => value >= 0)).toBe(true)
  })

  it('refuses a feature without any value and an unknown way', async () => {
    const empty = { data: [Number.NaN, 1, Number.NaN, 2], samples: 2, features: 2 }
    await expect(fillMissing({ empty }, 'mean')).rejects.toThrow('empty: feature 0 has no value in any sample')
    await expect(fillMissing({ empty }, 'median' as never)).rejects.toMatchObject({
      message: 'missing: is "median", give "mean" or "lowrank"',
      code: 'bad-option',
    })
  })
})

describe('cluster(views, { missing })', () => {
  it('refuses missing values unless told how to fill them in, and then says what it did', async () => {
    const { view } = holed(60, 12, 2, 0.1, 9)
    const views = { measured: view, whole: holed(60, 5, 2, 0, 10).view }
    await expect(cluster(views, { clusters: 3 })).rejects.toThrow('fill them in with missing: "mean"')
    const found = await cluster(views, { clusters: 3, missing: 'lowrank', method: 'kmeans' })
    expect(found.filled).toMatchObject([{ name: 'measured', how: 'lowrank' }])
    expect(found.warnings[0]).toMatch(/^view "measured": \d+ missing values .* filled in by a matrix of rank \d; error/)
    const filled = await fillMissing(views, 'lowrank')
    expect(prepareViews(filled.views, { ranks: singleProcess }).views.map(({ name }) => name)).toEqual([
      'measured',
      'whole',
    ])
  })
})
