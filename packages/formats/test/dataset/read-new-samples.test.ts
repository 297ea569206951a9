import type { Model } from '@manyview/core'
import { type Dataset, matchViews, type ReadOptions, readNewSamples } from '@manyview/formats'
import { describe, expect, it } from 'vitest'

const model = {
  views: [
    { name: 'X{1}', features: 4 },
    { name: 'X{2}', features: 2 },
  ],
} as unknown as Model
const dataset = (...features: number[]) => ({
  dataset: {
    views: features.map((count, v) => ({ name: `X{${v + 1}}`, view: { features: count } })),
  } as unknown as Dataset,
})

/** Reads with what `fits` gives for the options, and keeps the options of each reading. */
async function readings(give: (options: ReadOptions) => ReturnType<typeof dataset>, given: ReadOptions = {}) {
  const tried: ReadOptions[] = []
  const found = await readNewSamples(
    async (options) => {
      tried.push(options)
      return give(options)
    },
    given,
    model,
  ).catch((error: unknown) => error)
  return { tried, found }
}

describe('new samples', () => {
  it('are read once where the first guess fits, and keep samples that lack views unless told otherwise', async () => {
    const right = dataset(4, 2)
    expect(await readings(() => right)).toEqual({ tried: [{ join: 'outer' }], found: right })
    expect((await readings(() => right, { join: 'inner' })).tried).toEqual([{ join: 'inner' }])
  })

  it('may lack views, but not have others', async () => {
    const some = dataset(4)
    expect((await readings(() => some)).tried).toHaveLength(1)
    expect((await readings(() => dataset(4, 2, 3))).tried).toHaveLength(5)
  })

  it('are turned, or read by the names of the views, where that fits', async () => {
    const [wrong, right] = [dataset(9, 9), dataset(4, 2)]
    const turned = await readings((options) => (options.samples === 'columns' ? right : wrong))
    expect(turned.found).toEqual(right)
    expect(turned.tried.map(({ samples, views }) => [samples, views])).toEqual([
      [undefined, undefined],
      ['rows', undefined],
      ['rows', ['X']],
      ['columns', undefined],
    ])
    const named = await readings((options) => (options.views ? right : wrong))
    expect(named.tried.at(-1)).toEqual({ join: 'outer', samples: 'rows', views: ['X'] })
    const given = await readings((options) => (options.samples ? right : wrong), { views: ['Y'] })
    expect(given.tried[1].views).toEqual(['Y'])
  })

  it('are as first read where nothing fits, and are not turned against what was said', async () => {
    const wrong = dataset(9, 9)
    expect((await readings(() => wrong)).found).toEqual(wrong)
    expect((await readings(() => wrong, { samples: 'rows' })).tried).toHaveLength(1)
  })

  it('are refused with the first reason where no reading works, and read where another does', async () => {
    const refused = await readings((options) => {
      throw new Error(`no ${options.samples ?? 'first'}`)
    })
    expect(refused.found).toMatchObject({ message: 'no first' })
    const right = dataset(4, 2)
    const later = await readings((options) => {
      if (!options.samples) throw new Error('no')
      return right
    })
    expect(later.found).toEqual(right)
  })

  it('take a view of another name by its number of features where only one has it, and ask where several have', async () => {
    const called = (...views: [string, number][]) => ({
      dataset: {
        views: views.map(([name, features]) => ({ name, view: { features } })),
        notes: [],
      } as unknown as Dataset,
    })
    const result = async (given: ReturnType<typeof called>, of = model) =>
      matchViews(given.dataset, of).views.map(({ name }) => name)
    const { found } = await readings(() => called(['new', 2], ['X{1}', 4]))
    expect((found as ReturnType<typeof called>).dataset).toMatchObject({
      views: [{ name: 'X{2}' }, { name: 'X{1}' }],
      notes: ['new: taken for view X{2}, which alone has as many features'],
    })
    const twins = { views: ['left', 'right'].map((name) => ({ name, features: 4 })) } as unknown as Model
    await expect(result(called(['new', 4]), twins)).rejects.toThrow(
      'view new: is no view of the model by its name, and its 4 features do not tell which: say so, for example --views left=new',
    )
    expect(await result(called(['new', 4], ['left', 4]), twins)).toEqual(['right', 'left'])
    await expect(result(called(['new', 4], ['newer', 4]))).rejects.toThrow('for example --views X{1}=new')
    expect(await result(called(['new', 9]))).toEqual(['new'])
  })
})
