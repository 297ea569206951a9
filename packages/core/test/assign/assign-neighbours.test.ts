import { describe, expect, it } from 'vitest'
import { assignByNeighbours } from '../../src/assign/assign-neighbours.ts'
import type { NeighbourModel } from '../../src/assign/model.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { exponential } from '../../src/numerics/math/exponential.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import type { NamedMatrix } from '../../src/views/prepare-views.ts'

const kernels = await Kernels.load()
const clusters = 3
const random = new Random(5)
/** Numbers that single precision holds, so that the model has the very same. */
const drawn = (length: number) => Float64Array.from({ length }, () => random.below(4096) / 1024)
const count = 40
/** 40 training samples in two views of two and one features, in clusters of their own with a share of the next. */
const training = [drawn(2 * count), drawn(count)]
const columns = [2, 1]
const weights = [1, 3]
const shares = Float32Array.from({ length: count * clusters }, (_, p) => {
  const [i, c] = [Math.floor(p / clusters), p % clusters]
  return i % clusters === c ? 0.75 : (i + 1) % clusters === c ? 0.25 : 0
})

function model(neighbours: number, present: (Uint8Array | null)[] = [null, null]): NeighbourModel {
  return {
    method: 'consensus',
    clusters,
    samples: count,
    views: columns.map((features, v) => ({ name: `view ${v}`, features, featureNames: null })),
    way: 'neighbours',
    neighbours,
    memberships: shares,
    parts: columns.map((features, v) => ({
      view: v,
      weight: weights[v],
      scores: Float32Array.from(training[v]),
      present: present[v],
      // The scores are the values themselves.
      transform: {
        kind: 'scores',
        features,
        rank: features,
        length: 1,
        mean: new Float64Array(features),
        projection: Float32Array.from({ length: features * features }, (_, p) => (p % (features + 1) === 0 ? 1 : 0)),
      },
    })),
  }
}

const named = (v: number, data: Float64Array): NamedMatrix => ({
  name: `view ${v}`,
  data: matrix(data.length / columns[v], columns[v], data),
  present: null,
})
const place = (views: (NamedMatrix | null)[], samples: number, neighbours = 10, present?: (Uint8Array | null)[]) =>
  runToEnd(assignByNeighbours(kernels, model(neighbours, present), views, samples)).memberships.data

/** The votes of the neighbours at these squared distances (Infinity: none), as written in the description. */
function plainVotes(distances: readonly number[], neighbours: number): number[] {
  const order = distances.map((_, i) => i).filter((i) => distances[i] < Infinity)
  order.sort((a, b) => distances[a] - distances[b] || a - b)
  const near = order.slice(0, neighbours)
  const scale = distances[near[Math.ceil(0.7 * near.length) - 1]]
  const votes = near.map((i) => exponential(-distances[i] / scale))
  const total = votes.reduce((sum, vote) => sum + vote, 0)
  return Array.from({ length: clusters }, (_, c) =>
    near.reduce((sum, i, n) => sum + (votes[n] / total) * shares[i * clusters + c], 0),
  )
}

const squared = (v: number, point: Float64Array, i: number) =>
  point.reduce((sum, x, j) => sum + (x - training[v][i * columns[v] + j]) ** 2, 0)

describe('assignByNeighbours(kernels, model, views, samples)', () => {
  // 130 new samples are three blocks.
  const fresh = [drawn(2 * 130).map((x) => x + 1 / 2048), drawn(130).map((x) => x + 1 / 2048)]
  const pointOf = (v: number, i: number) => fresh[v].subarray(i * columns[v], (i + 1) * columns[v])

  it.each([1, 3, 10])(
    'adds up the votes of %i neighbours in each view by its weight and, once more, in all views together',
    (neighbours) => {
      const found = place([named(0, fresh[0]), named(1, fresh[1])], 130, neighbours)
      for (let i = 0; i < 130; i++) {
        const own = [0, 1].map((v) => Array.from({ length: count }, (_, t) => squared(v, pointOf(v, i), t)))
        const joint = own[0].map((distance, t) => (weights[0] * distance + weights[1] * own[1][t]) / 4)
        const [first, second, all] = [...own, joint].map((distances) => plainVotes(distances, neighbours))
        for (let c = 0; c < clusters; c++)
          expect(found[i * clusters + c]).toBeCloseTo((first[c] / 4 + (3 * second[c]) / 4 + all[c]) / 2, 10)
      }
    },
  )

  it('goes by the views that the samples have', () => {
    const found = place([null, named(1, fresh[1])], 5)
    for (let i = 0; i < 5; i++) {
      const votes = plainVotes(
        Array.from({ length: count }, (_, t) => squared(1, pointOf(1, i), t)),
        10,
      )
      for (let c = 0; c < clusters; c++) expect(found[i * clusters + c]).toBeCloseTo(votes[c], 10)
    }
  })

  it('gives rows of zeros to samples that have nothing', () => {
    expect([...place([null, null], 2)]).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('takes over the memberships of a training sample that is equal, also where training samples lack views', () => {
    const lacking = [Uint8Array.from({ length: count }, (_, i) => Number(i % 4 > 0)), null]
    for (const present of [undefined, lacking]) {
      const found = place([named(0, training[0].slice(2, 8)), named(1, training[1].slice(1, 4))], 3, 10, present)
      for (let p = 0; p < 9; p++) expect(found[p]).toBeCloseTo(shares[clusters + p], 12)
    }
  })

  it('does not take over what is only close', () => {
    const close = training.map((data, v) => data.slice(0, columns[v]).map((x) => x + 1e-4))
    const found = place([named(0, close[0]), named(1, close[1])], 1)
    expect(Math.max(...found)).toBeLessThan(0.7)
  })
})
