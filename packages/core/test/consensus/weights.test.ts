import { describe, expect, it } from 'vitest'
import { type Member, type MemberKind, memberKinds } from '../../src/consensus/members.ts'
import { kindsWorthDrawing, weighMembers, weightOf } from '../../src/consensus/weights.ts'
import { normalisedMutualInformation } from '../../src/metrics/scores.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { memberOf } from './member-of.ts'

const random = new Random(4)
const truth = Array.from({ length: 60 }, (_, i) => (i < 50 ? i % 2 : 2))

/** A member that has `wrong` of its labels drawn. */
function member(kind: MemberKind, graph: number, embedding: number, wrong: number, modularity = 0.5): Member {
  const labels = truth.map((label) => (random.uniform() < wrong ? random.below(3) : label))
  return memberOf(labels, { kind, graph, embedding, modularity, clusters: 3 })
}

/** Three members of each kind from each embedding of three graphs. */
function ensemble(wrong: (kind: MemberKind, graph: number, embedding: number) => number, linked = 0.5): Member[] {
  return [0, 1, 2].flatMap((graph) =>
    [0, 1, 2].flatMap((embedding) =>
      memberKinds.flatMap((kind) =>
        [0, 1, 2].map(() =>
          member(kind, graph, embedding, wrong(kind, graph, embedding), kind === 'mergedByLinks' ? linked : 0.5),
        ),
      ),
    ),
  )
}

const weigh = (members: Member[]) => runToEnd(weighMembers(members, new Random(1)))
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Mean agreement of all pairs. */
function agreement(members: readonly Member[]): number {
  const pairs = members.flatMap((a, p) =>
    members.slice(0, p).map((b) => normalisedMutualInformation(a.labels, b.labels)),
  )
  return sum(pairs) / pairs.length
}

describe('weighMembers(members, random)', () => {
  it('gives each graph, kind and embedding the weight of the formulas', () => {
    const members = ensemble((kind, graph, embedding) => 0.1 + 0.1 * (memberKinds.indexOf(kind) + graph + embedding))
    const { stability, graphs, members: weights } = weigh(members)
    const of = (g: number, kind: MemberKind, e?: number) =>
      members.filter((each) => each.graph === g && each.kind === kind && (e ?? each.embedding) === each.embedding)
    const worth = (g: number) => memberKinds.map((kind) => (1 - agreement(of(g, kind)) + 0.02) ** -3)
    const raw = [0, 1, 2].map((g) => Math.sqrt(worth(g)[0] * Math.max(...worth(g))))
    for (const g of [0, 1, 2]) {
      expect(stability[g]).toBeCloseTo(agreement(of(g, 'kmeans')), 12)
      expect(graphs[g]).toBeCloseTo((3 * raw[g]) / sum(raw), 10)
      memberKinds.forEach((kind, k) => {
        const trust = [0, 1, 2].map((e) => 1 / (1 - agreement(of(g, kind, e)) + 0.02))
        for (const e of [0, 1, 2]) {
          const expected = ((graphs[g] * worth(g)[k]) / sum(worth(g))) * ((3 * trust[e]) / sum(trust))
          expect(weights[g][kind][e]).toBeCloseTo(expected, 10)
        }
      })
    }
  })

  it('trusts the kinds, the graphs and the embeddings whose members agree', () => {
    const byKind = weigh(ensemble((kind) => (kind === 'kmeans' ? 0.5 : 0))).members
    for (const weights of byKind) expect(weights.mergedByDistance[0]).toBeGreaterThan(10 * weights.kmeans[0])
    const byGraph = weigh(ensemble((_, graph) => (graph === 1 ? 0 : 0.3)))
    expect(byGraph.stability[1]).toBeCloseTo(1, 12)
    expect(byGraph.graphs[1]).toBeGreaterThan(10 * byGraph.graphs[0])
    const byEmbedding = weigh(ensemble((_, __, embedding) => (embedding === 2 ? 0 : 0.3))).members
    for (const { kmeans } of byEmbedding) expect(kmeans[2]).toBeGreaterThan(5 * Math.max(kmeans[0], kmeans[1]))
  })

  it('leaves members merged by links out where their clusters cut more links than those of k-means', () => {
    const worse = weigh(ensemble((kind) => (kind === 'mergedByLinks' ? 0 : 0.3), 0.4))
    expect(worse.members[1].mergedByLinks).toEqual([0, 0, 0])
    expect(kindsWorthDrawing(worse, 1)).toEqual(['kmeans', 'mergedByDistance'])
    const fair = weigh(ensemble((kind) => (kind === 'mergedByLinks' ? 0 : 0.3), 0.45))
    expect(kindsWorthDrawing(fair, 1)).toEqual(memberKinds)
  })

  it('lets a graph count by its best kind beside k-means, if that is not left out', () => {
    const best = (linked: number) => [
      ...ensemble((kind) => (kind === 'mergedByLinks' ? 0 : 0.3), linked).filter(({ graph }) => graph === 0),
      ...ensemble(() => 0.3).filter(({ graph }) => graph > 0),
    ]
    expect(weigh(best(0.5)).graphs[0]).toBeGreaterThan(2)
    expect(weigh(best(0.3)).graphs[0]).toBeLessThan(2)
  })
})

describe('weightOf(weights, member)', () => {
  it('counts a member of the second round as three of the first', () => {
    const members = ensemble(() => 0.3)
    const weights = weigh(members)
    const [first] = members
    expect(weightOf(weights, first)).toBe(weights.members[0].kmeans[0])
    expect(weightOf(weights, { ...first, round: 1 })).toBe(3 * weightOf(weights, first))
  })
})
