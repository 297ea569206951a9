import { cluster, score } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'

/** Two views of samples around the centres of their clusters; `truth` may repeat samples (`same`). */
function views(truth: readonly number[], spread = 6, same: readonly number[] = [], features = 6) {
  const random = new Random(11)
  const view = () => {
    const centres = Array.from({ length: features * (Math.max(...truth) + 1) }, () => spread * normal(random))
    const rows = truth.map((label) =>
      Array.from({ length: features }, (_, j) => centres[features * label + j] + normal(random)),
    )
    same.forEach((first, i) => {
      rows[i] = rows[first]
    })
    return rows
  }
  return { one: view(), two: view() }
}

const sizesOf = (labels: Int32Array) => {
  const sizes = new Map<number, number>()
  for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1)
  return [...sizes.values()].sort((a, b) => b - a)
}

describe('consensus with awkward input', () => {
  it('finds clusters of one sample in views of many columns', async () => {
    const truth = [...Array.from({ length: 60 }, (_, i) => i % 3), 3, 4]
    const { labels } = await cluster(views(truth, 12, [], 30), { clusters: 5 })
    expect(sizesOf(labels)).toEqual([20, 20, 20, 1, 1])
  })

  it('says so where it misses a cluster of one sample', async () => {
    const truth = [...Array.from({ length: 60 }, (_, i) => i % 2), 2]
    const data = views(truth, 12)
    const { labels, warnings } = await cluster(data, { clusters: 3 })
    expect(labels.filter((label) => label === labels[60]).length).toBeGreaterThan(1)
    expect(warnings.join()).toMatch(
      /^1 sample is far from all others \(outlier score \d+\.\d, .*may be a cluster of its own/,
    )
  })

  it('gives identical samples one label, also where they are most of all', async () => {
    const truth = Array.from({ length: 100 }, (_, i) => i % 4)
    // Of 100 samples 84 repeat one of the first sixteen.
    const same = truth.map((_, i) => i % 16)
    const { labels } = await cluster(views(truth, 6, same), { clusters: 4 })
    expect(sizesOf(labels)).toEqual([25, 25, 25, 25])
    same.forEach((first, i) => {
      expect(labels[i]).toBe(labels[first])
    })
  })

  it('has no empty cluster with fewer than four samples per cluster', async () => {
    const truth = Array.from({ length: 20 }, (_, i) => i % 7)
    const { labels } = await cluster(views(truth, 10), { clusters: 7 })
    expect(new Set(labels).size).toBe(7)
  })

  it('finds a class of one in twenty', async () => {
    const truth = Array.from({ length: 300 }, (_, i) => (i % 20 === 0 ? 1 : 0))
    const { labels } = await cluster(views(truth, 4), { clusters: 2 })
    expect(score(truth, labels).acc).toBeGreaterThan(0.98)
  })

  it('finds a class of five samples among 300', async () => {
    const truth = Array.from({ length: 300 }, (_, i) => (i % 60 === 0 ? 1 : 0))
    const { labels } = await cluster(views(truth, 8), { clusters: 2 })
    expect(new Set([0, 60, 120, 180, 240].map((i) => labels[i])).size).toBe(1)
    expect(score(truth, labels).acc).toBeGreaterThan(0.99)
  })

  it('splits identical samples and says so where there are more clusters than distinct samples', async () => {
    const truth = Array.from({ length: 40 }, (_, i) => i % 4)
    const same = truth.map((_, i) => i % 4)
    const { labels, warnings } = await cluster(views(truth, 6, same), { clusters: 6 })
    expect(new Set(labels).size).toBe(6)
    expect(warnings.join()).toContain('4 distinct among 40 samples: identical samples had to be split into 6 clusters')
  })

  it('says so where a view of scores is the same for all samples', async () => {
    const truth = Array.from({ length: 60 }, (_, i) => i % 3)
    const { one } = views(truth)
    const flat = truth.map(() => [-1, 2, 0.5, 0.25, 0.1, 0.05])
    const { labels, warnings } = await cluster({ one, flat }, { clusters: 3, viewKinds: { flat: 'scores' } })
    expect(new Set(labels).size).toBe(3)
    expect(warnings.join()).toMatch(/"flat" is the same for all samples/)
  })

  it('refuses kinds that there are not, and views that there are not', async () => {
    const data = views([0, 1, 0, 1, 0, 1])
    await expect(cluster(data, { clusters: 2, viewKinds: { one: 'pixels' as 'words' } })).rejects.toThrow(
      /viewKinds: is .*give words, measurements, scores, .* by view/,
    )
    await expect(cluster(data, { clusters: 2, viewKinds: { three: 'scores' } })).rejects.toThrow(
      /viewKinds: there is no view "three"/,
    )
  })
})
