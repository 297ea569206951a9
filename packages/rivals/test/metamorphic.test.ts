import { cluster, score } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { allMethods } from '../src/all-methods.ts'
import { partition, planted, sortedByClass, suited } from './planted.ts'

/** A turn of the space of a view: the product of reflections, which is orthogonal. */
function rotated(view: number[][]): number[][] {
  const random = new Random(9)
  let rows = view
  for (let turn = 0; turn < 2; turn++) {
    const axis = view[0].map(() => random.uniform() - 0.5)
    const square = axis.reduce((sum, value) => sum + value * value, 0)
    rows = rows.map((row) => {
      const along = row.reduce((sum, value, j) => sum + value * axis[j], 0)
      return row.map((value, j) => value - (2 * along * axis[j]) / square)
    })
  }
  return rows
}

const moved = 'a view is moved'
/** Methods that factor the values as they are, so that where zero lies is part of the data. */
const readsOrigin = ['dstl']

/** What is done to the data and must not change which samples belong together, where clusters are clear. */
const changes: [string, (views: number[][][]) => number[][][]][] = [
  ['a view is 1,000 times as large', ([a, b]) => [a.map((row) => row.map((value) => 1000 * value)), b]],
  ['a view is turned in its space', ([a, b]) => [rotated(a), b]],
  [moved, ([a, b]) => [a.map((row) => row.map((value) => value + 2)), b]],
  ['a view is given twice', ([a, b]) => [a, b, b]],
  ['features of zeros are appended', ([a, b]) => [a, b.map((row) => [...row, 0, 0, 0])]],
]

describe.each(allMethods.map((method) => [method.name, method] as const))('method %s', async (name, method) => {
  const views = method.orderFree ? planted : planted.map(sortedByClass)
  const fit = (given: number[][][]) => cluster(given, { clusters: 3, method, ...suited[name] })
  const { labels } = await fit(views)

  it.each(changes.filter(([what]) => !readsOrigin.includes(name) || what !== moved))(
    'finds the same clusters when %s',
    async (_, change) => {
      expect(partition((await fit(change(views))).labels)).toEqual(partition(labels))
    },
  )
})

describe('the default method on clusters that overlap', async () => {
  const random = new Random(4)
  const overlapping = [4, 6].map((features) =>
    Array.from({ length: 90 }, (_, i) =>
      Array.from({ length: features }, (_, j) => (i % 3 === j % 3 ? 1.2 : 0) + 2 * random.uniform()),
    ),
  )
  const fit = async (given: number[][][]) =>
    (await cluster(given, { clusters: 3, runtime: { threads: 1 }, effort: 'fast' })).labels
  const expected = await fit(overlapping)

  it('gives the very same labels when a view is 1,024 times as large: the treatment divides by its size', async () => {
    const larger = [overlapping[0].map((row) => row.map((value) => 1024 * value)), overlapping[1]]
    expect(await fit(larger)).toEqual(expected)
  })

  it('gives the very same labels when features of zeros are appended: they carry no weight', async () => {
    const longer = [overlapping[0], overlapping[1].map((row) => [...row, 0, 0])]
    expect(await fit(longer)).toEqual(expected)
  })
})

describe('scores', () => {
  it('stay the same when classes or clusters are renamed or the samples come in another order', () => {
    const random = new Random(8)
    const truth = Array.from({ length: 60 }, () => random.below(4))
    const labels = truth.map((label) => (random.below(3) === 0 ? random.below(5) : label))
    const expected = score(truth, labels)
    const renamed = score(
      truth.map((label) => `class ${3 - label}`),
      labels.map((label) => 100 + label),
    )
    const order = Array.from(random.permutation(60))
    const turned = score(
      order.map((i) => truth[i]),
      order.map((i) => labels[i]),
    )
    for (const [key, value] of Object.entries(expected))
      for (const other of [renamed, turned])
        expect(Math.abs(other[key as keyof typeof other] - value)).toBeLessThanOrEqual(1e-14)
  })
})
