import { type Clustering, cluster } from '@manyview/core'
import type { PreparedViews } from '@manyview/core/methods'
import { isSparse, Kernels, Random } from '@manyview/core/numerics'
import { findMethod } from '@manyview/rivals'
import { preprocessView } from '../../packages/core/src/data/preprocess-view.ts'
import { concatenateColumns, unitRows } from '../../packages/core/src/data/scale.ts'
import { kmeans } from '../../packages/core/src/kmeans/kmeans.ts'
import { toDense } from '../../packages/core/src/linalg/sparse-matrix.ts'
import { drain } from '../../packages/core/src/steps.ts'

/** Something that groups samples: a method at one setting for all data. */
export interface Competitor {
  name: string
  cluster(input: PreparedViews, clusters: number, seed: number): Promise<Pick<Clustering, 'labels'>>
}

/** Runs a method through the public function, on views that are ready. */
export function runMethod(
  method: string,
  { views }: PreparedViews,
  clusters: number,
  seed: number,
  options: Record<string, unknown> = {},
): Promise<Clustering> {
  const named = views.map(({ name, data, present }) => {
    const shape = { samples: data.rows, features: data.columns, present: present ?? undefined }
    return [name, isSparse(data) ? { ...shape, ...data } : { ...shape, data: data.data }] as const
  })
  return cluster(Object.fromEntries(named), { ...options, method: findMethod(method), clusters, seed })
}

/** The default method and what it is compared with: DSTL as it is, on the scores that the default method makes of the views, and at one setting for all files. */
export const competitors: Competitor[] = [
  { name: 'consensus', cluster: (input, clusters, seed) => runMethod('consensus', input, clusters, seed) },
  {
    name: 'consensus fast',
    cluster: (input, clusters, seed) => runMethod('consensus', input, clusters, seed, { effort: 'fast' }),
  },
  { name: 'k-means z', cluster: (input, clusters, seed) => runMethod('kmeans', input, clusters, seed) },
  {
    name: 'k-means unit',
    async cluster(input, clusters, seed) {
      const views = input.views.map(({ data }) => unitRows(isSparse(data) ? toDense(data) : data))
      return kmeans(await Kernels.load(), concatenateColumns(views), { clusters, random: new Random(seed) })
    },
  },
  { name: 'spectral', cluster: (input, clusters, seed) => runMethod('spectral', input, clusters, seed) },
  // The last has the best single setting that a search with the labels finds for the 15 shuffled files.
  { name: 'dstl', cluster: (input, clusters, seed) => runMethod('dstl', input, clusters, seed) },
  {
    name: 'dstl scores',
    async cluster(input, clusters, seed) {
      const kernels = await Kernels.load()
      const views = input.views.map(({ name, data, present }, v) => {
        const { scores } = drain(preprocessView(kernels, data, new Random(seed).split(v), { present }))
        return { name, data: scores, present }
      })
      return runMethod('dstl', { ...input, views }, clusters, seed, { lambda1: 0.5, lambda2: 0.5 })
    },
  },
  {
    name: 'dstl one setting',
    cluster: (input, clusters, seed) => runMethod('dstl', input, clusters, seed, { lambda1: 5e-3, lambda2: 5e-3 }),
  },
]
