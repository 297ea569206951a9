import { cluster } from '@manyview/core'
import { normal, Random } from '@manyview/core/numerics'

const methods = ['consensus', 'kmeans', 'spectral', 'dstl'] as const
const options = { dstl: { lambda1: 0.01, lambda2: 0.01 }, consensus: { effort: 'fast' }, kmeans: {}, spectral: {} }
const random = new Random(1)

/** Small fits number `first` … `last`, of four methods in turn, on data of their own. */
export async function smallFits(first: number, last: number): Promise<void> {
  for (let fit = first; fit <= last; fit++) {
    const view = Array.from({ length: 60 }, (_, i) => [0, 1, 2].map((j) => (i % 3 === j ? 5 : 0) + normal(random)))
    const method = methods[fit % methods.length]
    await cluster({ view }, { clusters: 3, seed: fit, runtime: { threads: 1 }, method, ...options[method] } as object)
  }
}
