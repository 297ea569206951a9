import type { Ranks } from '../runtime/ranks/ranks.ts'

/** How many of the clusters 0 … clusters − 1 have a sample, on any rank. */
export function filledClusters(labels: ArrayLike<number>, clusters: number, ranks: Ranks): number {
  const sizes = new Float64Array(clusters)
  for (let i = 0; i < labels.length; i++) sizes[labels[i]]++
  ranks.allReduceSum(sizes)
  return sizes.filter((size) => size > 0).length
}

/** A word about clusters that were asked for and stayed empty, whatever the method; none where all have samples. */
export function emptyClustersWarnings(labels: ArrayLike<number>, clusters: number, ranks: Ranks): string[] {
  const filled = filledClusters(labels, clusters, ranks)
  if (filled === clusters) return []
  const state = filled === 1 ? 'all samples are in one cluster' : `only ${filled} clusters have samples`
  return [`${state} although ${clusters} were asked for: the other ${clusters - filled} stayed empty`]
}
