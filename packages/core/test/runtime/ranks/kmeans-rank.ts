import { kmeansOverRanks } from '../../../src/numerics/kmeans/kmeans-over-ranks.ts'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { exactSum } from '../../../src/runtime/ranks/exact-sum.ts'
import type { Ranks } from '../../../src/runtime/ranks/ranks.ts'
import { share } from '../../../src/runtime/ranks/share.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'

/** Point sets (row by row) and numbers of clusters to find in them. */
export interface KmeansCase {
  data: Float64Array
  columns: number
  clusters: number
}

/** On every rank: the labels of its share of the points of each case, and the sum of all their entries. */
export async function run(ranks: Ranks, cases: readonly KmeansCase[]): Promise<{ labels: Int32Array; sum: number }[]> {
  const kernels = await Kernels.load()
  return cases.map(({ data, columns, clusters }) => {
    const { begin, end } = share(data.length / columns, ranks.size, ranks.rank)
    const own = data.slice(begin * columns, end * columns)
    const points = matrix(end - begin, columns, own)
    const random = new Random(5)
    return {
      labels: runToEnd(kmeansOverRanks(ranks, kernels, points, { clusters, random, restarts: 4 })),
      sum: exactSum(ranks, own, data.length),
    }
  })
}
