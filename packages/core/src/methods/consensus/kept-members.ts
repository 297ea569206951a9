import { families, type Member } from './members.ts'

/** Numbers that tell all about a member but its labels. */
const FACTS = 6

/** What a checkpoint keeps of members beside their labels. */
export function memberFacts(members: readonly Member[]): Float64Array {
  return Float64Array.from(
    members.flatMap(({ round, graph, picture, family, clusters, modularity }) => [
      clusters,
      round,
      graph,
      picture,
      families.indexOf(family),
      modularity,
    ]),
  )
}

/** The way back, with the labels of each. */
export function membersFrom(facts: Float64Array, labels: readonly Int32Array[]): Member[] {
  return labels.map((own, b) => {
    const [clusters, round, graph, picture, family, modularity] = facts.subarray(FACTS * b, FACTS * (b + 1))
    return { round, graph, picture, family: families[family], clusters, modularity, labels: own }
  })
}

/** How many members the facts are of. */
export function memberCount(facts: Float64Array): number {
  return facts.length / FACTS
}

/** Labels of all members are below this number: the most clusters that one of them has. */
export function labelBound(facts: Float64Array): number {
  let bound = 0
  for (let b = 0; b < facts.length; b += FACTS) bound = Math.max(bound, facts[b])
  return bound
}
