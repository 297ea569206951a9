import type { MethodName } from '@manyview/core'
import { cluster, type Model, trainModel, type Views } from '@manyview/core'
import { normal, Random } from '@manyview/core/numerics'

/** Samples around three centres: measurements in one view, word counts in the other. */
export function someViews(samples: number, seed: number): Views {
  const random = new Random(seed)
  const measured = Array.from({ length: samples }, (_, i) =>
    Array.from({ length: 5 }, (_, j) => ((i + j) % 3) * 4 + normal(random)),
  )
  const words = Array.from({ length: samples }, (_, i) =>
    Array.from({ length: 24 }, (_, j) => (j % 3 === i % 3 ? random.below(4) : 0)),
  )
  return { measured, words }
}

/** A model of each way that there is. */
export async function someModels(): Promise<Record<Model['way'], Model>> {
  const views = someViews(45, 1)
  const train = async (method: MethodName) =>
    trainModel(views, await cluster(views, { clusters: 3, method }), {
      featureNames: { measured: ['a', 'b', 'ä', '⏚', 'e'] },
    })
  return { neighbours: await train('consensus'), latent: await train('dstl'), centres: await train('kmeans') }
}
