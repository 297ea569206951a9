import { Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { type Run, runClustering } from '../../src/run/run-clustering.ts'
import { Screen } from '../../src/screen/screen.ts'

const nowhere = { write: () => true }
const screen = new Screen(nowhere, nowhere)
const random = new Random(3)
const truth = Array.from({ length: 36 }, (_, i) => 'abc'[Math.floor(i / 12)])
/** Sample i of class c lies about c, and no two are equal. */
const data = Float64Array.from(
  { length: 36 * 4 },
  (_, p) => 8 * ((p >> 2) % 36 >= 12 * (p % 4) ? 1 : 0) + random.uniform(),
)
const run = (more: Partial<Run> = {}): Run => ({
  views: { a: { data, samples: 36, features: 4 } },
  ids: truth.map((name, i) => `${name}${i}`),
  method: 'kmeans',
  options: {},
  clusters: 3,
  seed: 0,
  shuffle: null,
  truth,
  ...more,
})
const outcome = (more?: Partial<Run>) => runClustering(run(more), screen, true, new AbortController().signal)

describe('runClustering(run, screen, quiet, signal)', () => {
  it('scores the labels against the truth, which does not reach the method', async () => {
    const { clustering, scores } = await outcome()
    expect(scores?.acc).toBe(1)
    const blind = await outcome({ truth: null })
    expect(blind.scores).toBeNull()
    expect(blind.clustering.labels).toEqual(clustering.labels)
    const wrong = await outcome({ truth: truth.map((_, i) => String(i % 2)) })
    expect(wrong.clustering.labels).toEqual(clustering.labels)
  })

  it('gives results in the order of the input, whatever order the method got', async () => {
    const plain = await outcome({ method: 'consensus' })
    const { clustering } = await outcome({ method: 'consensus', shuffle: 5 })
    expect(clustering.ids).toEqual(run().ids)
    expect(clustering.labels).toEqual(plain.clustering.labels)
    const close = (found: ArrayLike<number>, expected: ArrayLike<number>) => {
      expect(found.length).toBe(expected.length)
      for (let p = 0; p < found.length; p++) expect(found[p]).toBeCloseTo(expected[p], 9)
    }
    close(clustering.confidence!, plain.clustering.confidence!)
    close(clustering.memberships!.data, plain.clustering.memberships!.data)
    close(clustering.embedding!.data, plain.clustering.embedding!.data)
  })

  it('numbers samples that have no ids', async () => {
    const { clustering } = await outcome({ ids: null })
    expect(clustering.ids.slice(0, 3)).toEqual(['0', '1', '2'])
  })

  it('refuses more clusters than samples by the name of the flag, also as a range', async () => {
    const refusal = { code: 'clusters', argument: '--clusters' }
    await expect(outcome({ clusters: 37 })).rejects.toMatchObject(refusal)
    await expect(outcome({ clusters: 37 })).rejects.toThrow('is 37 but there are only 36 samples, give at most 36')
    await expect(outcome({ clusters: { from: 2, to: 37 } })).rejects.toMatchObject(refusal)
    expect((await outcome({ clusters: 36 })).clustering.clusters).toBe(36)
  })

  it('warns of a method that reads the order, with advice unless samples are shuffled', async () => {
    const options = { lambda1: 0.01, lambda2: 0.01 }
    const warnings = async (shuffle: number | null) =>
      (await outcome({ method: 'dstl', options, shuffle })).clustering.warnings.join('\n')
    expect(await warnings(null)).toContain('--shuffle 1 shows how much')
    expect(await warnings(1)).not.toContain('--shuffle')
    expect((await outcome()).clustering.warnings.join()).not.toContain('order')
  })

  it('shows every step to those who watch, and stops when asked to', async () => {
    const seen: string[] = []
    await outcome({ watch: ({ stage }) => seen.push(stage) })
    expect(seen.length).toBeGreaterThan(0)
    const controller = new AbortController()
    controller.abort(new Error('enough'))
    await expect(runClustering(run(), screen, true, controller.signal)).rejects.toThrow('enough')
  })
})
