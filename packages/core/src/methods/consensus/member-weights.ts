import { exponential } from '../../math/exponential.ts'
import { power } from '../../math/power.ts'
import { type EncodedLabels, encodeLabels, tableOf } from '../../metrics/contingency.ts'
import { informationOf } from '../../metrics/scores.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Family, Member } from './members.ts'
import type { NamedGraph, ScoredViews } from './view-graphs.ts'

/** Samples that are compared at most. */
const SUBSET = 2500
/** What agreement lacks is at least this much; between graphs, where samples lack views, that much. */
const FLOOR = 0.02
const GAPS_FLOOR = 0.1
/** `linked` is dropped on a graph where its modularity is below this share of that of `plain`. */
const LEAST_MODULARITY = 0.88
/** How fast trust in merged members falls with the agreement that they lack. */
const SLACK = 0.01
/** Families of a smaller share are not worth drawing. */
const LEAST_SHARE = 0.02
const REFINED = 3

/** The families that agreement is measured of. */
type Measured = Exclude<Family, 'double'>

/** How much members count. */
export interface MemberWeights {
  /** For each graph how far its `plain` partitions agree, the better half of them where samples lack views: mean normalised mutual information. */
  stability: number[]
  /** How much each graph counts, mean 1. */
  graphs: number[]
  /** Trust in merged members, 0 … 1. */
  merging: number
  /** Weight of one member, by graph and family; 0 where the family is not worth drawing. */
  members: Record<Family, number>[]
}

/**
 * Weighs members of the families `plain`, `near` and `linked` by how far those of one graph and family agree, and graphs by how far their `plain` members do, the better half of them where samples lack views, since k-means gets stuck there more often. Merged families count only as far as some two graphs agree on them at least as well as on `plain`:
 * where there are no rare clusters they can agree within a graph and still be wrong. One pair is enough where there are several views, since a graph that does not show a rare cluster has nothing to say about it. `double` takes what they lose. O(pairs · 2,500).
 */
export function* memberWeights(
  members: readonly Member[],
  graphs: number,
  { scores, incomplete }: Pick<ScoredViews, 'scores' | 'incomplete'>,
  random: Random,
): Generator<Progress, MemberWeights> {
  const positions = Array.from({ length: graphs }, (_, g) => g)
  const groups = positions.map((g) => groupsOf(members, g))
  const kept = groups.map(({ plain, linked }) => meanModularity(linked) >= LEAST_MODULARITY * meanModularity(plain))
  const compare = comparison(members[0].labels.length, random)
  const within: Record<Measured, number>[] = []
  const stability: number[] = []
  for (const { plain, near, linked } of groups) {
    within.push({
      plain: yield* compare(plain, null),
      near: yield* compare(near, null),
      linked: yield* compare(linked, null),
    })
    stability.push(incomplete ? yield* compare(betterHalf(plain), null) : within.at(-1)!.plain)
  }
  const gains: number[] = []
  for (const g of positions)
    for (const h of positions.slice(0, g)) {
      const plain = yield* compare(groups[g].plain, groups[h].plain)
      const near = yield* compare(groups[g].near, groups[h].near)
      const linked = kept[g] && kept[h] ? yield* compare(groups[g].linked, groups[h].linked) : 0
      gains.push(Math.max(near, linked) - plain)
    }
  // The graphs of one view are all the same, and the best pair of them would be luck.
  const gain = scores.length > 1 ? Math.max(...gains) : gains.reduce((sum, value) => sum + value, 0) / gains.length
  const merging = Math.min(1, exponential(gain / SLACK))
  const worth = (agreement: number, floor = FLOOR) => power(1 - agreement + floor, -2 - merging)
  const floor = incomplete ? GAPS_FLOOR : FLOOR
  const raw = within.map(({ near, linked }, g) => {
    const plain = worth(stability[g], floor)
    const merged = Math.max(worth(near, floor), kept[g] ? worth(linked, floor) : 0)
    return Math.sqrt(plain * Math.max(plain, merging * merged))
  })
  const mean = raw.reduce((sum, value) => sum + value, 0) / graphs
  return {
    stability,
    graphs: raw.map((value) => value / mean),
    merging,
    members: within.map(({ plain, near, linked }, g) => {
      const others = kept[g] ? worth(linked) : 0
      const all = worth(plain) + worth(near) + others
      const rest = 1 - (merging * (worth(near) + others)) / all
      const weigh = (share: number) => (share < LEAST_SHARE ? 0 : (share * raw[g]) / mean)
      return {
        plain: weigh((rest * (1 + merging)) / 2),
        double: weigh((rest * (1 - merging)) / 2),
        near: weigh((merging * worth(near)) / all),
        linked: weigh((merging * others) / all),
      }
    }),
  }
}

/** How much a member counts: one of the second round as much as three of the same graph and family in the first. The second round's own agreement would only confirm itself. */
export function weightOf({ members }: MemberWeights, { round, graph, family }: Member): number {
  return (round === 0 ? 1 : REFINED) * members[graph][family]
}

/** What a result says about the weights. */
export function weightDetails({ stability, graphs, merging }: MemberWeights, named: readonly NamedGraph[]) {
  const told = named.map(({ name }, g) => [name, { stability: stability[g], weight: graphs[g] }])
  return { graphs: Object.fromEntries(told), merging }
}

/** The members of a graph by family. */
function groupsOf(members: readonly Member[], graph: number): Record<Measured, Member[]> {
  const of = (family: Family) => members.filter((member) => member.graph === graph && member.family === family)
  return { plain: of('plain'), near: of('near'), linked: of('linked') }
}

/** The half of `plain` members whose clusters keep the most links of the graph inside: a run of k-means that got stuck tells of k-means, not of the graph. */
function betterHalf(plain: readonly Member[]): Member[] {
  const kept = Math.max(Math.ceil(plain.length / 2), 2)
  return plain.toSorted((a, b) => b.modularity - a.modularity).slice(0, kept)
}

function meanModularity(members: readonly Member[]): number {
  return members.reduce((sum, member) => sum + member.modularity, 0) / members.length
}

/** A function that gives the mean agreement of all pairs from two groups of members, or of all pairs of one, on some of the samples. */
function comparison(samples: number, random: Random) {
  const subset = samples <= SUBSET ? null : random.permutation(samples).subarray(0, SUBSET)
  const known = new Map<Member, EncodedLabels>()
  const some = (member: Member) => {
    const labels =
      known.get(member) ?? encodeLabels(subset ? Int32Array.from(subset, (i) => member.labels[i]) : member.labels)
    known.set(member, labels)
    return labels
  }
  return function* (first: readonly Member[], second: readonly Member[] | null): Generator<Progress, number> {
    let [sum, count] = [0, 0]
    for (const [position, a] of first.entries()) {
      for (const b of second ?? first.slice(0, position)) {
        sum += informationOf(tableOf(some(a), some(b)))
        count++
      }
      yield { stage: 'stability', iteration: position + 1, total: first.length }
    }
    return sum / Math.max(count, 1)
  }
}
