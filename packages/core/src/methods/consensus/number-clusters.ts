import { matrix } from '../../linalg/matrix.ts'
import type { Finding } from './canonical-views.ts'

/** The same finding with clusters numbered by size, largest first; equal sizes by the first sample. Memberships follow. O(n·k). */
export function numberClusters(found: Finding, clusters: number): Finding {
  const sizes = new Int32Array(clusters)
  const first = new Int32Array(clusters).fill(found.labels.length)
  found.labels.forEach((label, i) => {
    if (sizes[label]++ === 0) first[label] = i
  })
  const order = [...sizes.keys()].sort((a, b) => sizes[b] - sizes[a] || first[a] - first[b] || a - b)
  const number = new Int32Array(clusters)
  order.forEach((label, position) => {
    number[label] = position
  })
  const { memberships } = found
  const moved = memberships && matrix(memberships.rows, clusters)
  if (memberships && moved)
    for (let i = 0; i < memberships.rows; i++)
      for (let j = 0; j < clusters; j++) moved.data[i * clusters + number[j]] = memberships.data[i * clusters + j]
  return { ...found, labels: found.labels.map((label) => number[label]), memberships: moved }
}
