import { assign, cluster, type DenseView, score, trainModel } from '@manyview/core'
import { normal, Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { loadDigits } from '../../src/digits/index.ts'
import { readModel, writeModel } from '../../src/results/model.ts'

const { views: all, labels: digits } = await loadDigits()

/** Every `step`-th of the 2,000 digits from `first` on. */
function some(first: number, step: number): { views: Record<string, DenseView>; truth: number[] } {
  const samples = Array.from({ length: Math.floor((2000 - first - 1) / step) + 1 }, (_, i) => first + i * step)
  const taken = Object.entries(all as Record<string, DenseView>).map(([name, { data, features }]) => [
    name,
    {
      data: samples.flatMap((i) => Array.from({ length: features }, (_, j) => data[i * features + j])),
      samples: samples.length,
      features,
    },
  ])
  return { views: Object.fromEntries(taken), truth: samples.map((i) => digits[i]) }
}

const known = some(0, 4)
const fresh = some(1, 8)
const clustering = await cluster(known.views, { clusters: 10 })
const model = readModel(writeModel(await trainModel(known.views, clustering)))

describe('a model of handwritten digits', () => {
  it('gives the samples that it was made from their labels back', async () => {
    expect((await assign(model, known.views)).labels).toEqual(clustering.labels)
  })

  it('gives at least 95 % of them their labels back when all values are moved by a hundredth of their size', async () => {
    const random = new Random(1)
    const moved = Object.fromEntries(
      Object.entries(known.views).map(([name, view]) => [
        name,
        { ...view, data: Array.from(view.data, (value) => value * (1 + 0.01 * normal(random))) },
      ]),
    )
    const { labels } = await assign(model, moved)
    expect(labels.filter((label, i) => label === clustering.labels[i]).length).toBeGreaterThanOrEqual(0.95 * 500)
  })

  it('places new digits nearly as well as the known ones were clustered, and is right where it is sure', async () => {
    const { labels, confidence } = await assign(model, fresh.views)
    const before = score(known.truth, clustering.labels).nmi
    expect(score(fresh.truth, labels).nmi).toBeGreaterThan(before - 0.05)
    const sorted = Array.from(confidence.keys()).sort((a, b) => confidence[b] - confidence[a])
    const right = (half: number[]) =>
      score(
        half.map((i) => fresh.truth[i]),
        half.map((i) => labels[i]),
      ).acc
    expect(right(sorted.slice(0, 125))).toBeGreaterThan(right(sorted.slice(125)))
  })

  it('tells how strange new digits are, also after it was written and read', async () => {
    const { unseenScores, unseen } = await assign(model, fresh.views)
    const marked = unseen!.reduce((sum, mark) => sum + mark, 0)
    expect(marked).toBeLessThan(0.1 * fresh.truth.length)
    const noise = new Random(2)
    const strange = Object.fromEntries(
      Object.entries(fresh.views).map(([name, view]) => [
        name,
        { ...view, data: Array.from(view.data, () => 255 * noise.uniform()) },
      ]),
    )
    const least = (await assign(model, strange)).unseenScores!.reduce((low, value) => Math.min(low, value), Infinity)
    const middle = unseenScores!.toSorted()[fresh.truth.length >> 1]
    expect(least).toBeGreaterThan(middle)
  })

  it('places digits of which some views are missing', async () => {
    const [name] = Object.keys(fresh.views)
    const { labels } = await assign(model, { [name]: fresh.views[name] })
    expect(score(fresh.truth, labels).nmi).toBeGreaterThan(0.5)
  })
})
