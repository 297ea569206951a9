import type { Member } from './members.ts'

/** Numbers that tell a member's graph, picture, clusters and repeat. */
const FACTS = 4

/** What a checkpoint keeps of members beside their labels. */
export function memberFacts(members: readonly Member[]): Float64Array {
  return Float64Array.from(
    members.flatMap(({ graph, picture, clusters, repeat }) => [graph, picture, clusters, repeat]),
  )
}

/** The way back, with the labels of each. */
export function membersFrom(facts: Float64Array, labels: readonly Int32Array[]): Member[] {
  return labels.map((own, b) => {
    const [graph, picture, clusters, repeat] = facts.subarray(FACTS * b, FACTS * (b + 1))
    return { graph, picture, clusters, repeat, labels: own }
  })
}

/** How many members the facts are of. */
export function memberCount(facts: Float64Array): number {
  return facts.length / FACTS
}

/** Labels of all members are below this number: the most clusters that one of them has. */
export function labelBound(facts: Float64Array): number {
  let bound = 0
  for (let b = 0; b < facts.length; b += FACTS) bound = Math.max(bound, facts[b + 2])
  return bound
}
