import { describe, expect, it } from 'vitest'
import { assignByCentres, assignByFactors } from '../../src/assign/assign-centres.ts'

import type { CentreModel, LatentModel } from '../../src/assign/model.ts'
import { type Training, trainCentres, trainLatent } from '../../src/assign/train-model.ts'

import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import type { NamedMatrix } from '../../src/views/prepare-views.ts'

const kernels = await Kernels.load()
const random = new Random(3)
const values = (length: number) => Array.from({ length }, () => random.below(9) - 4 + random.uniform())
const dense = (rows: number[][]): Matrix => matrix(rows.length, rows[0].length, Float64Array.from(rows.flat()))
const named = (rows: number[][], present?: number[]): NamedMatrix =>
  ({ name: 'x', data: dense(rows), present: present && Uint8Array.from(present) }) as unknown as NamedMatrix

/** The same rows as lists of entries, zeros left out. */
function asSparse({ data, ...rest }: NamedMatrix): NamedMatrix {
  const { rows, columns, data: all } = data as Matrix
  const entries = Array.from(all, (value, p) => ({ value, p })).filter(({ value }) => value !== 0)
  const pointers = Uint32Array.from({ length: rows + 1 }, (_, i) => entries.filter(({ p }) => p < i * columns).length)
  const indices = Uint32Array.from(entries, ({ p }) => p % columns)
  const lists = { rows, columns, pointers, indices, values: Float64Array.from(entries, ({ value }) => value) }
  return { ...rest, data: lists } as unknown as NamedMatrix
}

/** One by squared distance to each centre that has samples, over the known columns, scaled to sum 1. */
function shares(point: number[], centres: number[][], sizes: number[], known = point.map(() => true)): number[] {
  const inverse = centres.map((centre, c) => {
    const square = centre.reduce((sum, value, j) => sum + (known[j] ? (point[j] - value) ** 2 : 0), 0)
    return sizes[c] === 0 ? 0 : 1 / square
  })
  const sum = inverse.reduce((a, b) => a + b, 0)
  return inverse.map((value) => value / sum)
}

function expectClose(found: Matrix, expected: number[][]): void {
  expect([found.rows, found.columns]).toEqual([expected.length, expected[0].length])
  expected.flat().forEach((value, p) => {
    expect(Math.abs(found.data[p] - value)).toBeLessThanOrEqual(1e-13)
  })
}

const about = { method: 'x', clusters: 3, samples: 9 }
const features = [3, 2]
const views = features.map((d, v) => ({ name: `v${v}`, features: d, featureNames: null }))
const samples = 5
const given = features.map((d) => Array.from({ length: samples }, () => values(d)))
given[0][1][2] = 0
given[0][2] = [0, 0, 0]
const marks = [
  [1, 0, 1, 1, 0],
  [1, 1, 0, 1, 0],
]

describe('assignByCentres(model, views, samples)', () => {
  const centres = [values(5), values(5), values(5)]
  const sizes = [4, 0, 5]
  const parts = features.map((d, view) => ({
    view,
    mean: Float64Array.from(values(d)),
    scale: Float64Array.from(values(d), Math.abs),
  }))
  const model: CentreModel = {
    ...about,
    views,
    way: 'centres',
    parts,
    centres: dense(centres),
    sizes: Float64Array.from(sizes),
  }
  const point = (i: number) =>
    given.flatMap((rows, v) =>
      rows[i].map((x, j) => (Number.isNaN(x) ? 0 : (x - parts[v].mean[j]) * parts[v].scale[j])),
    )
  const widths = [true, true, true, false, false]

  it('gives shares by the distances of z-scores to the centres of clusters that have samples', () => {
    const inputs = given.map((rows) => named(rows))
    const expected = given[0].map((_, i) => shares(point(i), centres, sizes))
    expectClose(runToEnd(assignByCentres(model, inputs, samples)).memberships, expected)
    expectClose(runToEnd(assignByCentres(model, inputs.map(asSparse), samples)).memberships, expected)
  })

  it('looks only at the views that a sample has, and gives nothing to one that has none', () => {
    const inputs = given.map((rows, v) => named(rows, marks[v]))
    const expected = given[0].map((_, i) =>
      marks[0][i] + marks[1][i] === 0
        ? [0, 0, 0]
        : shares(
            point(i),
            centres,
            sizes,
            widths.map((first) => marks[first ? 0 : 1][i] === 1),
          ),
    )
    expectClose(runToEnd(assignByCentres(model, inputs, samples)).memberships, expected)
    const without = given[0].map((_, i) =>
      shares(
        point(i),
        centres,
        sizes,
        widths.map((first) => !first),
      ),
    )
    expectClose(runToEnd(assignByCentres(model, [null, named(given[1])], samples)).memberships, without)
  })

  it('takes a missing value as the mean', () => {
    const holed = given.map((rows) => rows.map((row) => [...row]))
    holed[1][3][1] = Number.NaN
    const at = (i: number) => point(i).map((value, j) => (i === 3 && j === 4 ? 0 : value))
    expectClose(
      runToEnd(
        assignByCentres(
          model,
          holed.map((rows) => named(rows)),
          samples,
        ),
      ).memberships,
      given[0].map((_, i) => shares(at(i), centres, sizes)),
    )
  })

  it.each([1, 256, 257, 600])('tells its progress after every 256 of %d samples and at the end', (count) => {
    const many = named(Array.from({ length: count }, () => [1, 2, 3]))
    const told = Array.from(assignByCentres(model, [many, null], count))
    const ends = [256, 512].filter((end) => end < count)
    expect(told).toEqual([...ends, count].map((iteration) => ({ stage: 'assigning', iteration, total: count })))
  })
})

