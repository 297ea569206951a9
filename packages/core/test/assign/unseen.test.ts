import { assign, cluster, type DenseView, trainModel } from '@manyview/core'
import { normal, Random } from '@manyview/core/numerics'
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

  it('marks all samples that come in other units, also in the direction of a cluster', async () => {
    const random = new Random(3)
    // Three sizes of the same shape: ten times a large one lies where large ones do, seen from the middle.
    const plants = (factor: number): DenseView => ({
      samples: 90,
      features: 4,
      data: Float64Array.from(
        { length: 360 },
        (_, p) => factor * ([5, 3, 2, 1][p % 4] * (1 + (Math.floor(p / 4) % 3)) + 0.2 * normal(random)),
      ),
    })
    const views = { plants: plants(1) }
    const centimetres = await trainModel(views, await cluster(views, { clusters: 3 }))
    const seen = async (factor: number) => {
      const { unseen } = await assign(centimetres, { plants: plants(factor) })
      return unseen!.filter((mark) => mark === 0).length
    }
    expect(await seen(1)).toBeGreaterThan(80)
    expect(await seen(10)).toBe(0)
    expect(await seen(1000)).toBe(0)
  })

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
