import type { Matrix } from '../../linalg/matrix.ts'
import type { Merge } from '../../tree/cluster-tree.ts'
import { fuseClusters } from './fuse-clusters.ts'

/**
 * The merges of a tree over leaves, of which `within` (a leaf's node into another's) come first, in this order; then the two nodes merge that the ensemble puts together most often. `pairs` (leaves×leaves) has the weight of
 * the partitions that put a sample of one leaf together with one of the other, added up over all pairs of samples. O(leaves³) at most, O(leaves²) in general.
 */
export function mergeHeights(
  pairs: Matrix,
  leafSizes: readonly number[],
  within: readonly (readonly [number, number])[],
): Merge[] {
  const count = leafSizes.length
  const sums = pairs.data.slice()
  const sizes = leafSizes.slice()
  const nodes = Array.from(sizes.keys())
  const heights = new Float64Array(count)
  const alive = new Set(nodes)
  const merges: Merge[] = []
  const together = (a: number, b: number) => sums[a * count + b] / (sizes[a] * sizes[b])
  // Beside how often samples of one node are together: 1 where nothing tells the two nodes apart.
  const likeness = (a: number, b: number) => {
    const alone = Math.sqrt(together(a, a) * together(b, b))
    return alone > 0 ? Math.min(1, together(a, b) / alone) : 0
  }
  const merge = (a: number, b: number) => {
    alive.delete(b)
    const near = likeness(a, b)
    let next = 0
    for (const c of alive) if (c !== a) next = Math.max(next, likeness(a, c), likeness(b, c))
    heights[a] = Math.max(1 - Math.sqrt(near), heights[a], heights[b])
    const support = near > 0 ? Math.max(0, 1 - next / near) : 0
    merges.push({ first: nodes[a], second: nodes[b], height: heights[a], support })
    nodes[a] = count + merges.length - 1
    sizes[a] += sizes[b]
    for (let c = 0; c < count; c++) sums[a * count + c] += sums[b * count + c]
    for (let c = 0; c < count; c++) sums[c * count + a] += sums[c * count + b]
  }
  for (const [a, b] of within) merge(a, b)
  let highest = 0

  const distance = new Float64Array(count * count)
  for (const a of alive) for (const b of alive) distance[a * count + b] = -together(a, b)
  const exists = Uint8Array.from({ length: count }, (_, leaf) => Number(alive.has(leaf)))
  fuseClusters(distance, exists, 1, (a, b, others) => {
    merge(a, b)
    // A later merge never lies lower, so that a line across the tree is a cut.
    highest = heights[a] = merges.at(-1)!.height = Math.max(highest, heights[a])
    for (const c of others) distance[a * count + c] = distance[c * count + a] = -together(a, c)
  })
  return merges
}
