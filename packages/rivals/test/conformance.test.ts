import {
  assign,
  type Clustering,
  type ClusterOptions,
  cluster,
  InputError,
  trainModel,
  type Views,
} from '@manyview/core'
import { validateOptions } from '@manyview/core/methods'
import { Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { allMethods } from '../src/all-methods.ts'
import { partition, planted, sortedByClass, sparse, suited, truth } from './planted.ts'

type Case =
  | 'one view'
  | 'k = 1'
  | 'k = n'
  | 'duplicates'
  | 'constant features'
  | 'all samples equal'
  | 'two samples'
  | 'tiny values'
  | 'huge values'

/** What a method refuses instead of clustering, with the code of its error. Everything not listed must work. */
const refusals: Record<string, Partial<Record<Case, string>>> = {
  dstl: { 'tiny values': 'too-small' },
  ascr: { 'two samples': 'bad-option' },
}

/** Methods that hold n×n matrices: they say so and refuse past a limit before they allocate. */
const quadratic = ['t-svd-msc', 'etlmsc', 'tbgl', 'ltbpl', 'snf', 'coreg']

describe.each(allMethods.map((method) => [method.name, method] as const))('method %s', (name, method) => {
  const fit = (views: Views, options: Partial<ClusterOptions> = {}) =>
    cluster(views, { clusters: 3, method, ...options })

  async function clustersOrRefuses(
    what: Case,
    views: Views,
    options: Partial<ClusterOptions> = {},
  ): Promise<Clustering | null> {
    const code = refusals[name]?.[what]
    if (!code) {
      const found = await fit(views, options)
      expectSound(found, (options.clusters as number | undefined) ?? 3)
      return found
    }
    const error = await fit(views, options).then(
      () => null,
      (reason) => reason,
    )
    expect(error).toBeInstanceOf(InputError)
    expect(error.code).toBe(code)
    return null
  }

  it('declares options whose defaults pass its own validation, a cost and a source', () => {
    expect(name).toMatch(/^[a-z0-9-]+$/)
    expect(validateOptions(method, {})).toBeDefined()
    for (const option of method.options)
      if (option.default !== null) expect(validateOptions(method, { [option.name]: option.default })).toBeDefined()
    for (const text of [method.title, method.description, method.cost, method.source]) expect(text).not.toBe('')
  })

  it('finds well separated clusters', async () => {
    // Methods that read the order get the order they were made for.
    const found = await fit(method.orderFree ? planted : planted.map(sortedByClass), suited[name])
    expectSound(found, 3)
    expect(partition(found.labels)).toEqual(method.orderFree ? truth : [...truth].sort())
  })

  it.each([1e-290, 1e-170, 1e155, 1e300])('finds them in values about %s, whose squares are lost', async (size) => {
    const views = planted.map((view) => view.map((row) => row.map((value) => value * size)))
    const found = await clustersOrRefuses(
      size < 1 ? 'tiny values' : 'huge values',
      method.orderFree ? views : views.map(sortedByClass),
      suited[name],
    )
    if (found) expect(partition(found.labels)).toEqual(method.orderFree ? truth : [...truth].sort())
  })

  it('gives the same bytes for the same seed', async () => {
    const { seconds: _, ...first } = await fit(planted, { seed: 7 })
    const { seconds: __, ...second } = await fit(planted, { seed: 7 })
    expect(second).toEqual(first)
  })

  it(
    method.orderFree ? 'gives the same partition for any order of the samples' : 'ends for any order of the samples',
    async () => {
      const order = new Random(5).permutation(24)
      const found = await fit(
        planted.map((view) => Array.from(order, (i) => view[i])),
        suited[name],
      )
      expectSound(found, 3)
      if (method.orderFree) expect(partition(found.labels)).toEqual(partition(Array.from(order, (i) => truth[i])))
    },
  )

  it('takes one view', async () => {
    await clustersOrRefuses('one view', [planted[1]])
  })

  it('puts everything together for k = 1', async () => {
    const found = await clustersOrRefuses('k = 1', planted, { clusters: 1 })
    if (found) expect(new Set(found.labels)).toEqual(new Set([0]))
  })

  it('takes as many clusters as samples', async () => {
    await clustersOrRefuses(
      'k = n',
      planted.map((view) => view.slice(0, 9)),
      { clusters: 9 },
    )
  })

  it('takes two samples', async () => {
    await clustersOrRefuses(
      'two samples',
      planted.map((view) => view.slice(0, 2)),
      { clusters: 2 },
    )
  })

  it('takes every sample twice', async () => {
    await clustersOrRefuses(
      'duplicates',
      planted.map((view) => view.flatMap((row) => [row, row])),
    )
  })

  it('takes samples that are all equal', async () => {
    await clustersOrRefuses(
      'all samples equal',
      planted.map((view) => view.map(() => view[0])),
    )
  })

  it('takes constant features, also in a view that has no others', async () => {
    await clustersOrRefuses('constant features', [
      planted[0].map((row) => [...row, 3, 0]),
      planted[1].map(() => [0.1, 0]),
    ])
  })

  it('refuses a value that is not finite, naming view, sample and feature', async () => {
    const views = {
      words: planted[0],
      pixels: planted[1].map((row, i) => row.map((x, j) => (i === 4 && j === 2 ? Number.POSITIVE_INFINITY : x))),
    }
    await expect(fit(views)).rejects.toMatchObject({
      code: 'not-finite',
      argument: 'pixels',
      details: { sample: 4, feature: 2 },
    })
  })

  it('refuses a missing value, naming the view', async () => {
    const views = {
      words: planted[0],
      pixels: planted[1].map((row, i) => row.map((x, j) => (i === 4 && j === 2 ? Number.NaN : x))),
    }
    await expect(fit(views)).rejects.toMatchObject({ code: 'missing-values', argument: 'pixels' })
  })

  it('refuses more clusters than samples', async () => {
    await expect(fit(planted, { clusters: 25 })).rejects.toMatchObject({ code: 'clusters' })
  })

  it.runIf(!method.missingViews)('refuses samples that lack a view, and names methods that take them', async () => {
    const views = [
      { data: planted[0].flat(), samples: 24, features: 5, present: truth.map((_, i) => Number(i > 0)) },
      planted[1],
    ]
    await expect(fit(views)).rejects.toThrow(/needs every view of every sample .* choose consensus or dstl/)
  })

  it('gives a model that places samples in the clusters that it found', async () => {
    const model = await trainModel(planted, await fit(planted, suited[name]))
    const { labels, memberships } = await assign(model, planted)
    expect(labels.every((label) => label >= 0 && label < 3)).toBe(true)
    expect(memberships.rows).toBe(24)
  })

  it('stops soon after its signal is given', async () => {
    const controller = new AbortController()
    let progress = 0
    const onProgress = () => {
      progress++
      controller.abort(new Error('enough'))
    }
    await expect(fit(planted, { signal: controller.signal, onProgress })).rejects.toThrow('enough')
    expect(progress).toBe(1)
  })

  it('changes nothing it is given and keeps ids', async () => {
    const ids = Object.freeze(truth.map((_, i) => `sample ${i}`))
    const data = planted.map((view) => Float64Array.from(view.flat()))
    const views = planted.map((view, v) => Object.freeze({ data: data[v], samples: 24, features: view[0].length, ids }))
    const found = await fit(Object.freeze(views))
    await fit(views.map((view) => ({ ...view, ids: undefined })))
    expect(data.map((values) => Array.from(values))).toEqual(planted.map((view) => view.flat()))
    expect(found.ids).toEqual(ids)
  })

  it('gives sparse views and single precision the labels of dense double precision', async () => {
    const rounded = planted.map((view) => view.map((row) => row.map((x) => Math.fround(Math.max(x, 0)))))
    const { labels } = await fit(rounded)
    expect((await fit(rounded.map(sparse))).labels).toEqual(labels)
    const single = rounded.map((view) => ({
      data: Float32Array.from(view.flat()),
      samples: 24,
      features: view[0].length,
    }))
    expect((await fit(single)).labels).toEqual(labels)
  })

  it.runIf(quadratic.includes(name))('refuses past a memory limit, with both numbers, before it begins', async () => {
    const attempt = fit(planted, { runtime: { memory: 4096 }, onProgress: () => expect.unreachable() })
    await expect(attempt).rejects.toMatchObject({ code: 'out-of-memory', details: { limit: 4096 } })
    await fit(planted, { runtime: { memory: 1e9 } })
  })
})

function expectSound(found: Clustering, clusters: number): void {
  const n = found.ids.length
  expect(found.labels).toBeInstanceOf(Int32Array)
  expect(found.labels.length).toBe(n)
  for (const label of found.labels) expect(label >= 0 && label < clusters).toBe(true)
  for (const matrix of [found.memberships, found.embedding])
    if (matrix) {
      expect(matrix.rows).toBe(n)
      expect(matrix.data.every(Number.isFinite)).toBe(true)
    }
  if (found.viewWeights) {
    const weights = Object.values(found.viewWeights)
    expect(weights.every((weight) => weight >= 0)).toBe(true)
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(weights.length, 9)
  }
  expect(Number.isInteger(found.iterations)).toBe(true)
  expect(found.history.objective.every(Number.isFinite)).toBe(true)
}
