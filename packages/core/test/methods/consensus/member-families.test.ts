import { describe, expect, it } from 'vitest'
import { matrix } from '../../../src/linalg/matrix.ts'
import { fuseClusters } from '../../../src/methods/consensus/fuse-clusters.ts'
import type { Run } from '../../../src/methods/consensus/kmeans-runs.ts'
import { memberWeights, weightOf } from '../../../src/methods/consensus/member-weights.ts'
import { type Family, kindsOf, type Member, mergersOf } from '../../../src/methods/consensus/members.ts'
import { mergeLinked, mergeNear } from '../../../src/methods/consensus/merge-fine.ts'
import { adjustedRandIndex } from '../../../src/metrics/scores.ts'
import { Random } from '../../../src/random/random.ts'
import { drain } from '../../drain.ts'

/** Average linkage as it reads: of all pairs of groups the one with the least mean distance over pairs of clusters, weighed by size, is fused. */
function plainLinkage(distance: Float64Array, sizes: Float64Array, wanted: number): Int32Array {
  const count = sizes.length
  let groups = Array.from({ length: count }, (_, c) => [c]).filter(([c]) => sizes[c] > 0)
  const apart = (a: number[], b: number[]) => {
    let [sum, weight] = [0, 0]
    for (const i of a)
      for (const j of b) {
        sum += sizes[i] * sizes[j] * distance[i * count + j]
        weight += sizes[i] * sizes[j]
      }
    return sum / weight
  }
  while (groups.length > wanted) {
    let best = [0, 1]
    for (let a = 0; a < groups.length; a++)
      for (let b = a + 1; b < groups.length; b++)
        if (apart(groups[a], groups[b]) < apart(groups[best[0]], groups[best[1]])) best = [a, b]
    const [a, b] = best
    groups[a].push(...groups[b])
    groups = groups.filter((_, g) => g !== b)
  }
  const labels = new Int32Array(count)
  groups.forEach((group, g) => {
    for (const c of group) labels[c] = g
  })
  return labels
}

describe('mergeNear(centres, sizes, wanted)', () => {
  it('is average linkage as it reads', () => {
    const random = new Random(3)
    for (let round = 0; round < 20; round++) {
      const count = 4 + random.below(20)
      const centres = matrix(
        count,
        3,
        Float64Array.from({ length: 3 * count }, () => random.uniform()),
      )
      const sizes = Float64Array.from({ length: count }, () => 1 + random.below(50))
      const distance = new Float64Array(count * count)
      for (let a = 0; a < count; a++)
        for (let b = 0; b < count; b++)
          for (let j = 0; j < 3; j++)
            distance[a * count + b] += (centres.data[3 * a + j] - centres.data[3 * b + j]) ** 2
      const found = mergeNear(centres, sizes, 3)
      expect(adjustedRandIndex(found, plainLinkage(distance, sizes, 3))).toBe(1)
      expect(new Set(found).size).toBe(3)
    }
  })

  it('keeps a rare cluster that lies apart, however large the others are', () => {
    const centres = matrix(5, 1, Float64Array.of(0, 1, 2, 3, 10))
    expect(Array.from(mergeNear(centres, Float64Array.of(900, 900, 900, 900, 3), 2))).toEqual([0, 0, 0, 0, 1])
  })

  it('leaves empty clusters out and never gives more than there are', () => {
    const found = mergeNear(matrix(4, 1, Float64Array.of(0, 5, 6, 7)), Float64Array.of(0, 1, 1, 1), 2)
    expect(Array.from(found.subarray(1)).sort()).toEqual([0, 0, 1])
  })
})

describe('fuseClusters(distance, exists, wanted, join)', () => {
  it('gives ties to the lowest numbers', () => {
    expect(Array.from(fuseClusters(new Float64Array(16), [1, 1, 1, 1], 2, () => {}))).toEqual([0, 0, 0, 1])
  })
})

describe('mergeLinked(links, sizes, wanted)', () => {
  it('fuses along strong links, whatever the sizes', () => {
    // A chain 0–1 and 2–3 of strong links, a weak one between them, and 4 hanging on 3 by a weak one.
    const links = matrix(5, 5)
    const link = (a: number, b: number, weight: number) => {
      links.data[a * 5 + b] = links.data[b * 5 + a] = weight
    }
    for (const [c, weight] of [100, 100, 100, 100, 5].entries()) link(c, c, weight)
    link(0, 1, 40)
    link(2, 3, 40)
    link(1, 2, 1)
    link(3, 4, 0.2)
    expect(Array.from(mergeLinked(links, new Float64Array(5).fill(1), 3))).toEqual([0, 0, 1, 1, 2])
  })
})

describe('mergersOf(run, placed, links, wanted, clusters)', () => {
  const placed = { centres: matrix(3, 1, Float64Array.of(0.05, 1.05, 9.05)), sizes: Float64Array.of(2, 2, 2) }
  const run: Run = { kind: 'fine', picture: 0, clusters: 3, labels: Int32Array.of(0, 0, 1, 1, 2, 2) }
  const links = matrix(3, 3, Float64Array.of(4, 2, 0, 2, 4, 0, 0, 0, 4))

  it('merges fine clusters in both ways, with the modularity of what comes out', () => {
    const mergers = mergersOf(run, placed, links, ['near', 'linked'], 2)
    expect(mergers.map(({ family }) => family)).toEqual(['near', 'linked'])
    for (const { to, modularity } of mergers) {
      expect(Array.from(to)).toEqual([0, 0, 1])
      expect(modularity).toBeCloseTo(1 - (12 / 16) ** 2 - (4 / 16) ** 2, 12)
    }
  })

  it('takes other runs as they are', () => {
    const [merger] = mergersOf({ ...run, kind: 'plain' }, placed, links, ['plain', 'near'], 3)
    expect([merger.family, ...merger.to]).toEqual(['plain', 0, 1, 2])
    expect(kindsOf(['plain', 'linked'])).toEqual(['plain', 'fine'])
  })
})

