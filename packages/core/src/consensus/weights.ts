import type { NamedGraph } from '../evidence/graphs.ts'
import { ComparedPartitions } from '../metrics/compared-partitions.ts'
import { power } from '../numerics/math/power.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Progress } from '../runtime/progress.ts'
import { type Member, type MemberKind, memberKinds } from './members.ts'

/** Samples that are compared at most. */
const COMPARED = 2500
/** Lower limit of 1 − agreement: without it partitions that agree perfectly would get infinite weight. */
const FLOOR = 0.02
/** Members merged by links are left out on a graph where their modularity is below this share of that of `kmeans`. */
const LEAST_MODULARITY = 0.88
/** How much a member of the second round counts beside one of the first. */
const REFINED = 3

/** How much members count. */
export interface MemberWeights {
  /** For each graph the mean normalised mutual information of its `kmeans` partitions. */
  readonly stability: readonly number[]
  /** How much each graph counts, mean 1. */
  readonly graphs: readonly number[]
  /** Weight of one member, by graph, kind and embedding; 0 where the kind is left out. */
  readonly members: readonly Record<MemberKind, readonly number[]>[]
}

/**
 * Weighs members by how far they agree (mean normalised mutual information s). A kind of a graph is worth (1 − s + 0.02)^−3 and has the share of its worth of the graph's weight, √(worth of `kmeans` · worth of the best kind);
 * within it the members of an embedding count by (1 − s + 0.02)^−1. O(pairs · 2,500).
 */
export function* weighMembers(members: readonly Member[], random: Random): Generator<Progress, MemberWeights> {
  const graphs = 1 + members.reduce((most, { graph }) => Math.max(most, graph), 0)
  const samples = members[0].fitted.length
  const subset = samples <= COMPARED ? null : random.permutation(samples).subarray(0, COMPARED)
  const stability: number[] = []
  const raw: number[] = []
  const shares: Record<MemberKind, number[]>[] = []
  for (let g = 0; g < graphs; g++) {
    const graphMembers = members.filter(({ graph }) => graph === g)
    const groups = memberKinds.map((kind) => graphMembers.filter((member) => member.kind === kind))
    const [plain, , byLinks] = groups
    const worth: number[] = []
    const factors: number[][] = []
    for (const group of groups) {
      const { mean, byEmbedding } = yield* agreementOf(group, subset)
      if (group === plain) stability.push(mean)
      const isLeftOut = group === byLinks && meanModularity(byLinks) < LEAST_MODULARITY * meanModularity(plain)
      worth.push(isLeftOut ? 0 : power(1 - mean + FLOOR, -3))
      const trust = byEmbedding.map((agreement) => 1 / (1 - agreement + FLOOR))
      factors.push(trust.map((value) => (trust.length * value) / sumOf(trust)))
    }
    raw.push(Math.sqrt(worth[0] * Math.max(...worth)))
    const share = (k: number) => factors[k].map((factor) => (factor * worth[k]) / sumOf(worth))
    shares.push({ kmeans: share(0), mergedByDistance: share(1), mergedByLinks: share(2) })
  }
  const weights = raw.map((value) => (graphs * value) / sumOf(raw))
  const times = (values: readonly number[], weight: number) => values.map((value) => weight * value)
  return {
    stability,
    graphs: weights,
    members: shares.map(({ kmeans, mergedByDistance, mergedByLinks }, g) => ({
      kmeans: times(kmeans, weights[g]),
      mergedByDistance: times(mergedByDistance, weights[g]),
      mergedByLinks: times(mergedByLinks, weights[g]),
    })),
  }
}

/** How much a member counts: one of the second round as much as three of the same graph, kind and embedding in the first. The second round's own agreement would only confirm itself. */
export function weightOf({ members }: MemberWeights, { round, graph, kind, embedding }: Member): number {
  return (round === 0 ? 1 : REFINED) * members[graph][kind][embedding]
}

/** The kinds of members of a graph that have a weight. */
export function kindsWorthDrawing({ members }: MemberWeights, graph: number): MemberKind[] {
  return memberKinds.filter((kind) => members[graph][kind][0] > 0)
}

/** What a result says about the weights. */
export function weightDetails({ stability, graphs }: MemberWeights, named: readonly NamedGraph[]) {
  const byGraph = named.map(({ name }, g) => [name, { stability: stability[g], weight: graphs[g] }])
  return { graphs: Object.fromEntries(byGraph) }
}

/** The mean agreement of all pairs of members, and of those of each embedding, on some of the samples. */
function* agreementOf(
  members: readonly Member[],
  subset: Uint32Array | null,
): Generator<Progress, { mean: number; byEmbedding: number[] }> {
  const partitions = new ComparedPartitions(members.map(({ fitted }) => (subset ? takeLabels(fitted, subset) : fitted)))
  // The sum over all pairs stands behind those of the embeddings.
  const all = 1 + Math.max(...members.map(({ embedding }) => embedding))
  const sums = new Float64Array(all + 1)
  const counts = new Float64Array(all + 1)
  for (let a = 0; a < members.length; a++) {
    compareInto(sums, counts, members, partitions, a)
    yield { stage: 'stability', iteration: a + 1, total: members.length }
  }
  const means = Array.from(sums, (sum, place) => sum / Math.max(counts[place], 1))
  return { mean: means[all], byEmbedding: means.slice(0, all) }
}

/** Adds how far a member agrees with those before it to the sums of all (the last place) and of its embedding. Not a generator, since engines run the loops of those slowly. */
function compareInto(
  sums: Float64Array,
  counts: Float64Array,
  members: readonly Member[],
  partitions: ComparedPartitions,
  a: number,
): void {
  const all = sums.length - 1
  const { embedding } = members[a]
  for (let b = 0; b < a; b++) {
    const agreement = partitions.information(a, b)
    sums[all] += agreement
    counts[all]++
    if (members[b].embedding !== embedding) continue
    sums[embedding] += agreement
    counts[embedding]++
  }
}

function takeLabels(labels: Int32Array, samples: Uint32Array): Int32Array {
  const result = new Int32Array(samples.length)
  for (let i = 0; i < result.length; i++) result[i] = labels[samples[i]]
  return result
}

function meanModularity(members: readonly Member[]): number {
  return members.reduce((sum, member) => sum + member.modularity, 0) / members.length
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
