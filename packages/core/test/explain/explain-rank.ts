import { cluster, type DenseView, type Explanation, explain, type SparseView } from '@manyview/core'
import { gatherClustering } from '../../src/gather-clustering.ts'
import type { Ranks } from '../../src/runtime/ranks/ranks.ts'
import { share } from '../../src/runtime/ranks/share.ts'
import { viewInBlocks } from '../ways-to-hold.ts'
import { sliceSamples } from './slice-samples.ts'

/** On every rank: the explanation of a DSTL fit of its share of the samples, which it reads in blocks where that is asked for; null but on rank 0. */
export async function run(
  ranks: Ranks,
  { views, inBlocks }: { views: Readonly<Record<string, DenseView | SparseView>>; inBlocks: boolean },
): Promise<Explanation | null> {
  const samples = Object.values(views)[0].samples
  const part = share(samples, ranks.size, ranks.rank)
  const parts = Object.entries(views).map(([name, view]) => [name, sliceSamples(view, part)] as const)
  const held = Object.fromEntries(parts)
  const settings = { clusters: 3, method: 'dstl' as const, lambda2: 0.1, runtime: { threads: 1 } }
  const clustering = await cluster(held, { ...settings, runtime: { ...settings.runtime, ranks } })
  const read = inBlocks ? Object.fromEntries(parts.map(([name, view]) => [name, viewInBlocks(view, 16)])) : held
  return explain(read, gatherClustering(ranks, clustering) ?? clustering, { ranks })
}
