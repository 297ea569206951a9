import { cutNodes } from '@manyview/core/methods'
import type { TreeRecord } from '@manyview/formats'

/** The cluster of each sample when the tree is cut into `clusters` clusters; `leaves` are those of the samples. */
export function cutLabels(
  { leafSizes, merges }: Pick<TreeRecord, 'leafSizes' | 'merges'>,
  leaves: ArrayLike<number>,
  clusters: number,
): Int32Array {
  const number = new Int32Array(leafSizes.length)
  cutNodes({ leafSizes: [...leafSizes], merges: [...merges] }, clusters).forEach((node, cluster) => {
    for (const leaf of node) number[leaf] = cluster
  })
  return Int32Array.from(leaves, (leaf) => number[leaf])
}