describe('assignByFactors(model, views, samples)', () => {
  const k = 3
  const W = features.map((d) => Array.from({ length: d }, () => values(k).map(Math.fround)))
  // Small, so that the projection ends inside of the simplex and its length tells.
  const C = features.map(() => Array.from({ length: k }, () => values(k).map((value) => value / 60)))
  const model = (rule: 'sum' | 'mean', consensus: boolean, centres: number[][]): LatentModel => ({
    ...about,
    views,
    way: 'latent',
    rule,
    parts: features.map((d, view) => ({
      view,
      W: { rows: d, columns: k, data: Float32Array.from(W[view].flat()) },
      C: consensus ? dense(C[view]) : null,
    })),
    centres: dense(centres),
    sizes: Float64Array.of(2, 3, 4),
  })
  const unit = (x: number[]) => x.map((value) => value / Math.max(Math.hypot(...x), 1e-12))
  /** Wᵀx at unit length. */
  const latent = (v: number, i: number) => {
    const x = unit(given[v][i].map((value) => (Number.isNaN(value) ? 0 : value)))
    return W[v][0].map((_, c) => x.reduce((sum, value, j) => sum + value * W[v][j][c], 0))
  }
  /** The nearest point whose entries are at least 0 and sum to 1, found by bisection. */
  const onSimplex = (x: number[]) => {
    let [low, high] = [Math.min(...x) - 1, Math.max(...x)]
    const total = (shift: number) => x.reduce((sum, value) => sum + Math.max(0, value - shift), 0)
    for (let round = 0; round < 200; round++) {
      const middle = (low + high) / 2
      if (total(middle) > 1) low = middle
      else high = middle
    }
    return x.map((value) => Math.max(0, value - low))
  }
  const combined = (i: number, having: number[], rule: 'sum' | 'mean') => {
    const sum = Array.from({ length: k }, (_, b) =>
      having.reduce((all, v) => all + latent(v, i).reduce((part, value, a) => part + value * C[v][a][b], 0), 0),
    )
    return unit(onSimplex(sum.map((value) => (value * (rule === 'mean' ? 1 : 2)) / having.length)))
  }

  it.each(['sum', 'mean'] as const)('projects the combined factors and gives shares by distance (%s)', (rule) => {
    const centres = [values(k), values(k), values(k)]
    const inputs = given.map((rows) => named(rows))
    const expected = given[0].map((_, i) => shares(combined(i, [0, 1], rule), centres, [2, 3, 4]))
    expectClose(runToEnd(assignByFactors(model(rule, true, centres), inputs, samples)).memberships, expected)
    expectClose(
      runToEnd(assignByFactors(model(rule, true, centres), inputs.map(asSparse), samples)).memberships,
      expected,
    )
  })

  it('counts a view that a sample lacks as the mean of the others, and gives nothing to one that has none', () => {
    const centres = [values(k), values(k), values(k)]
    const inputs = given.map((rows, v) => named(rows, marks[v]))
    const expected = given[0].map((_, i) => {
      const having = [0, 1].filter((v) => marks[v][i] === 1)
      return having.length === 0 ? [0, 0, 0] : shares(combined(i, having, 'sum'), centres, [2, 3, 4])
    })
    expectClose(runToEnd(assignByFactors(model('sum', true, centres), inputs, samples)).memberships, expected)
  })

  it('puts the factors side by side where there is no consensus, and looks at the columns of the views there are', () => {
    const centres = [values(2 * k), values(2 * k), values(2 * k)]
    const inputs = given.map((rows, v) => named(rows, marks[v]))
    const expected = given[0].map((_, i) => {
      const having = [0, 1].filter((v) => marks[v][i] === 1)
      if (having.length === 0) return [0, 0, 0]
      const point = [0, 1].flatMap((v) => (having.includes(v) ? latent(v, i) : [0, 0, 0]))
      const known = point.map((_, j) => having.includes(Math.floor(j / k)))
      return shares(unit(point), centres, [2, 3, 4], known)
    })
    expectClose(runToEnd(assignByFactors(model('sum', false, centres), inputs, samples)).memberships, expected)
  })

  it('lets missing values add nothing', () => {
    const centres = [values(k), values(k), values(k)]
    const holed = given.map((rows) => rows.map((row) => [...row]))
    holed[0][0][1] = Number.NaN
    const zeroed = given.map((rows) => rows.map((row) => [...row]))
    zeroed[0][0][1] = 0
    const place = (rows: number[][][]) =>
      runToEnd(
        assignByFactors(
          model('sum', true, centres),
          rows.map((view) => named(view)),
          samples,
        ),
      )
    expect(place(holed)).toEqual(place(zeroed))
  })

  it.each([255, 256, 512, 513])('tells its progress after every 256 of %d samples and at the end', (count) => {
    const many = named(Array.from({ length: count }, () => [1, 2, 3]))
    const told = Array.from(assignByFactors(model('sum', true, [values(k), values(k), values(k)]), [many, null], count))
    const ends = [256, 512].filter((end) => end < count)
    expect(told).toEqual([...ends, count].map((iteration) => ({ stage: 'assigning', iteration, total: count })))
  })
})

