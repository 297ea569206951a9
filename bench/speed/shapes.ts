import type { Matrix, SparseMatrix } from '@manyview/core'
import { isSparse, matrix, Random } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { toSparse } from '../../packages/core/src/numerics/linalg/to-sparse.ts'
import { readBenchmark } from '../quality/benchmark-files.ts'

/** Views as a file has them, and what DSTL is given with them. */
export interface Work {
  views: (Matrix | SparseMatrix)[]
  k: number
  lambda: [number, number, number]
}

/** A benchmark file; null where it is absent. */
export async function real(name: string, lambda1: number, lambda2: number): Promise<Work | null> {
  const file = await readBenchmark(name)
  if (!file) return null
  const kernels = await Kernels.load()
  return {
    // As the method keeps them: some files store text as dense arrays.
    views: file.input.views.map(({ data }) => (isSparse(data) ? data : (toSparse(kernels, data, 0.1) ?? data))),
    k: file.clusters,
    lambda: [lambda1, lambda2, 1e-4],
  }
}

/** Dense views of the given shape: k classes in the order of the file, class means around zero and as much noise. Means far from zero would let DSTL collapse to one cluster. */
export function generated(samples: number, features: readonly number[], k: number): Work {
  const random = new Random(1)
  const views = features.map((columns) => {
    const view = matrix(samples, columns)
    const means = Float64Array.from({ length: k * columns }, () => random.uniform() - 0.5)
    for (let i = 0; i < samples; i++) {
      const label = Math.floor((i * k) / samples)
      for (let j = 0; j < columns; j++) view.data[i * columns + j] = means[label * columns + j] + random.uniform() - 0.5
    }
    return view
  })
  return { views, k, lambda: [1e-2, 5, 1e-4] }
}
