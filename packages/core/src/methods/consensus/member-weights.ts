import { power } from '../../math/power.ts'
import { type EncodedLabels, encodeLabels, tableOf } from '../../metrics/contingency.ts'
import { informationOf } from '../../metrics/scores.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import { type Family, families, type Member } from './members.ts'
import type { NamedGraph } from './view-graphs.ts'

/** Samples that are compared at most. */
const SUBSET = 2500
/** Lower limit of 1 − agreement: partitions that agree perfectly would weigh infinitely much. */
const FLOOR = 0.02
/** `linked` is left out on a graph where its modularity is below this share of that of `plain`. */
const LEAST_MODULARITY = 0.88
/** How much a member of the second round counts beside one of the first. */
const REFINED = 3
/** Embeddings of a graph. */
const EMBEDDINGS = 3

/** How much members count. */
export interface MemberWeights {
  /** For each graph the mean normalised mutual information of its `plain` partitions. */
  stability: number[]
  /** How much each graph counts, mean 1. */
  graphs: number[]
  /** Weight of one member, by graph, family and embedding; 0 where the family is left out. */
  members: Record<Family, number[]>[]
}

/**
 * Weighs members by how far they agree (mean normalised mutual information s). A family of a graph is worth (1 − s + 0.02)^−3 and has the share of its worth of the graph's weight, √(worth of `plain` · worth of the best
 * family); within it the members of an embedding count by (1 − s + 0.02)^−1. O(pairs · 2,500).
 */
export function* memberWeights(
  members: readonly Member[],
  graphs: number,
  random: Random,
): Generator<Progress, MemberWeights> {
  const compare = comparison(members[0].labels.length, random)
  const stability: number[] = []
  const raw: number[] = []
  const shares: Record<Family, number[]>[] = []
  for (let g = 0; g < graphs; g++) {
    const groups = groupsOf(members, g)
    const isKept = meanModularity(groups.linked) >= LEAST_MODULARITY * meanModularity(groups.plain)
    const worth = { plain: 0, near: 0, linked: 0 }
    const own = { plain: [] as number[], near: [] as number[], linked: [] as number[] }
    for (const family of families) {
      const agreement = yield* compare(groups[family])
      if (family === 'plain') stability.push(agreement)
      if (family !== 'linked' || isKept) worth[family] = power(1 - agreement + FLOOR, -3)
      for (let e = 0; e < EMBEDDINGS; e++)
        own[family].push(1 / (1 - (yield* compare(groups[family].filter(({ picture }) => picture === e))) + FLOOR))
    }
    const all = worth.plain + worth.near + worth.linked
    raw.push(Math.sqrt(worth.plain * Math.max(worth.plain, worth.near, worth.linked)))
    const sharesOf = (family: Family) => {
      const mean = own[family].reduce((sum, value) => sum + value, 0) / EMBEDDINGS
      return own[family].map((value) => ((worth[family] / all) * value) / mean)
    }
    shares.push({ plain: sharesOf('plain'), near: sharesOf('near'), linked: sharesOf('linked') })
  }
  const mean = raw.reduce((sum, value) => sum + value, 0) / graphs
  const weights = raw.map((value) => value / mean)
  const times = (g: number, values: readonly number[]) => values.map((value) => weights[g] * value)
  return {
    stability,
    graphs: weights,
    members: shares.map(({ plain, near, linked }, g) => ({
      plain: times(g, plain),
      near: times(g, near),
      linked: times(g, linked),
    })),
  }
}

/** How much a member counts: one of the second round as much as three of the same graph, family and embedding in the first. The second round's own agreement would only confirm itself. */
export function weightOf({ members }: MemberWeights, { round, graph, family, picture }: Member): number {
  return (round === 0 ? 1 : REFINED) * members[graph][family][picture]
}

/** The families of a graph that have a weight. */
export function worthDrawing({ members }: MemberWeights, graph: number): Family[] {
  return families.filter((family) => members[graph][family][0] > 0)
}

/** What a result says about the weights. */
export function weightDetails({ stability, graphs }: MemberWeights, named: readonly NamedGraph[]) {
  const told = named.map(({ name }, g) => [name, { stability: stability[g], weight: graphs[g] }])
  return { graphs: Object.fromEntries(told) }
}

/** The members of a graph by family. */
function groupsOf(members: readonly Member[], graph: number): Record<Family, Member[]> {
  const of = (family: Family) => members.filter((member) => member.graph === graph && member.family === family)
  return { plain: of('plain'), near: of('near'), linked: of('linked') }
}

function meanModularity(members: readonly Member[]): number {
  return members.reduce((sum, member) => sum + member.modularity, 0) / members.length
}

/** A function that gives the mean agreement of all pairs of members of a group, on some of the samples. */
function comparison(samples: number, random: Random) {
  const subset = samples <= SUBSET ? null : random.permutation(samples).subarray(0, SUBSET)
  const known = new Map<Member, EncodedLabels>()
  const some = (member: Member) => {
    const labels =
      known.get(member) ?? encodeLabels(subset ? Int32Array.from(subset, (i) => member.labels[i]) : member.labels)
    known.set(member, labels)
    return labels
  }
  return function* (group: readonly Member[]): Generator<Progress, number> {
    let [sum, count] = [0, 0]
    for (const [position, a] of group.entries()) {
      for (const b of group.slice(0, position)) {
        sum += informationOf(tableOf(some(a), some(b)))
        count++
      }
      yield { stage: 'stability', iteration: position + 1, total: group.length }
    }
    return sum / Math.max(count, 1)
  }
}
