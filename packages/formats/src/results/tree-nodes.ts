import { cutNodes } from '@manyview/core'
import type { StoredClustering } from './stored-clustering.ts'

/** A node of the tree of a stored clustering. */
export interface TreeNode {
  id: number
  size: number
  /** 0 for a leaf. */
  height: number
  /** Of the merge that made it; null for a leaf. */
  support: number | null
  children: readonly [number, number] | null
  /** The cluster that it is, whole; null where it is a part of one or holds several. */
  cluster: number | null
}

/** The nodes of the tree, leaves first, the root last; none where there is no tree. O(samples + leaves²). */
export function treeNodes({ tree, labels, record }: Pick<StoredClustering, 'tree' | 'labels' | 'record'>): TreeNode[] {
  if (!tree) return []
  const clusterOf = new Map<number, number>()
  tree.leaves.forEach((leaf, i) => {
    clusterOf.set(leaf, labels[i])
  })
  const held = new Set(labels).size
  const whole = new Map(cutNodes(tree, held).map((leaves) => [leaves.join(), clusterOf.get(leaves[0])!]))
  const leavesOf: number[][] = tree.leafSizes.map((_, leaf) => [leaf])
  const nodes: TreeNode[] = tree.leafSizes.map((size, id) => ({
    id,
    size,
    height: 0,
    support: null,
    children: null,
    cluster: whole.get(String(id)) ?? null,
  }))
  for (const { first, second, height, support } of record.tree!.merges) {
    const leaves = [...leavesOf[first], ...leavesOf[second]].sort((a, b) => a - b)
    leavesOf.push(leaves)
    const size = nodes[first].size + nodes[second].size
    const cluster = whole.get(leaves.join()) ?? null
    nodes.push({ id: nodes.length, size, height, support, children: [first, second], cluster })
  }
  return nodes
}

/** What a cluster is called: its name, or its number. */
export function clusterName({ names }: { names?: readonly string[] }, cluster: number): string {
  return names?.[cluster] ?? `cluster ${cluster}`
}
