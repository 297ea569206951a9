import { beforeAll, describe, expect, it } from 'vitest'
import { graphComponents } from '../../src/graph/graph-components.ts'
import { Kernels } from '../../src/kernels/kernels.ts'
import { matrix } from '../../src/linalg/matrix.ts'
import { canonicalViews } from '../../src/methods/consensus/canonical-views.ts'
import { readyViews } from '../../src/methods/consensus/ready-views.ts'
import { viewGraphs } from '../../src/methods/consensus/view-graphs.ts'
import { normal } from '../../src/random/normal.ts'
import { Random } from '../../src/random/random.ts'
import { oneProcess } from '../../src/ranks/one-process.ts'
import { shares } from '../../src/ranks/share.ts'
import { drain } from '../drain.ts'
import { type FoundOnRank, type GivenSearches, run } from './search-on-rank.ts'
import { onRanks } from './thread-ranks.ts'

const SAMPLES = 800
const CLUSTERS = 4
const program = new URL('./search-on-rank.ts', import.meta.url)
let given: GivenSearches
let alone: FoundOnRank
const found = new Map<number, FoundOnRank[]>()

/** Four clusters in two views of 6 features; every other sample is the same one, so that identical samples lie on all ranks. */
function views(spread: number) {
  const random = new Random(1)
  const truth = Int32Array.from({ length: SAMPLES }, () => random.below(CLUSTERS))
  return ['one', 'two'].map((name) => {
    const centres = Float64Array.from({ length: CLUSTERS * 6 }, () => spread * normal(random))
    const data = matrix(SAMPLES, 6)
    for (let p = 0; p < data.data.length; p++)
      data.data[p] = centres[truth[Math.floor(p / 6)] * 6 + (p % 6)] + normal(random)
    for (let i = 0; i < SAMPLES; i += 2) data.data.copyWithin(i * 6, 0, 6)
    return { name, data, present: null, missing: null }
  })
}

beforeAll(async () => {
  const input = { samples: SAMPLES, ids: [], views: views(2) }
  const kernels = await Kernels.load()
  const canonical = drain(canonicalViews(input, {}))
  const { order } = canonical
  const random = new Random(5).split(0)
  const seen = drain(viewGraphs(kernels, drain(readyViews(kernels, canonical, random)), 10, random))
  const searches = [
    { fitted: SAMPLES, effort: 'full' as const },
    { fitted: 300, effort: 'full' as const },
    { fitted: SAMPLES, effort: 'fast' as const },
    { fitted: 300, effort: 'fast' as const },
  ]
  given = { seen, twins: order.twins, clusters: CLUSTERS, searches }
  alone = await run(oneProcess, given)
  for (const size of [2, 3]) found.set(size, await onRanks<FoundOnRank>(size, program, given))
})

describe.each([2, 3])('the search for clusters on %i ranks', (size) => {
  const labels = (search: number) => found.get(size)!.flatMap(({ findings }) => [...findings[search].labels])
  const rows = (search: number, what: 'memberships' | 'embedding') =>
    Float64Array.from(found.get(size)!.flatMap(({ findings }) => [...findings[search][what]!.data]))

  it('has identical samples on both sides of a border', () => {
    const borders = shares(SAMPLES, size).slice(1)
    expect(borders.some(({ begin }) => given.twins[begin] < begin)).toBe(true)
  })

  it('gives the bytes of one process where partitions are fitted to all samples', () => {
    for (const search of [0, 2]) {
      expect(labels(search)).toEqual([...alone.findings[search].labels])
      expect(rows(search, 'memberships')).toEqual(alone.findings[search].memberships!.data)
    }
  })

  it('gives the labels of one process where partitions are fitted to some, and nearly its memberships', () => {
    for (const search of [1, 3]) {
      expect(labels(search)).toEqual([...alone.findings[search].labels])
      const memberships = rows(search, 'memberships')
      const expected = alone.findings[search].memberships!.data
      expect(memberships).toHaveLength(expected.length)
      // Sums of eigenvectors are rounded otherwise, and a sample between two clusters may change sides in a partition, which moves the weight of all.
      expect(memberships.every((value, p) => Math.abs(value - expected[p]) < 0.03)).toBe(true)
    }
  })

  it('treats identical samples alike, whichever ranks they are on', () => {
    for (const search of given.searches.keys())
      for (const values of [rows(search, 'memberships'), rows(search, 'embedding')]) {
        const columns = values.length / SAMPLES
        const row = (i: number) => values.subarray(i * columns, (i + 1) * columns)
        given.twins.forEach((first, i) => {
          if (first !== i) expect(row(i)).toEqual(row(first))
        })
      }
  })

  it.runIf(size === 3)('gives the same bytes again', async () => {
    const again = await onRanks<FoundOnRank>(size, program, { ...given, searches: [given.searches[1]] })
    expect(again.map(({ findings }) => findings[0])).toEqual(found.get(size)!.map(({ findings }) => findings[1]))
  })

  it('keeps every cluster in a vote, by the sample of any rank that is most certain of it', () => {
    expect(alone.vote.labels).toContain(2)
    expect(found.get(size)!.flatMap((rank) => [...rank.vote.labels])).toEqual([...alone.vote.labels])
    expect(found.get(size)!.flatMap((rank) => [...rank.vote.confidence])).toEqual([...alone.vote.confidence])
  })

  it('finds the parts of the graph', () => {
    const parts = graphComponents(given.seen.graphs[0].graph)
    expect(found.get(size)!.flatMap((rank) => [...rank.parts.labels])).toEqual([...parts.labels])
    for (const rank of found.get(size)!) expect(rank.parts.sizes).toEqual(parts.sizes)
  })
})
