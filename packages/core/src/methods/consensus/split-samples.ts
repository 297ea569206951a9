import { matrix } from '../../linalg/matrix.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import type { Finding } from './canonical-views.ts'
import { margins } from './margins.ts'
import { shareAmongTwins } from './vote.ts'

/**
 * The answer that needs no search: one cluster for all, or one a distinct sample where there are no more distinct samples than clusters.
 * Clusters left over then split identical samples, the largest group first: they belong to all clusters that they are in, and are no surer of one than that. O(n·k + k²).
 */
export function splitSamples(twins: Uint32Array, clusters: number): Finding {
  const samples = twins.length
  const labels = new Int32Array(samples)
  if (clusters > 1) {
    const groups = new Map<number, number[]>()
    twins.forEach((first, i) => {
      groups.set(first, [...(groups.get(first) ?? []), i])
    })
    const parts = [...groups.values()]
    while (parts.length < clusters) {
      const largest = parts.reduce((best, part) => (part.length > best.length ? part : best))
      parts.push(largest.splice(1))
    }
    parts.forEach((part, label) => {
      for (const i of part) labels[i] = label
    })
  }
  const memberships = matrix(samples, clusters)
  labels.forEach((label, i) => {
    memberships.data[i * clusters + label] = 1
  })
  shareAmongTwins(oneProcess, memberships, twins)
  return { labels, memberships, confidence: margins(memberships, labels), embedding: null, details: {} }
}
