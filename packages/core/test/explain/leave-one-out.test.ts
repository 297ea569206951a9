import { cluster, type LeftOut, leaveOneOut } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'

/** 90 samples of three groups; only `clear` tells the third from the second, `hum` tells nothing. */
function threeGroups() {
  const random = new Random(9)
  const truth = Array.from({ length: 90 }, (_, i) => i % 3)
  const at = (centre: number) => Array.from({ length: 4 }, (_, j) => (j === centre ? 6 : 0) + normal(random))
  return {
    truth,
    views: {
      clear: truth.map((g) => at(g)),
      rough: truth.map((g) => at(Math.min(g, 1))),
      hum: truth.map(() => at(-1)),
    },
  }
}

describe('leaveOneOut(views, clustering, options)', () => {
  it('shows that the clusters need one view and not another', async () => {
    const { truth, views } = threeGroups()
    const clustering = await cluster(views, { clusters: 3 })
    const found = await leaveOneOut(views, clustering, { truth })
    expect(found.map(({ view, samples, problem }) => [view, samples, problem])).toEqual([
      ['clear', 90, null],
      ['rough', 90, null],
      ['hum', 90, null],
    ])
    const [clear, , hum] = found
    expect(clear.ari!).toBeLessThan(0.8)
    expect(clear.scoreChange!.acc).toBeLessThan(-0.1)
    expect(clear.confidenceChange!).toBeLessThan(0)
    expect(hum.ari!).toBeGreaterThan(0.85)
    expect(hum.nmi!).toBeGreaterThan(0.8)
    expect(clear.scores!.acc).toBeLessThan(0.9)
  })

  it('does the same fit, with the seed, options and weights of the clustering', async () => {
    const { views } = threeGroups()
    const clustering = await cluster(views, {
      clusters: 3,
      seed: 5,
      effort: 'fast',
      viewWeights: { clear: 2, rough: 0.5 },
    })
    const [found] = await leaveOneOut(views, clustering)
    expect(found).toMatchObject({
      view: 'clear',
      problem: null,
      scores: null,
      scoreChange: null,
    })
    const without = await cluster(
      { rough: views.rough, hum: views.hum },
      { clusters: 3, seed: 5, effort: 'fast', viewWeights: { rough: 0.5 } },
    )
    const again = await leaveOneOut(views, { ...clustering, labels: without.labels })
    expect(again[0].ari).toBe(1)
    const [unsure] = await leaveOneOut(views, await cluster(views, { clusters: 3, method: 'kmeans' }))
    expect(unsure.confidenceChange).toBeNull()
  })

  it('leaves out samples that have no other view', async () => {
    const { views } = threeGroups()
    const data = (rows: number[][]) => ({ data: rows.flat(), samples: 90, features: 4 })
    const some = {
      clear: data(views.clear),
      rough: { ...data(views.rough), present: Array.from({ length: 90 }, (_, i) => i >= 10) },
    }
    const clustering = await cluster(some, { clusters: 3, effort: 'fast' })
    const found = await leaveOneOut(some, clustering)
    expect(found.map(({ samples }) => samples)).toEqual([80, 90])
    expect(found.every(({ ari }) => ari !== null)).toBe(true)
  })

  it('tells how far it is, gives each view when it is done, and stops when asked to', async () => {
    const { views } = threeGroups()
    const clustering = await cluster(views, { clusters: 3, effort: 'fast' })
    const stages = new Set<string>()
    const done: LeftOut[] = []
    const stop = new AbortController()
    const run = leaveOneOut(views, clustering, {
      signal: stop.signal,
      onProgress: ({ stage }) => stages.add(stage.split(':')[0]),
      onView: (found) => {
        done.push(found)
        if (done.length === 2) stop.abort(new Error('enough'))
      },
    })
    await expect(run).rejects.toThrow('enough')
    expect(done.map(({ view }) => view)).toEqual(['clear', 'rough'])
    expect([...stages]).toEqual(['without clear', 'without rough'])
  })

  it('refuses one view, other samples and labels that do not fit', async () => {
    const { views } = threeGroups()
    const clustering = await cluster(views, { clusters: 3, effort: 'fast' })
    await expect(leaveOneOut({ clear: views.clear }, clustering)).rejects.toThrow(/^views: there is one view/)
    const fewer = { clear: views.clear.slice(1), rough: views.rough.slice(1) }
    await expect(leaveOneOut(fewer, clustering)).rejects.toThrow(/^views: there are 89 samples but 90 were clustered/)
    await expect(leaveOneOut(views, clustering, { truth: [1] })).rejects.toThrow(/^truth: has 1 label for 90 samples/)
  })
})
