import type { Evidence } from '../evidence/evidence.ts'
import type { OrderedViews } from '../evidence/order.ts'
import type { MethodResult } from '../methods/method.ts'
import { matrix } from '../numerics/linalg/matrix.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { share } from '../runtime/ranks/share.ts'
import type { Samples } from '../runtime/samples.ts'
import { mapProgress } from '../runtime/steps.ts'
import { margins } from './vote.ts'

/** What a fit finds of the samples held here, clusters still unnumbered. */
export type ClusterResult = Pick<
  MethodResult,
  'labels' | 'memberships' | 'confidence' | 'embedding' | 'tree' | 'details'
>

/** The result in the order of the input, clusters numbered by size, largest first, equal sizes by the first sample; identical samples share all that is found of them. O(n·k). */
export function inInputOrder(samples: Samples, result: ClusterResult, clusters: number): ClusterResult {
  const { memberships, confidence, embedding, tree, details } = result
  const labels = samples.valuesInInputOrder(result.labels)
  const number = numbersBySize(samples, result.labels, samples.inputSizes(labels, clusters))
  const renumbered = memberships && matrix(memberships.rows, clusters)
  if (memberships && renumbered)
    for (let i = 0; i < memberships.rows; i++)
      for (let j = 0; j < clusters; j++) renumbered.data[i * clusters + number[j]] = memberships.data[i * clusters + j]
  const leaves = tree && samples.valuesInInputOrder(tree.leaves)
  return {
    labels: Int32Array.from(labels, (label) => number[label]),
    memberships: renumbered && samples.inInputOrder(renumbered),
    confidence: confidence && samples.valuesInInputOrder(confidence),
    embedding: embedding && samples.inInputOrder(embedding),
    ...(tree && leaves
      ? {
          tree: {
            ...tree,
            leaves: Int32Array.from(leaves),
            leafSizes: Array.from(samples.inputSizes(leaves, tree.leafSizes.length)),
            ...(tree.embedding ? { embedding: samples.inInputOrder(tree.embedding) } : {}),
          },
        }
      : {}),
    details,
  }
}

/** The number of each cluster, from the labels of the samples held here and the sizes of the clusters. */
function numbersBySize(samples: Samples, labels: Int32Array, sizes: Float64Array): Int32Array {
  const first = new Float64Array(sizes.length).fill(Infinity)
  labels.forEach((label, i) => {
    if (first[label] === Infinity) first[label] = samples.begin + i
  })
  samples.least(first)
  const order = [...sizes.keys()].sort((a, b) => sizes[b] - sizes[a] || (sizes[a] > 0 ? first[a] - first[b] : a - b))
  const number = new Int32Array(sizes.length)
  order.forEach((label, position) => {
    number[label] = position
  })
  return number
}

/** Puts the partitions that progress tells into the order of the input. Several processes tell none, since none could do it by itself. */
export function* partitionsInInputOrder<T>(
  fit: Generator<Progress, T>,
  samples: Samples,
  ranks: Ranks,
  clusters: number,
): Generator<Progress, T> {
  const bare = { memberships: null, confidence: null, embedding: null, details: {} }
  return yield* mapProgress(fit, ({ partition, ...progress }) =>
    partition && ranks.size === 1
      ? { ...progress, partition: () => inInputOrder(samples, { labels: partition(), ...bare }, clusters).labels }
      : progress,
  )
}

/**
 * The result that needs no fit, in the order of the input: one cluster for all, or one per distinct sample where there are no more distinct samples than clusters. Clusters left over then split identical samples, the largest
 * group first: they belong to all clusters that they are in, and are no surer of one than that. O(n·k + k²).
 */
export function splitSamples({ order }: Samples, clusters: number, ranks: Ranks): ClusterResult {
  const { samples, places } = order
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
  // Copies of each sample in each cluster.
  const counts = matrix(samples.length, clusters)
  const copies = new Float64Array(samples.length)
  labels.forEach((label, i) => {
    counts.data[places[i] * clusters + label]++
    copies[places[i]]++
  })
  const { begin, end } = share(places.length, ranks.size, ranks.rank)
  const range = labels.slice(begin, end)
  const memberships = matrix(end - begin, clusters)
  for (let i = begin, p = 0; i < end; i++)
    for (let j = 0; j < clusters; j++, p++)
      memberships.data[p] = counts.data[places[i] * clusters + j] / copies[places[i]]
  return { labels: range, memberships, confidence: margins(memberships, range), embedding: null, details: {} }
}

/** What was gathered before the number of clusters was known. */
export interface Gathered {
  readonly ordered: OrderedViews
  /** Null where fewer than three samples differ. */
  readonly evidence: Evidence | null
}

let newest = new WeakMap<Int32Array, Gathered>()

/** Keeps the scores and graphs of a fit as long as its labels are held and no other fit has ended, for whoever explains them or wants another number of clusters next. */
export function keepGathered(labels: Int32Array, gathered: Gathered): void {
  newest = new WeakMap([[labels, gathered]])
}

/** What the fit of these very labels gathered; undefined where it is no longer kept. */
export function keptGathered(labels: Int32Array): Gathered | undefined {
  return newest.get(labels)
}

/** The scores that the fit of these very labels kept; undefined where it kept none, or where the views put their samples into another order than `samples`: other values do. */
export function keptScores(
  labels: Int32Array,
  samples: Uint32Array,
): { name: string; scores: Evidence['features']; present: Uint8Array }[] | undefined {
  const evidence = newest.get(labels)?.evidence
  const order = evidence?.samples.order.samples
  if (!order || order.length !== samples.length || order.some((sample, p) => sample !== samples[p])) return undefined
  const { names, scores, present } = evidence!
  return names.map((name, v) => ({ name, scores: scores[v], present: present[v] }))
}
