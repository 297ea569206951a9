import { type ClusterOptions, cluster, InputError, type Views } from '@manyview/core'
import { validateOptions } from '@manyview/core/methods'
import { describe, expect, it } from 'vitest'
import { allMethods } from '../src/all-methods.ts'
import { partition, planted, sortedByClass, suited, truth } from './planted.ts'

describe.each(allMethods.map((method) => [method.name, method] as const))('method %s', (name, method) => {
  const fit = (views: Views, options: Partial<ClusterOptions> = {}) =>
    cluster(views, { clusters: 3, method, ...options })
  const inOrder = method.orderFree ? planted : planted.map(sortedByClass)

  it('takes a single sample', async () => {
    const found = await fit(
      planted.map((view) => view.slice(0, 1)),
      { clusters: 1 },
    )
    expect(found.labels).toEqual(Int32Array.of(0))
  })

  it('takes views of a single feature', async () => {
    const found = await fit([truth.map((label, i) => [label + i / 1000]), truth.map((label, i) => [i / 500 - label])])
    expect(found.labels.length).toBe(24)
    expect(found.labels.every((label) => label >= 0 && label < 3)).toBe(true)
  })

  it('leaves no cluster empty where there are clear ones, and numbers them from 0', async () => {
    const { labels } = await fit(inOrder, suited[name])
    expect(new Set(labels)).toEqual(new Set([0, 1, 2]))
  })

  it('gives whole numbers of any type the labels of the same numbers as doubles', async () => {
    const whole = inOrder.map((view) => view.map((row) => row.map((value) => Math.round(10 * value))))
    const { labels } = await fit(whole, suited[name])
    for (const type of [Int16Array, Int32Array, Float32Array, Float64Array]) {
      const views = whole.map((view) => ({ data: type.from(view.flat()), samples: 24, features: view[0].length }))
      expect((await fit(views as unknown as Views, suited[name])).labels, type.name).toEqual(labels)
    }
  })

  it('finds the same clusters whatever the samples and views are called', async () => {
    const named = (label: string) =>
      Object.fromEntries(
        inOrder.map((view, v) => [
          `${label}${v}`,
          { data: view.flat(), samples: 24, features: view[0].length, ids: truth.map((_, i) => `${label}-${i}`) },
        ]),
      )
    const [one, other] = [await fit(named('a'), suited[name]), await fit(named('z'), suited[name])]
    expect(other.labels).toEqual(one.labels)
    expect(partition(one.labels)).toEqual(partition((await fit(inOrder, suited[name])).labels))
  })

  it('refuses views without samples or features, and no views', async () => {
    for (const views of [[[]], [planted[0], planted[1].map(() => [])], []] as Views[])
      await expect(fit(views)).rejects.toBeInstanceOf(InputError)
  })

  it('refuses every option that has a wrong type or is unknown', () => {
    for (const option of method.options)
      for (const wrong of [Number.NaN, {}, [], Symbol('x'), 'no such word'])
        expect(() => validateOptions(method, { [option.name]: wrong as never }), `${option.name}`).toThrow(InputError)
    expect(() => validateOptions(method, { lamda: 1 })).toThrow(InputError)
  })
})
