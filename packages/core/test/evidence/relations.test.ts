import { describe, expect, it } from 'vitest'
import { type Evidence, linkViews } from '../../src/evidence/evidence.ts'
import { relateViews, varyTogether } from '../../src/evidence/relations.ts'
import { approximateNeighbours } from '../../src/graphs/approximate-neighbours.ts'
import type { PlacedNeighbours } from '../../src/graphs/approximate-shared-neighbours.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { takeRows } from '../../src/numerics/linalg/take-rows.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { plainRuntime } from '../plain-runtime.ts'
import { samplesInOrder } from '../samples-in-order.ts'

const kernels = await Kernels.load()
const rt = plainRuntime(kernels, new Random(1))
const random = new Random(1)
const all = Uint32Array.from({ length: 100 }, (_, i) => i)
/** A hundred points of three dimensions, and the same with noise. */
const base = Float64Array.from({ length: 300 }, () => normal(random))
const noisy = (noise: number) => Float64Array.from(base, (value) => value + noise * normal(random))

/** Ten neighbours of the points at some places. */
function near(points: Float64Array, place = all): PlacedNeighbours {
  const own = takeRows(matrix(100, 3, points), place)
  return { place, neighbours: runToEnd(approximateNeighbours(kernels, own, 10, new Random(2), singleProcess)) }
}

/** Ten neighbours of each sample, drawn from its own of some clusters of equal size: sample i is in cluster i mod `clusters`. */
function drawn(samples: number, clusters: number): PlacedNeighbours {
  const indices = Int32Array.from(
    { length: samples * 10 },
    (_, p) => clusters * random.below(samples / clusters) + (Math.floor(p / 10) % clusters),
  )
  const neighbours = { samples, count: 10, indices, squaredDistances: new Float64Array(indices.length) }
  return { neighbours, place: Uint32Array.from({ length: samples }, (_, i) => i) }
}

const relate = (
  views: readonly PlacedNeighbours[],
  { samples = 100, equal = true, weights = views.map(() => 1) } = {},
) => runToEnd(relateViews(rt, views, weights, samples, singleProcess, equal))

describe('relateViews(rt, neighbours, weights, samples, ranks, equal)', () => {
  it('lets a view and its repetitions share one weight, also slightly noisy ones', () => {
    const { weights, repeated, relation } = relate([near(base), near(noisy(2)), near(base), near(noisy(0.01))])
    // That a view agrees with its repetition speaks against no other view.
    expect(relation).not.toContain('related')
    expect(weights).toEqual([1 / 3, 1, 1 / 3, 1 / 3])
    expect(repeated).toEqual([
      [0, 2],
      [0, 3],
    ])
  })

  it('compares the samples that both views have', () => {
    const some = all.filter((i) => i % 3 > 0)
    expect(relate([near(base, some), near(base, some)]).repeated).toEqual([[0, 1]])
    expect(relate([near(base, all.slice(0, 50)), near(base, all.slice(50))]).repeated).toEqual([])
  })

  it('takes no agreement for a repetition, nor for none, where everyone is a neighbour of everyone', () => {
    const few = all.slice(0, 8)
    const { repeated, relation } = relate([near(base, few), near(noisy(5), few)])
    expect([repeated, relation]).toEqual([[], ['unknown', 'unknown']])
  })

  it.each([2000, 60_000])(
    'tells views of %i samples that share two clusters, and nothing else, from noise',
    (samples) => {
      const related = relate([drawn(samples, 2), drawn(samples, 2)], { samples })
      expect(related).toEqual({ relation: ['related', 'related'], weights: [1, 1], repeated: [] })
      const noise = relate([drawn(samples, 2), drawn(samples, 1)], { samples })
      expect(noise).toEqual({ relation: ['unrelated', 'unrelated'], weights: [1, 1], repeated: [] })
    },
  )

  it('leaves a view out that shares no more neighbours than chance, as soon as two others do', () => {
    const [a, b, noise] = [drawn(2000, 2), drawn(2000, 2), drawn(2000, 1)]
    const { relation, weights } = relate([a, noise, b], { samples: 2000 })
    expect(relation).toEqual(['related', 'unrelated', 'related'])
    expect(weights).toEqual([1, 0, 1])
    expect(relate([noise, drawn(2000, 1), drawn(2000, 1)], { samples: 2000 }).weights).toEqual([1, 1, 1])
  })

  it('leaves weights as they are given', () => {
    const [a, b, noise] = [drawn(2000, 2), drawn(2000, 2), drawn(2000, 1)]
    const given = { samples: 2000, equal: false, weights: [3, 0.5, 2, 1] }
    expect(relate([a, noise, b, a], given)).toEqual({
      relation: ['related', 'unrelated', 'related', 'related'],
      weights: given.weights,
      repeated: [],
    })
  })
})

describe('linkViews(rt, samples, views, count, equal)', () => {
  it('builds the graphs and features without a view that is left out', () => {
    const grouped = (noise: number) =>
      matrix(
        150,
        5,
        Float64Array.from(
          { length: 750 },
          (_, p) => (Math.floor(p / 5) % 3 === p % 3 ? 4 : 0) + noise * normal(random),
        ),
      )
    const views = [grouped(0.5), grouped(0.5), grouped(1000)].map((scores, v) => {
      const present = new Uint8Array(150).fill(1)
      return { name: `view ${v}`, weight: 1, scores, isUnit: false, present, incomplete: false }
    })
    const linked = (some: typeof views, equal = true): Pick<Evidence, 'weights' | 'graphs' | 'features'> =>
      runToEnd(linkViews(rt, samplesInOrder(150), some, 10, equal))
    const { graphs, features } = linked(views.slice(0, 2))
    expect(linked(views)).toMatchObject({ weights: [1, 1, 0], graphs, features })
    expect(linked(views, false).weights).toEqual([1, 1, 1])
    expect(linked(views, false).features.columns).toBe(15)
  })
})

describe('views that vary together', () => {
  const random = new Random(5)
  const samples = samplesInOrder(300)
  const present = [0, 1].map(() => new Uint8Array(300).fill(1))
  /** 300 points of 30 dimensions around three centres, in this order of clusters. */
  const blobs = (clusters: readonly number[]) => {
    const centres = Float64Array.from({ length: 90 }, () => normal(random))
    return matrix(
      300,
      30,
      Float64Array.from(
        { length: 9000 },
        (_, p) => centres[30 * clusters[Math.floor(p / 30)] + (p % 30)] + normal(random),
      ),
    )
  }
  const inTurn = Array.from({ length: 300 }, (_, i) => i % 3)

  it('are those that show the same clusters, however loud the noise within them is', () =>
    expect(varyTogether(samples, { scores: [blobs(inTurn), blobs(inTurn)], present }, random)).toBe(true))

  it('are not those whose samples are not matched', () => {
    const unmatched = blobs(Array.from(random.permutation(300), (i) => i % 3))
    expect(varyTogether(samples, { scores: [blobs(inTurn), unmatched], present }, random)).toBe(false)
  })
})
