import { cluster, explain } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { keptScores } from '../../src/consensus/result.ts'
import { orderViews } from '../../src/evidence/order.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { prepareViews } from '../../src/views/prepare-views.ts'

const random = new Random(7)
const samples = 90
const ids = Array.from({ length: samples }, (_, i) => `s${i}`)
const around = (features: number) =>
  Array.from({ length: samples }, (_, i) =>
    Array.from({ length: features }, (_, j) => (j % 3 === i % 3 ? 4 : 0) + normal(random)),
  )
const dense = (rows: number[][]) => ({
  samples: rows.length,
  features: rows[0].length,
  data: Float64Array.from(rows.flat()),
  ids: ids.slice(0, rows.length),
})

describe('the scores of an explanation', () => {
  it('are those of the fit: handed over or made again, the explanation has the same bytes', async () => {
    const views = {
      wide: dense(around(40)),
      lacking: dense(around(12).slice(0, 80)),
      unused: dense(around(5)),
      constant: dense(around(3).map(() => [1, 1, 1])),
    }
    const options = { join: 'outer' as const }
    const clustering = await cluster(views, { clusters: 3, viewWeights: { unused: 0 }, seed: 4, ...options })
    const handed = await explain(views, clustering, options)
    const copy = { ...clustering, labels: clustering.labels.slice() }
    expect(await explain(views, copy, options)).toEqual(handed)
    expect(handed.viewMaps!.map(({ name }) => name)).toEqual(Object.keys(views))
  })

  it('are kept by the newest fit only, for its own labels and the order that its views gave', async () => {
    const views = { a: dense(around(6)) }
    const found = await cluster(views, { clusters: 3, effort: 'fast' })
    const { samples: order } = runToEnd(
      orderViews({ ranks: singleProcess }, prepareViews(views, { ranks: singleProcess }), {}),
    ).samples.order
    expect(keptScores(found.labels, order)!.map(({ name }) => name)).toEqual(['a'])
    expect(keptScores(found.labels.slice(), order)).toBeUndefined()
    expect(keptScores(found.labels, order.toReversed())).toBeUndefined()
    // With other values than the fit had, the explanation is that of the values given.
    const other = { a: dense(around(6)) }
    expect(await explain(other, found)).toEqual(await explain(other, { ...found, labels: found.labels.slice() }))
    await cluster(views, { clusters: 2, effort: 'fast' })
    expect(keptScores(found.labels, order)).toBeUndefined()
  })
})
