import { cluster, trainModel } from '@manyview/core'
import { holdsTrainingData } from '@manyview/core/methods'
import { describe, expect, it } from 'vitest'
import type { MethodName } from '../../src/methods/methods.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { blobs, pick } from './blobs.ts'

const { views } = blobs(90, 1)

describe('trainModel(views, clustering)', () => {
  it('keeps training data only where the method has no other way', async () => {
    const way = async (method: MethodName, options: object = {}) => {
      const model = await trainModel(views, await cluster(views, { clusters: 3, method, ...options }))
      return [model.way, holdsTrainingData(model)]
    }
    expect(await way('consensus')).toEqual(['neighbours', true])
    expect(await way('spectral')).toEqual(['neighbours', true])
    expect(await way('dstl', { transform: 'graph' })).toEqual(['neighbours', true])
    expect(await way('dstl')).toEqual(['latent', false])
    expect(await way('kmeans')).toEqual(['centres', false])
  })

  it('gives the same model for any order of the samples', async () => {
    const order = Array.from(new Random(1).permutation(90))
    const shuffled = pick(views, order)
    const model = await trainModel(views, await cluster(views, { clusters: 3 }))
    expect(await trainModel(shuffled, await cluster(shuffled, { clusters: 3 }))).toEqual(model)
  })

  it('refuses views that were not the ones clustered', async () => {
    const clustering = await cluster(views, { clusters: 3 })
    await expect(trainModel(pick(views, [0, 1, 2, 3]), clustering)).rejects.toThrow(
      'clustering: has 90 samples but the views have 4, give the views that were clustered',
    )
    const ids = Array.from({ length: 90 }, (_, i) => `s${i}`)
    const named = Object.fromEntries(Object.entries(views).map(([name, view]) => [name, { ...view, ids }]))
    await expect(trainModel(named, clustering)).rejects.toThrow(
      /^clustering: has "0" as sample 0 where the views have "s0"/,
    )
    await expect(trainModel(views, clustering, { featureNames: { colour: ['red'] } })).rejects.toThrow(
      'featureNames: has 1 name for the 4 features of "colour", give one per feature',
    )
  })
})
