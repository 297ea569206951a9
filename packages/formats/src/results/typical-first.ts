import type { StoredClustering } from './stored-clustering.ts'

/** The samples of a cluster, the most typical first: those that the explanation names, then by confidence, the doubtful ones last. O(samples · log samples). */
export function typicalFirst(
  { labels, confidence, explanation }: Pick<StoredClustering, 'labels' | 'confidence' | 'explanation'>,
  cluster: number,
): number[] {
  const { typical = [], doubtful = [] } = explanation?.clusters[cluster] ?? {}
  const named = new Set([...typical, ...doubtful])
  const others = Array.from(labels.keys()).filter((sample) => labels[sample] === cluster && !named.has(sample))
  if (confidence) others.sort((a, b) => confidence[b] - confidence[a] || a - b)
  return [...typical, ...others, ...doubtful.filter((sample) => !typical.includes(sample)).reverse()]
}
