import { InputError } from '../input-error.ts'
import type { Matrix } from '../numerics/linalg/matrix.ts'

/** Two nodes of a tree that become one. Leaves are nodes 0 … leaves − 1; merge m makes node leaves + m. */
export interface Merge {
  first: number
  second: number
  /** 0 … 1, never less than that of the merges below: the root of what the merge adds to the squared error in the embedding, as a share of the last merge. */
  height: number
  /** 0 … 1: by how much the two sides are closer to each other than either is to any other node of the time; 0: another merge would have done as well. */
  support: number
}

/** Clusters merged step by step down to one, and split further up to `leafSizes.length`: any number between is a cut. */
export interface ClusterTree {
  /** The leaf of each sample. */
  leaves: Int32Array
  leafSizes: number[]
  /** In the order in which they happen. Those inside the clusters of the fit come first. */
  merges: Merge[]
  /** n × d, rounded to single precision: where the samples lie, so that a cut can be settled by k-means (`cutClusters`). Absent where it would be too large, and where the method has none. */
  embedding?: Matrix
}

/**
 * The nested cut: the labels of all samples when the tree is cut into `clusters` clusters, so that those of more clusters lie inside those of fewer; numbered by size, those of equal size by their first leaf. Where that is
 * the number of the fit, its own `labels` are given back. O(n + leaves).
 */
export function cutTree(tree: ClusterTree, labels: Int32Array, fitted: number, clusters: number): Int32Array {
  const most = tree.leafSizes.length
  if (!(Number.isInteger(clusters) && clusters >= 1 && (clusters <= most || clusters === fitted)))
    throw new InputError(
      `is ${clusters} but the tree has from 1 to ${most} clusters, give a number of these or fit again`,
      { code: 'clusters', argument: 'clusters', details: { most } },
    )
  if (clusters === fitted) return labels.slice()
  const number = cutNodes(tree, clusters).flatMap((leaves, cluster) => leaves.map((leaf) => [leaf, cluster]))
  const of = new Map(number as [number, number][])
  return tree.leaves.map((leaf) => of.get(leaf)!)
}

/** The leaves of each cluster of a cut, largest cluster first. */
export function cutNodes(
  { leafSizes, merges }: Pick<ClusterTree, 'leafSizes' | 'merges'>,
  clusters: number,
): number[][] {
  const nodes = new Map(Array.from(leafSizes.keys(), (leaf) => [leaf, [leaf]]))
  merges.slice(0, leafSizes.length - clusters).forEach(({ first, second }, m) => {
    nodes.set(
      leafSizes.length + m,
      [...nodes.get(first)!, ...nodes.get(second)!].sort((a, b) => a - b),
    )
    nodes.delete(first)
    nodes.delete(second)
  })
  const size = (leaves: number[]) => leaves.reduce((sum, leaf) => sum + leafSizes[leaf], 0)
  return [...nodes.values()].sort((a, b) => size(b) - size(a) || a[0] - b[0])
}
