import { cluster, type Method, score } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { findMethod, methods } from '../../src/methods/methods.ts'
import { Random } from '../../src/numerics/random/random.ts'

const random = new Random(6)
const truth = Array.from({ length: 90 }, (_, i) => i % 3)
const view = (features: number) =>
  truth.map((group) => Array.from({ length: features }, (_, j) => 8 * Number(j % 3 === group) + random.uniform()))
const views = { a: view(6), b: view(4) }

/** Stops a fit as soon as it can tell a partition. */
async function stopped(name: string, onStop: 'keep' | 'fail', after: (told: boolean) => boolean) {
  const controller = new AbortController()
  return cluster(views, {
    clusters: 3,
    method: findMethod(name),
    onStop,
    signal: controller.signal,
    runtime: { threads: 1 },
    onProgress: ({ partition }) => {
      if (after(partition !== undefined)) controller.abort(new Error('stop'))
    },
  })
}

describe('cluster(views, { onStop: "keep" })', () => {
  const telling = methods.filter(({ name }: Method) => ['consensus', 'dstl', 'kmeans'].includes(name))

  it.each(telling.map(({ name }) => name))(
    'gives the best partition so far of %s when it is stopped, and says so',
    async (name) => {
      const found = await stopped(name, 'keep', (told) => told)
      expect(found.stopped).toBe(true)
      expect(found.converged).toBe(false)
      expect(found.warnings.join()).toContain('stopped early')
      expect(found.labels.length).toBe(90)
      expect(found.labels.every((label) => label >= 0 && label < 3)).toBe(true)
      // DSTL has only begun by then.
      if (name !== 'dstl') expect(score(truth, found.labels).acc).toBe(1)
    },
  )

  it('rejects where there is no partition yet, and by default', async () => {
    await expect(stopped('consensus', 'keep', () => true)).rejects.toThrow('stop')
    await expect(stopped('consensus', 'fail', (told) => told)).rejects.toThrow('stop')
  })

  it('marks nothing that ran to its end', async () => {
    const found = await stopped('kmeans', 'keep', () => false)
    expect('stopped' in found).toBe(false)
    expect(found.warnings).toEqual([])
  })
})
