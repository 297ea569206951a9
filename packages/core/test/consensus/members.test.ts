import { describe, expect, it } from 'vitest'
import { drawFitted } from '../../src/consensus/fitted-samples.ts'
import {
  type Drawing,
  drawMembers,
  type MemberKind,
  memberKinds,
  membersFormat,
  mergersOf,
  seedCount,
} from '../../src/consensus/members.ts'
import { modularity } from '../../src/graphs/cluster-links.ts'
import { nearestNeighbours } from '../../src/graphs/nearest-neighbours.ts'
import { neighbourGraph } from '../../src/graphs/neighbour-graph.ts'
import { adjustedRandIndex } from '../../src/metrics/scores.ts'
import { mergeByDistance, mergeByLinks } from '../../src/numerics/kmeans/merge-clusters.ts'
import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { randomMatrix } from '../numerics/random-matrix.ts'
import { plainRuntime } from '../plain-runtime.ts'
import { samplesInOrder } from '../samples-in-order.ts'
import { memberOf } from './member-of.ts'

const kernels = await Kernels.load()

describe('seedCount(samples, clusters)', () => {
  it('is 6 for large data and up to 12 where members cost little', () => {
    expect([seedCount(10000, 10), seedCount(544, 5), seedCount(1000, 12)]).toEqual([6, 12, 10])
  })
})

describe('drawMembers(drawing, kinds)', () => {
  const samples = samplesInOrder(240)
  const points = randomMatrix(240, 5, 1)
  const clusters = 4
  const drawing = (fitted: number): Drawing => ({
    rt: plainRuntime(kernels, new Random(2)),
    samples,
    fitted: drawFitted(samples, fitted, new Random(3)),
    clusters,
    round: 0,
    graph: 1,
    links: neighbourGraph(kernels, runToEnd(nearestNeighbours(kernels, points, 8, singleProcess)), 240, singleProcess),
    embedding: { points, split: 2 },
  })
  const draw = (fitted: number, kinds: readonly MemberKind[] = memberKinds) =>
    runToEnd(drawMembers(drawing(fitted), kinds))

  it('draws half of the seeds of each kind from each of three embeddings, each into k clusters', () => {
    const members = draw(240)
    for (const kind of memberKinds)
      for (const embedding of [0, 1, 2])
        expect(members.filter((member) => member.kind === kind && member.embedding === embedding)).toHaveLength(6)
    expect(members).toHaveLength(6 * 9)
    for (const member of members) {
      expect(member).toMatchObject({ round: 0, graph: 1, clusters })
      expect(new Set(member.labels).size).toBe(clusters)
      expect(member.labels).toEqual(member.fitted)
      expect(member.modularity).toBeGreaterThan(0.1)
    }
  })

  it('draws the same members of a kind, whichever other kinds are wanted', () => {
    const all = draw(240)
    for (const kind of memberKinds) {
      const alone = draw(240, [kind])
      const labels = (members: typeof all) => members.map((member) => member.labels)
      expect(labels(alone)).toEqual(labels(all.filter((member) => member.kind === kind)))
    }
  })

  it('lets the samples that it was not fitted to join the nearest centre', () => {
    const { fitted } = drawing(100)
    const columns = [
      [0, 2],
      [2, 5],
      [0, 5],
    ]
    for (const { kind, embedding, fitted: own, labels } of draw(100)) {
      expect(own).toHaveLength(100)
      if (kind !== 'kmeans') continue
      const [first, end] = columns[embedding]
      const centres = Array.from({ length: clusters }, (_, c) => {
        const group = Array.from(fitted.all).filter((_, s) => own[s] === c)
        return Array.from({ length: end - first }, (_, j) =>
          group.reduce((sum, i) => sum + points.data[5 * i + first + j] / group.length, 0),
        )
      })
      labels.forEach((label, i) => {
        const distances = centres.map((centre) =>
          Math.hypot(...centre.map((middle, j) => middle - points.data[5 * i + first + j])),
        )
        expect(distances[label]).toBeLessThan(Math.min(...distances) + 1e-6)
      })
    }
  })
})

