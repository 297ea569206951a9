import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { type ClusterTree, cutTree } from './cluster-tree.ts'

/** Steps of k-means after a cut. */
const STEPS = 10

/**
 * Another number of clusters than that of the fit, near what a fit would give: the nested cut of the tree, settled by at most 10 steps of k-means in its embedding. Samples may then lie in other clusters than the nested cut
 * has them in; where the tree has no embedding the nested cut stays. Clusters are numbered by size, those of equal size by their first sample. O(n · clusters · d) per step.
 */
export function cutClusters(tree: ClusterTree, labels: Int32Array, fitted: number, clusters: number): Int32Array {
  const nested = cutTree(tree, labels, fitted, clusters)
  if (!tree.embedding || clusters === fitted || clusters === 1) return nested
  let settled = nested
  for (let step = 0; step < STEPS; step++) {
    const next = nearestCentres(tree.embedding, settled, clusters)
    const isEmptied = new Set(next).size < clusters
    if (isEmptied || next.every((label, i) => label === settled[i])) break
    settled = next
  }
  return numberedBySize(settled, clusters)
}

/** One step of k-means: the nearest mean of the samples of each cluster, ties to the lowest number. */
function nearestCentres({ rows, columns, data }: Matrix, labels: Int32Array, clusters: number): Int32Array {
  const centres = matrix(clusters, columns).data
  const sizes = new Float64Array(clusters)
  for (let i = 0, p = 0; i < rows; i++) {
    sizes[labels[i]]++
    for (let j = 0, q = labels[i] * columns; j < columns; j++) centres[q++] += data[p++]
  }
  centres.forEach((sum, q) => {
    centres[q] = sum / Math.max(sizes[Math.floor(q / columns)], 1)
  })
  const nearest = new Int32Array(rows)
  for (let i = 0; i < rows; i++) {
    let least = Infinity
    for (let c = 0; c < clusters; c++) {
      let square = 0
      for (let j = 0, p = i * columns, q = c * columns; j < columns && square < least; j++, p++, q++)
        square += (data[p] - centres[q]) * (data[p] - centres[q])
      if (square < least) {
        least = square
        nearest[i] = c
      }
    }
  }
  return nearest
}

function numberedBySize(labels: Int32Array, clusters: number): Int32Array {
  const sizes = new Float64Array(clusters)
  for (const label of labels) sizes[label]++
  const order = [...new Set(labels)].sort((a, b) => sizes[b] - sizes[a])
  return labels.map((label) => order.indexOf(label))
}