describe('what is trained', () => {
  const rows = [
    [1, 5, 2],
    [3, 5, 0],
    [8, 5, 1],
    [4, 5, 1],
  ]
  const labels = Int32Array.of(0, 2, 2, 0)
  const embedding = dense([
    [1, 2],
    [3, 4],
    [5, 8],
    [7, 0],
  ])
  const training = (clustering: object, input: NamedMatrix[]) =>
    ({
      input: { views: input },
      clustering: { embedding, labels, clusters: 3, ...clustering },
      about: { ...about, samples: 4, views: [{ name: 'a', features: 3, featureNames: null }] },
      ranks: singleProcess,
    }) as unknown as Training
  const means = {
    centres: dense([
      [4, 1],
      [0, 0],
      [4, 6],
    ]),
    sizes: Float64Array.of(2, 0, 2),
  }

  it('trainCentres keeps mean and one by deviation (n − 1) of each feature, 0 where it is constant, and the centres', () => {
    for (const input of [named(rows), asSparse(named(rows))]) {
      const model = runToEnd(trainCentres(kernels, training({}, [input])))
      expect(model).toMatchObject({ way: 'centres', method: 'x', samples: 4, ...means })
      const [{ view, mean, scale }] = model.parts
      expect([view, Array.from(mean)]).toEqual([0, [4, 0, 1]])
      expect(scale[0]).toBeCloseTo(1 / Math.sqrt(26 / 3), 14)
      expect(scale[1]).toBe(0)
      expect(scale[2]).toBeCloseTo(1 / Math.sqrt(2 / 3), 14)
    }
  })

  it('trainLatent keeps the factors in single precision, the rule and the centres', () => {
    const factors = {
      W: {
        a: dense([
          [0.1, 1],
          [2, 3],
          [4, 5],
        ]),
      },
      C: {
        a: dense([
          [1, 2],
          [3, 4],
        ]),
      },
    }
    const train = (options: object) => trainLatent(kernels, training({ options, details: factors }, []))
    const W = { rows: 3, columns: 2, data: Float32Array.of(0.1, 1, 2, 3, 4, 5) }
    expect(train({})).toMatchObject({
      ...{ ...about, samples: 4, views: [{ name: 'a', features: 3, featureNames: null }], way: 'latent', rule: 'sum' },
      ...{ parts: [{ view: 0, W, C: factors.C.a }], ...means },
    })
    expect(train({ consensusRule: 'mean', variant: 'Y' })).toMatchObject({ rule: 'mean', parts: [{ C: null }] })
    expect(train({ consensusRule: 'sum', variant: 'T' })).toMatchObject({ rule: 'sum', parts: [{ C: factors.C.a }] })
  })
})
