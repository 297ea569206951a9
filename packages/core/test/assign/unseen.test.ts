import { assign, cluster, trainModel } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { findMethod } from '../../src/methods/methods.ts'
import { blobs, pick } from './blobs.ts'

const known = blobs(150, 1)
const fresh = blobs(90, 2)
const of = (truth: number[], wanted: (label: number) => boolean) =>
  Array.from(truth.keys()).filter((i) => wanted(truth[i]))
const training = pick(
  known.views,
  of(known.truth, (label) => label < 2),
)

async function model(method: string) {
  return trainModel(training, await cluster(training, { clusters: 2, method: findMethod(method), seed: 0 }))
}

describe('what assign says of samples unlike everything seen', () => {
  it.each(['consensus', 'kmeans', 'spectral'])(
    'marks a group that was not there, and few of the others (%s)',
    async (method) => {
      const { unseen, unseenScores } = await assign(await model(method), fresh.views)
      const strange = of(fresh.truth, (label) => label === 2)
      const usual = of(fresh.truth, (label) => label < 2)
      expect(strange.filter((i) => unseen![i] === 1).length).toBeGreaterThan(0.9 * strange.length)
      expect(usual.filter((i) => unseen![i] === 1).length).toBeLessThan(0.1 * usual.length)
      expect(Math.min(...strange.map((i) => unseenScores![i]))).toBeGreaterThan(0)
    },
  )

  it('says nothing by a model that does not know what is usual', async () => {
    const { usual: _, ...earlier } = await model('consensus')
    const found = await assign(earlier, fresh.views)
    expect([found.unseen, found.unseenScores]).toEqual([null, null])
  })

  it('still tells with one of the views', async () => {
    const { unseenScores } = await assign(await model('consensus'), { shape: fresh.views.shape })
    const mean = (samples: number[]) => samples.reduce((sum, i) => sum + unseenScores![i], 0) / samples.length
    expect(mean(of(fresh.truth, (label) => label === 2))).toBeGreaterThan(3.5)
    expect(mean(of(fresh.truth, (label) => label < 2))).toBeLessThan(1)
  })
})
