import { describe, expect, it } from 'vitest'
import { modularity } from '../../../src/graph/modularity.ts'
import { matrix } from '../../../src/linalg/matrix.ts'
import type { Run } from '../../../src/methods/consensus/kmeans-runs.ts'
import { families, kindsOf, mergersOf } from '../../../src/methods/consensus/members.ts'
import { Random } from '../../../src/random/random.ts'

/** Eight clusters that cut four groups on a line in halves, and links between them. */
const random = new Random(1)
const placed = {
  centres: matrix(
    8,
    1,
    Float64Array.from({ length: 8 }, (_, c) => 10 * Math.floor(c / 2) + (c % 2) + 0.1 * random.uniform()),
  ),
  sizes: new Float64Array(8).fill(5),
}
const labels = Int32Array.from({ length: 40 }, (_, i) => Math.floor(i / 5))
const links = matrix(
  8,
  8,
  Float64Array.from({ length: 64 }, (_, p) => {
    const [a, b] = [Math.floor(p / 8), p % 8]
    // Linked across the groups: 1 with 2, 3 with 4, 5 with 6, 7 with 0.
    return a === b ? 5 : (a % 2 === 1 && b === (a + 1) % 8) || (b % 2 === 1 && a === (b + 1) % 8) ? 4 : 0.1
  }),
)
const run = (kind: Run['kind']) => ({ kind, picture: 0, clusters: 8, labels }) as Run

describe('mergersOf(run, placed, links, wanted, clusters)', () => {
  it('takes a plain run as it is, with the modularity of its links', () => {
    const [only, ...others] = mergersOf(run('plain'), placed, links, families, 4)
    expect(others).toEqual([])
    expect(only).toEqual({
      family: 'plain',
      clusters: 8,
      modularity: modularity(links),
      to: Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7),
    })
  })

  it('merges a fine run by the distance of centres and by links, with the modularity of what that gives', () => {
    const found = mergersOf(run('fine'), placed, links, families, 4)
    expect(found.map(({ family, clusters }) => [family, clusters])).toEqual([
      ['near', 4],
      ['linked', 4],
    ])
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

  it('gives only the families that are wanted', () => {
    expect(mergersOf(run('fine'), placed, links, ['linked'], 4).map(({ family }) => family)).toEqual(['linked'])
    expect(mergersOf(run('fine'), placed, links, ['plain', 'near'], 4).map(({ family }) => family)).toEqual(['near'])
  })

  it('does without links where nobody asks for them', () => {
    const [near] = mergersOf(run('fine'), placed, links, ['near'], 4)
    expect(mergersOf(run('fine'), placed, null, ['near'], 4)).toEqual([{ ...near, modularity: 0 }])
    expect(mergersOf(run('plain'), placed, null, families, 4)[0].modularity).toBe(0)
  })
})

describe('kindsOf(families)', () => {
  it('has one fine run for both families that are merged', () => {
    expect(kindsOf(families)).toEqual(['plain', 'double', 'fine'])
    expect(kindsOf(['linked'])).toEqual(['fine'])
    expect(kindsOf(['near', 'double'])).toEqual(['double', 'fine'])
    expect(kindsOf(['plain'])).toEqual(['plain'])
  })
})
