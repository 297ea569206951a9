import { cluster, type DenseView, type Explanation, explain, type SparseView } from '@manyview/core'
import { gatherClustering } from '../../src/gather-clustering.ts'
import type { Communicator } from '../../src/runtime/ranks/communicator.ts'
import { share } from '../../src/runtime/ranks/share.ts'
import { sliceSamples } from './slice-samples.ts'

/** On every rank: the explanation of a DSTL fit of its share of the samples; null but on rank 0. */
export async function run(
  communicator: Communicator,
  views: Readonly<Record<string, DenseView | SparseView>>,
): Promise<Explanation | null> {
  const samples = Object.values(views)[0].samples
  const own = share(samples, communicator.size, communicator.rank)
  const mine = Object.fromEntries(Object.entries(views).map(([name, view]) => [name, sliceSamples(view, own)]))
  const settings = { clusters: 3, method: 'dstl' as const, lambda2: 0.1, threads: 1 }
  const found = await cluster(mine, { ...settings, communicator })
  return explain(mine, gatherClustering(communicator, found) ?? found, { communicator })
}
