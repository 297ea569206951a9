import type { Matrix } from '../linalg/matrix.ts'

/**
 * Gives every empty cluster the sample that lies farthest from its own centre (ties: lowest index) among the clusters with more than one sample;
 * that sample becomes the centre. Updates labels (n), distances (n, squared, to the own centre), counts (k) and centres (k×d); gives the moved samples.
 * A cluster stays empty only if every sample coincides with a centre, that is if there are fewer distinct samples than clusters. O(n) a cluster.
 */
export function repairEmptyClustersInto(
  points: Matrix,
  labels: Int32Array,
  distances: Float64Array,
  counts: Int32Array,
  centres: Matrix,
): number[] {
  const moved: number[] = []
  for (let cluster = 0; cluster < counts.length; cluster++) {
    if (counts[cluster] > 0) continue
    let farthest = -1
    for (let i = 0; i < labels.length; i++)
      if (counts[labels[i]] > 1 && distances[i] > (farthest < 0 ? 0 : distances[farthest])) farthest = i
    if (farthest < 0) break
    counts[labels[farthest]]--
    counts[cluster] = 1
    labels[farthest] = cluster
    distances[farthest] = 0
    const width = points.columns
    centres.data.set(points.data.subarray(farthest * width, (farthest + 1) * width), cluster * width)
    moved.push(farthest)
  }
  return moved
}
