import { testFeatureSets } from '@manyview/core/metadata'
import { describe, expect, it } from 'vitest'
import { rankSumTest } from '../../src/explain/test-feature-sets.ts'
import { averageRanks } from '../../src/numerics/math/average-ranks.ts'

const samples = 30
const features = 40
const labels = Array.from({ length: samples }, (_, i) => i % 3)
const genes = Array.from({ length: samples }, (_, i) =>
  Array.from({ length: features }, (_, j) => ((7 * i + 11 * j + i * j) % 13) + (j < 8 && i % 3 === 0 ? 4 : 0)),
)
const names = Array.from({ length: features }, (_, j) => `G${j}`)
const named = (places: readonly number[]) => places.map((place) => `G${place}`)
const sets = [
  // Members that the view lacks, or that stand twice, count for nothing.
  { name: 'first', members: [...named([0, 1, 2, 3, 4, 5, 5]), 'elsewhere'] },
  { name: 'few', members: named([0, 1, 2, 3]) },
  { name: 'mixed', members: named([3, 5, 10, 20, 30, 35, 39]) },
  { name: 'last', members: named([30, 31, 32, 33, 34, 35, 36, 37, 38, 39]) },
  { name: 'all', members: names },
]

describe('testFeatureSets(views, labels, names, sets)', () => {
  it('agrees with SciPy: mannwhitneyu of the Cliff’s deltas of all features, and false_discovery_control', async () => {
    const found = await testFeatureSets({ genes, pixels: genes }, labels, { genes: names }, sets)
    // SciPy 1.17.1: cluster, features, effect, p, q.
    const expected = [
      [0, 6, 0.9019607843137254, 0.0005093915170942159, 0.004584523653847943],
      [0, 7, -0.12121212121212122, 0.629864607310995, 0.629864607310995],
      [0, 10, -0.29000000000000004, 0.17799513330794892, 0.32039123995430807],
      [1, 6, -0.7941176470588236, 0.0017174560706878898, 0.0077285523180955044],
      [1, 7, -0.2813852813852814, 0.24152344761273625, 0.3622851714191044],
      [1, 10, 0.19999999999999996, 0.34342341078230976, 0.44154438529154116],
      [2, 6, -0.7745098039215687, 0.002902567137975694, 0.008707701413927082],
      [2, 7, 0.20779220779220786, 0.40217225251053335, 0.45244378407435004],
      [2, 10, 0.2933333333333332, 0.17359091418711992, 0.32039123995430807],
    ]
    expect(found.map(({ view, set }) => [view, sets[set].name])).toEqual(
      [0, 1, 2].flatMap(() => ['first', 'mixed', 'last'].map((name) => ['genes', name])),
    )
    for (const [i, { cluster, features, effect, p, q }] of found.entries()) {
      expect([cluster, features]).toEqual(expected[i].slice(0, 2))
      for (const [at, value] of [effect, p, q].entries()) expect(value).toBeCloseTo(expected[i][at + 2], 12)
    }
  })

  it('gives the same from sparse counts, and nothing where no set has 5 features', async () => {
    const entries = genes.map((row) => row.flatMap((value, j) => (value === 0 ? [] : [[j, value]])))
    const sparse = {
      samples,
      features,
      pointers: Uint32Array.from([0, ...entries.map((_, i) => entries.slice(0, i + 1).flat().length)]),
      indices: Uint32Array.from(entries.flat(), ([j]) => j),
      values: Float64Array.from(entries.flat(), ([, value]) => value),
    }
    const dense = await testFeatureSets({ genes }, labels, { genes: names }, sets)
    expect(await testFeatureSets({ genes: sparse }, labels, { genes: names }, sets)).toEqual(dense)
    expect(await testFeatureSets({ genes }, labels, { genes: names }, [sets[1], sets[4]])).toEqual([])
  })

  it('refuses labels and names that do not fit', async () => {
    await expect(testFeatureSets({ genes }, labels.slice(1), { genes: names }, sets)).rejects.toThrow(
      'labels: has 29 for 30 samples, give one cluster per sample',
    )
    await expect(testFeatureSets({ genes }, labels.with(2, -1), { genes: names }, sets)).rejects.toThrow('sample 2')
    await expect(testFeatureSets({ genes }, labels, { genes: names.slice(1) }, sets)).rejects.toThrow(
      'names of "genes": has 39 names for 40 features, give one per feature',
    )
  })
})

describe('rankSumTest(ranks, members)', () => {
  it('is what one computes by hand: the upper half of ten values', () => {
    const { effect, p } = rankSumTest(averageRanks([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), [5, 6, 7, 8, 9])
    // U = 25 of 25, its mean 12.5 and variance 25 · 11 / 12: z = (12.5 − 0.5) / 4.78714 = 2.50672.
    expect(effect).toBe(1)
    expect(p).toBeCloseTo(0.012186, 6)
  })

  it('agrees with SciPy where values are tied, and finds nothing where all are', () => {
    const { effect, p } = rankSumTest(averageRanks([1, 1, 2, 2, 2, 3, 5, 8, 8, 9, 9.5, 10]), [5, 7, 8, 9, 11])
    expect(effect).toBeCloseTo(5 / 7, 12)
    expect(p).toBeCloseTo(0.048888322392428886, 12)
    expect(rankSumTest(averageRanks([4, 4, 4, 4]), [0, 1])).toEqual({ effect: 0, p: 1 })
  })
})
