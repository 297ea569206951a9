import { cluster } from '@manyview/core'
import { prepareViews, validateOptions } from '@manyview/core/methods'
import { Random } from '@manyview/core/numerics'
import { singleProcess } from '@manyview/core/runtime'
import { allMethods, findMethod } from '@manyview/rivals'
import { describe, expect, it } from 'vitest'
import { explainedVariance } from '../../src/experiments/explained-variance.ts'
import { fitSettingsGrid } from '../../src/experiments/fit-settings-grid.ts'
import { tuningGrid } from '../../src/experiments/tuning-grid.ts'

const random = new Random(3)
const truth = Array.from({ length: 60 }, (_, i) => Math.floor(i / 20))
const view = (features: number) =>
  truth.map((label) => Array.from({ length: features }, (_, j) => (j % 3 === label ? 4 : 0) + random.uniform()))
const views = { first: view(9), second: view(6) }
const prepared = prepareViews(views, { ranks: singleProcess })

describe('tuningGrid(method)', () => {
  it('begins with the defaults, where they do not depend on the data, and holds only valid, different settings, for every method', () => {
    for (const method of allMethods) {
      const { settings } = tuningGrid(method)
      const complete = settings.map((values) => JSON.stringify(validateOptions(method, values)))
      if (method.name !== 'dstl') expect(complete[0], method.name).toBe(JSON.stringify(validateOptions(method, {})))
      expect(new Set(complete).size, method.name).toBe(settings.length)
    }
  })

  it("has the 10×10 grid of DSTL's paper", () => {
    const { settings, source } = tuningGrid(findMethod('dstl'))
    expect(settings.length).toBe(100)
    expect(source).toBe('published')
    expect(settings).toContainEqual({ lambda1: 1e-4, lambda2: 1e-4 })
    expect(settings).toContainEqual({ lambda1: 5, lambda2: 5 })
  })

  it('never tunes what is fixed', () => {
    const { settings } = tuningGrid(findMethod('dstl'), { lambda2: 3, variant: 'S' })
    expect(settings.length).toBe(10)
    expect(settings.every(({ lambda2, variant }) => lambda2 === 3 && variant === 'S')).toBe(true)
  })
})

describe('fitSettingsGrid(views, method, grid)', () => {
  it.each(['dstl', 'fsmsc', 'kmeans'])('gives what each fit gives alone (%s)', async (name) => {
    const grid = tuningGrid(findMethod(name)).settings.slice(0, 4)
    let g = 0
    for await (const { settings, result } of fitSettingsGrid(prepared, findMethod(name), grid, {
      clusters: 3,
      seed: 5,
    })) {
      const alone = await cluster(views, { clusters: 3, method: findMethod(name), seed: 5, ...grid[g] })
      expect(settings).toBe(grid[g])
      expect(result.labels).toEqual(alone.labels)
      expect(result.embedding).toEqual(alone.embedding)
      expect(result.history).toEqual(alone.history)
      g++
    }
    expect(g).toBe(grid.length)
  })

  it('passes over settings that the method refuses for these samples, and refuses a single one', async () => {
    const ascr = findMethod('ascr')
    const tried: unknown[] = []
    for await (const { settings } of fitSettingsGrid(prepared, ascr, [{ alpha: 1e6 }, { alpha: 1 }], { clusters: 3 }))
      tried.push(settings)
    expect(tried).toEqual([{ alpha: 1 }])
    const alone = fitSettingsGrid(prepared, ascr, [{ alpha: 1e6 }], { clusters: 3 })
    await expect(alone.next()).rejects.toThrow('leaves nothing')
  })

  it('stops at the next progress when its signal fires', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    const run = fitSettingsGrid(prepared, findMethod('dstl'), [{}], { clusters: 3, signal })
    await expect(run.next()).rejects.toThrow('enough')
  })
})

describe('explainedVariance(views, labels)', () => {
  it('is 0 for one cluster, 1 for one a sample, and highest for the true clusters', () => {
    const shuffled = Array.from(new Random(1).permutation(60), (i) => truth[i])
    expect(explainedVariance(prepared.views, new Int32Array(60))).toBeCloseTo(0, 14)
    expect(
      explainedVariance(
        prepared.views,
        truth.map((_, i) => i),
      ),
    ).toBeCloseTo(1, 12)
    expect(explainedVariance(prepared.views, truth)).toBeGreaterThan(explainedVariance(prepared.views, shuffled) + 0.3)
  })

  it('is 0 where nothing varies', () => {
    const flat = prepareViews({ only: [[1], [1], [1]] }, { ranks: singleProcess })
    expect(explainedVariance(flat.views, [0, 1, 2])).toBe(0)
  })
})
