import { cluster, type DenseView, type Explanation, explain, type SparseView } from '@manyview/core'
import { gatherClustering } from '../../src/gather-clustering.ts'
import type { Ranks } from '../../src/runtime/ranks/ranks.ts'
import { share } from '../../src/runtime/ranks/share.ts'
import { sliceSamples } from './slice-samples.ts'

/** On every rank: the explanation of a DSTL fit of its share of the samples; null but on rank 0. */
export async function run(
  ranks: Ranks,
  views: Readonly<Record<string, DenseView | SparseView>>,
): Promise<Explanation | null> {
  const samples = Object.values(views)[0].samples
  const own = share(samples, ranks.size, ranks.rank)
  const mine = Object.fromEntries(Object.entries(views).map(([name, view]) => [name, sliceSamples(view, own)]))
  const settings = { clusters: 3, method: 'dstl' as const, lambda2: 0.1, runtime: { threads: 1 } }
  const found = await cluster(mine, { ...settings, runtime: { ...settings.runtime, ranks } })
  return explain(mine, gatherClustering(ranks, found) ?? found, { ranks })
}
