import type { CanonicalOrder } from '../../data/canonical-order.ts'
import { matrix } from '../../linalg/matrix.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { share } from '../../ranks/share.ts'
import type { Finding } from './canonical-views.ts'
import { margins } from './margins.ts'

/**
 * The answer that needs no search, in the order of the input: one cluster for all, or one per distinct sample where there are no more distinct samples than clusters.
 * Clusters left over then split identical samples, the largest group first: they belong to all clusters that they are in, and are no surer of one than that. Ranks get what is of their own samples. O(n·k + k²).
 */
export function splitSamples({ samples, places }: CanonicalOrder, clusters: number, communicator: Communicator): Finding {
  const labels = new Int32Array(places.length)
  if (clusters > 1) {
    const groups = Array.from(samples, (): number[] => [])
    places.forEach((place, i) => {
      groups[place].push(i)
    })
    while (groups.length < clusters) {
      const largest = groups.reduce((best, group) => (group.length > best.length ? group : best))
      groups.push(largest.splice(1))
    }
    groups.sort((a, b) => b.length - a.length)
    groups.forEach((group, label) => {
      for (const i of group) labels[i] = label
    })
  }
  // Samples of each place in each cluster.
  const counts = matrix(samples.length, clusters)
  const sizes = new Float64Array(samples.length)
  labels.forEach((label, i) => {
    counts.data[places[i] * clusters + label]++
    sizes[places[i]]++
  })
  const { begin, end } = share(places.length, communicator.size, communicator.rank)
  const own = labels.slice(begin, end)
  const memberships = matrix(end - begin, clusters)
  for (let i = begin, p = 0; i < end; i++)
    for (let j = 0; j < clusters; j++, p++)
      memberships.data[p] = counts.data[places[i] * clusters + j] / sizes[places[i]]
  return { labels: own, memberships, confidence: margins(memberships, own), embedding: null, details: {} }
}
