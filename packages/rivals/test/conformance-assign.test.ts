import { assign, cluster, InputError, trainModel } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import { readModel, writeModel } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { allMethods } from '../src/all-methods.ts'
import { planted, suited } from './planted.ts'

const turned = (matrix: { rows: number; columns: number; data: ArrayLike<number> }, order: ArrayLike<number>) =>
  Array.from(order, (i) => Array.from({ length: matrix.columns }, (_, j) => matrix.data[i * matrix.columns + j]))

describe.each(allMethods.map((method) => [method.name, method] as const))('a model of %s', async (name, method) => {
  const found = await cluster(planted, { clusters: 3, method, ...suited[name] })
  const model = await trainModel(planted, found)
  const whole = await assign(model, planted)

  it('places samples the same after it was written and read', async () => {
    expect(await assign(readModel(writeModel(model)), planted)).toEqual(whole)
  })

  it('places samples the same in batches as all at once', async () => {
    for (const [begin, end] of [
      [0, 1],
      [1, 9],
      [9, 24],
    ]) {
      const batch = await assign(
        model,
        planted.map((view) => view.slice(begin, end)),
      )
      expect(batch.labels).toEqual(whole.labels.slice(begin, end))
      expect(batch.memberships.data).toEqual(whole.memberships.data.slice(3 * begin, 3 * end))
    }
  })

  it('places samples the same in any order', async () => {
    const order = new Random(3).permutation(24)
    const again = await assign(
      model,
      planted.map((view) => Array.from(order, (i) => view[i])),
    )
    expect(Array.from(again.labels)).toEqual(Array.from(order, (i) => whole.labels[i]))
    expect(
      turned(
        again.memberships,
        Array.from({ length: 24 }, (_, i) => i),
      ),
    ).toEqual(turned(whole.memberships, order))
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses a new sample with %s, naming the view', async (bad) => {
    const views = planted.map((view, v) => view.map((row, i) => row.map((x, j) => (v + i + j === 5 ? bad : x))))
    const error = await assign(model, views).catch((reason) => reason)
    expect(error).toBeInstanceOf(InputError)
    expect(error.argument).toMatch(/^view/)
  })

  it('refuses new samples whose views have other features', async () => {
    await expect(assign(model, [planted[1], planted[0]])).rejects.toBeInstanceOf(InputError)
  })
})
