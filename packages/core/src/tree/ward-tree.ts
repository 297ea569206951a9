import { fuseClusters } from '../numerics/kmeans/fuse-clusters.ts'
import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { ClusterTree, Merge } from './cluster-tree.ts'

/** Parts of clusters in an embedding, none of them empty. */
export interface Pieces {
  /** The cluster of each piece. */
  readonly clusterOf: readonly number[]
  readonly sizes: Float64Array
  /** pieces × d: the rows of the samples of each piece, added up. */
  readonly sums: Matrix
}

/** The tree of pieces, and the leaf that each of them is part of. */
export interface PieceTree extends Pick<ClusterTree, 'merges'> {
  readonly leafOf: Int32Array
  readonly leafSizes: number[]
}

/**
 * Merges pieces by Ward's rule, first those of one cluster until every cluster is whole, then the clusters. Inside a cluster the weight of the sizes counts by its root, so that large clusters are not always split before
 * small ones. At most `most` pieces stay leaves. A height is the root of what the merge adds to the squared error, as a share of the last; O(pieces² · d).
 */
export function wardTree({ clusterOf, sizes, sums }: Pieces, most: number): PieceTree {
  const count = sizes.length
  const { columns } = sums
  const centres = sums.data.map((sum, p) => sum / sizes[Math.floor(p / columns)])
  const weights = sizes.slice()
  const squareOf = (a: number, b: number) => {
    let square = 0
    for (let j = 0, p = a * columns, q = b * columns; j < columns; j++) {
      const difference = centres[p + j] - centres[q + j]
      square += difference * difference
    }
    return square
  }
  const weightOf = (a: number, b: number) => (weights[a] * weights[b]) / (weights[a] + weights[b])
  const cost = (a: number, b: number) => squareOf(a, b) * weightOf(a, b)
  const costInside = (a: number, b: number) =>
    clusterOf[a] === clusterOf[b] ? squareOf(a, b) * Math.sqrt(weightOf(a, b)) : Infinity
  const joins: { a: number; b: number; height: number; support: number }[] = []
  const heights = new Float64Array(count)
  const fuse = (exists: ArrayLike<number>, until: number, costOf: typeof cost, floor: () => number) => {
    const distance = new Float64Array(count * count)
    for (let a = 1; a < count; a++)
      for (let b = 0; b < a; b++)
        if (exists[a] > 0 && exists[b] > 0) distance[a * count + b] = distance[b * count + a] = costOf(a, b)
    return fuseClusters(distance, exists, until, (a, b, others) => {
      const near = cost(a, b)
      const next = others.reduce((least, c) => Math.min(least, cost(a, c), cost(b, c)), Infinity)
      heights[a] = Math.max(Math.sqrt(near), heights[a], heights[b], floor())
      joins.push({ a, b, height: heights[a], support: supportOf(near, next) })
      const total = weights[a] + weights[b]
      for (let j = 0, p = a * columns, q = b * columns; j < columns; j++)
        centres[p + j] = (centres[p + j] * weights[a] + centres[q + j] * weights[b]) / total
      weights[a] = total
      for (const c of others) distance[a * count + c] = distance[c * count + a] = costOf(a, c)
    })
  }
  const clusters = new Set(clusterOf).size
  fuse(weights.slice(), clusters, costInside, () => 0)
  const inside = count - clusters
  const whole = new Uint8Array(count).fill(1)
  for (const { b } of joins) whole[b] = 0
  // A later merge of clusters never lies lower, so that a line across the tree is a cut.
  fuse(whole, 1, cost, () => (joins.length > inside ? joins[joins.length - 1].height : 0))

  const absorbed = Math.min(Math.max(0, count - most), inside)
  const leafOf = leavesAfter(count, joins.slice(0, absorbed))
  const leafSizes = new Array<number>(count - absorbed).fill(0)
  sizes.forEach((size, piece) => {
    leafSizes[leafOf[piece]] += size
  })
  const nodes = Array.from(leafOf)
  const last = joins.at(-1)?.height ?? 0
  const merges = joins.slice(absorbed).map(({ a, b, height, support }, m): Merge => {
    const merge = { first: nodes[a], second: nodes[b], height: last > 0 ? height / last : 0, support }
    nodes[a] = leafSizes.length + m
    return merge
  })
  return { leafOf, leafSizes, merges }
}

/** By how much the two sides are closer to each other than to any other; the last two have no other. */
function supportOf(near: number, next: number): number {
  if (next === Infinity) return 1
  return next > 0 ? Math.max(0, 1 - Math.sqrt(near / next)) : 0
}

/** The leaf of each piece, numbered in the order of the pieces, after some joins. */
function leavesAfter(pieces: number, joins: readonly { a: number; b: number }[]): Int32Array {
  const into = Int32Array.from({ length: pieces }, (_, piece) => piece)
  for (const { a, b } of joins)
    into.forEach((piece, p) => {
      if (piece === b) into[p] = a
    })
  const roots = [...new Set(into)].sort((a, b) => a - b)
  return into.map((root) => roots.indexOf(root))
}