describe('memberWeights(members, graphs, views, random)', () => {
  const truth = Array.from({ length: 60 }, (_, i) => (i < 50 ? i % 2 : 2))
  const random = new Random(4)
  const member = (family: Family, graph: number, wrong: number, modularity = 0.5): Member => ({
    round: 0,
    graph,
    family,
    clusters: 3,
    modularity,
    labels: Int32Array.from(truth, (label) => (random.uniform() < wrong ? random.below(3) : label)),
  })
  const ensemble = (wrong: Record<'plain' | 'near' | 'linked', number>, modularity = 0.5) =>
    [0, 1, 2].flatMap((graph) =>
      [0, 1, 2].flatMap(() => [
        member('plain', graph, wrong.plain),
        member('near', graph, wrong.near),
        member('linked', graph, wrong.linked, modularity),
      ]),
    )
  const weigh = (members: Member[], views = 2, incomplete = false) => {
    const scores = Array.from({ length: views }, () => matrix(1, 1))
    return drain(memberWeights(members, 3, { scores, incomplete }, new Random(1)))
  }

  it('trusts merged members where they agree across graphs', () => {
    const { merging, members } = weigh(ensemble({ plain: 0.5, near: 0, linked: 0 }))
    expect(merging).toBe(1)
    for (const weights of members) {
      expect(weights.double).toBe(0)
      expect(weights.near).toBeGreaterThan(10 * weights.plain)
    }
  })

  it('trusts them where two graphs agree on them and a third one does not', () => {
    const blind = ensemble({ plain: 0.15, near: 0.9, linked: 0.9 }).filter(({ graph }) => graph === 2)
    const seeing = ensemble({ plain: 0.15, near: 0, linked: 0 }).filter(({ graph }) => graph < 2)
    const { merging, members } = weigh([...seeing, ...blind])
    expect(merging).toBe(1)
    expect(members[0].near).toBeGreaterThan(10 * members[2].near)
    // Graphs of one view are the same, so that none of them is blind.
    expect(weigh([...seeing, ...blind], 1).merging).toBeLessThan(1e-3)
  })

  it('draws doubled members in their place where they do not', () => {
    const { merging, members } = weigh(ensemble({ plain: 0.05, near: 0.5, linked: 0.6 }))
    expect(merging).toBeLessThan(1e-3)
    for (const weights of members) {
      expect([weights.near, weights.linked]).toEqual([0, 0])
      expect(weights.double).toBeCloseTo(weights.plain, 2)
    }
  })

  it('drops the linked family where its clusters cut more links than plain ones', () => {
    const { members } = weigh(ensemble({ plain: 0.3, near: 0, linked: 0 }, 0.4))
    for (const weights of members) expect(weights.linked).toBe(0)
  })

  it('lets a graph count by those of its merged members that agree better, if they keep their links inside', () => {
    const linkedWell = (modularity: number) => [
      ...ensemble({ plain: 0.3, near: 0.2, linked: 0 }, modularity).filter(({ graph }) => graph === 0),
      ...ensemble({ plain: 0.3, near: 0.2, linked: 0.2 }).filter(({ graph }) => graph > 0),
    ]
    expect(weigh(linkedWell(0.5)).graphs[0]).toBeGreaterThan(2)
    expect(weigh(linkedWell(0.3)).graphs[0]).toBeLessThan(2)
  })

  it('asks the better half of plain members where samples lack views, so that runs that got stuck do not speak against their graph', () => {
    const wrong = { plain: 0.1, near: 0.1, linked: 0.1 }
    const stuck = (modularity: number) => [
      ...ensemble(wrong).filter(({ graph }) => graph > 0),
      ...ensemble(wrong).filter(({ graph, family }) => graph === 0 && family !== 'plain'),
      ...[0, 1].map(() => member('plain', 0, 0)),
      ...[2, 3].map(() => member('plain', 0, 0.9, modularity)),
    ]
    expect(weigh(stuck(0.3), 2, true).stability[0]).toBeCloseTo(1, 12)
    expect(weigh(stuck(0.7), 2, true).stability[0]).toBeLessThan(0.5)
    expect(weigh(stuck(0.3)).stability[0]).toBeLessThan(0.9)
  })

  it('lets a graph count by how far its members agree, and the second round three times', () => {
    const members = ensemble({ plain: 0.3, near: 0.3, linked: 0.3 }).filter(({ graph }) => graph > 0)
    for (let seed = 0; seed < 3; seed++)
      members.push(...(['plain', 'near', 'linked'] as const).map((family) => member(family, 0, 0)))
    const weights = weigh(members)
    expect(weights.stability[0]).toBeCloseTo(1, 12)
    expect(weights.graphs[0]).toBeGreaterThan(10 * weights.graphs[1])
    expect(weights.graphs.reduce((sum, value) => sum + value, 0)).toBeCloseTo(3, 12)
    const [first] = members
    expect(weightOf(weights, { ...first, round: 1 })).toBe(3 * weightOf(weights, first))
  })
})