describe('mergeByDistance(centres, sizes, wanted)', () => {
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

  it('is average linkage as it reads', () => {
    const random = new Random(3)
    for (let round = 0; round < 20; round++) {
      const count = 4 + random.below(20)
      const centres = randomMatrix(count, 3, round)
      const sizes = Float64Array.from({ length: count }, () => 1 + random.below(50))
      const distance = new Float64Array(count * count)
      for (let a = 0; a < count; a++)
        for (let b = 0; b < count; b++)
          for (let j = 0; j < 3; j++)
            distance[a * count + b] += (centres.data[3 * a + j] - centres.data[3 * b + j]) ** 2
      const found = mergeByDistance(centres, sizes, 3)
      expect(adjustedRandIndex(found, plainLinkage(distance, sizes, 3))).toBe(1)
      expect(new Set(found).size).toBe(3)
    }
  })

  it('keeps a rare cluster that lies apart, however large the others are', () => {
    const centres = matrix(5, 1, Float64Array.of(0, 1, 2, 3, 10))
    expect(Array.from(mergeByDistance(centres, Float64Array.of(900, 900, 900, 900, 3), 2))).toEqual([0, 0, 0, 0, 1])
  })

  it('leaves empty clusters out and never gives more than there are', () => {
    const found = mergeByDistance(matrix(4, 1, Float64Array.of(0, 5, 6, 7)), Float64Array.of(0, 1, 1, 1), 2)
    expect(Array.from(found.subarray(1)).sort()).toEqual([0, 0, 1])
  })
})

describe('mergeByLinks(links, sizes, wanted)', () => {
  it('merges along strong links, whatever the sizes', () => {
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
    expect(Array.from(mergeByLinks(links, new Float64Array(5).fill(1), 3))).toEqual([0, 0, 1, 1, 2])
  })
})

describe('mergersOf(run, placed, links, kinds, clusters)', () => {
  /** Eight clusters that cut four groups on a line in halves, linked across the groups: 1 with 2, 3 with 4, 5 with 6, 7 with 0. */
  const jitter = new Random(1)
  const centres = matrix(
    8,
    1,
    Float64Array.from({ length: 8 }, (_, c) => 10 * Math.floor(c / 2) + (c % 2) + 0.1 * jitter.uniform()),
  )
  const placed = { centres, sizes: new Float64Array(8).fill(5) }
  const links = matrix(
    8,
    8,
    Float64Array.from({ length: 64 }, (_, p) => {
      const [a, b] = [Math.floor(p / 8), p % 8]
      return a === b ? 5 : (a % 2 === 1 && b === (a + 1) % 8) || (b % 2 === 1 && a === (b + 1) % 8) ? 4 : 0.1
    }),
  )
  const mergers = (isFine: boolean, kinds: readonly MemberKind[], given: Matrix | null = links) =>
    mergersOf({ isFine, clusters: 8 }, placed, given, kinds, 4)

  it('takes a run of k clusters as it is, with the modularity of its links', () => {
    const to = Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7)
    expect(mergers(false, memberKinds)).toEqual([{ kind: 'kmeans', modularity: modularity(links), to }])
    expect(mergers(false, memberKinds, null)).toEqual([{ kind: 'kmeans', modularity: 0, to }])
  })

  it('merges a fine run by the distance of centres and by links, with the modularity of what that gives', () => {
    const found = mergers(true, memberKinds)
    expect(found.map(({ kind }) => kind)).toEqual(['mergedByDistance', 'mergedByLinks'])
    const together = (to: Int32Array) => [0, 1, 2, 3, 4, 5, 6, 7].map((c) => to.indexOf(to[c]))
    expect(together(found[0].to)).toEqual([0, 0, 2, 2, 4, 4, 6, 6])
    expect(together(found[1].to)).toEqual([0, 1, 1, 3, 3, 5, 5, 0])
    for (const { to, modularity: stated } of found) {
      const merged = matrix(4, 4)
      for (let a = 0; a < 8; a++) for (let b = 0; b < 8; b++) merged.data[to[a] * 4 + to[b]] += links.data[a * 8 + b]
      expect(stated).toBeCloseTo(modularity(merged), 14)
    }
    expect(found[1].modularity).toBeGreaterThan(found[0].modularity)
  })

  it('gives only the kinds that are wanted, without links where nobody asks for them', () => {
    const [byDistance, byLinks] = mergers(true, memberKinds)
    expect(mergers(true, ['mergedByLinks'])).toEqual([byLinks])
    expect(mergers(true, ['kmeans', 'mergedByDistance'])).toEqual([byDistance])
    expect(mergers(true, ['mergedByDistance'], null)).toEqual([{ ...byDistance, modularity: 0 }])
  })
})

describe('membersFormat(round, graph, clusters, isWhole)', () => {
  it.each([3, 300, 70_000])('brings members back as they were saved, with %i clusters', (clusters) => {
    const random = new Random(clusters)
    const labels = (samples: number) => Int32Array.from({ length: samples }, () => random.below(clusters))
    for (const isWhole of [true, false]) {
      const members = Array.from({ length: 9 }, (_, m) => {
        const own = labels(40)
        const fitted = isWhole ? own : labels(25)
        const about = { round: 1, graph: 2, embedding: m % 3, kind: memberKinds[Math.floor(m / 3)], modularity: m / 7 }
        return memberOf(own, { ...about, clusters, fitted })
      })
      const format = membersFormat(1, 2, clusters, isWhole ? null : 25)
      expect(format.restore(format.save(members))).toEqual(members)
    }
  })
})
