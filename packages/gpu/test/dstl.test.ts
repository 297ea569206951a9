import {
  type DeviceDstlSettings,
  type DeviceView,
  type DstlRows,
  Kernels,
  type Matrix,
  matrix,
  multiply,
  projectRowsOntoSimplex,
  Random,
  TensorShrinker,
  transpose,
  unitRows,
} from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { CardDstl } from '../src/dstl/card-dstl.ts'
import { narrowDevice, noSoftwareDevice, onDevice, softwareDevice } from './software-device.ts'

const kernels = await Kernels.load()
const random = new Random(11)

function randomMatrix(rows: number, columns: number, scale = 1): Matrix {
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => scale * (random.uniform() - 0.5)),
  )
}

function combine(f: (...values: number[]) => number, ...parts: Matrix[]): Matrix {
  return matrix(
    parts[0].rows,
    parts[0].columns,
    parts[0].data.map((_, p) => f(...parts.map(({ data }) => data[p]))),
  )
}

/** One step as the formulas read. */
function plainStep(
  views: readonly DeviceView[],
  { latent, threshold, lambda3, tau, mean }: DeviceDstlSettings,
  before: DstlRows,
  W: readonly Matrix[],
  C: readonly Matrix[],
): DstlRows {
  const S: Matrix[] = []
  const Q = views.map(({ rows, present }, v) => {
    const product = multiply(rows as Matrix, W[v])
    const there = matrix(
      product.rows,
      latent,
      product.data.map((_, p) => present?.[Math.floor(p / latent)] ?? 1),
    )
    const P = combine((own, related, has) => (has ? own : related), product, before.H[v], there)
    const soft = (x: number, by: number) => Math.sign(x) * Math.max(Math.abs(x) - by, 0)
    S.push(threshold === null ? before.S[v] : combine((p, h) => soft(p - h, threshold), P, before.H[v]))
    const agreed = multiply(before.Y, transpose(C[v]))
    return combine((p, s, y) => (p - s + lambda3 * y) / (1 + lambda3), P, S[v], agreed)
  })
  const mark = kernels.mark()
  const H = new TensorShrinker(kernels, Q[0].rows, latent, Q.length).shrinkMatrices(Q, tau).matrices
  kernels.release(mark)
  const sum = H.map((h, v) => multiply(h, C[v])).reduce((a, b) => combine((x, y) => x + y, a, b))
  return { S, H, Y: projectRowsOntoSimplex(combine((x) => (mean ? x / H.length : x), sum)) }
}

function expectClose(found: Matrix, wanted: Matrix, tolerance: number): void {
  expect([found.rows, found.columns]).toEqual([wanted.rows, wanted.columns])
  const worst = found.data.reduce((most, value, p) => Math.max(most, Math.abs(value - wanted.data[p])), 0)
  expect(worst).toBeLessThanOrEqual(tolerance)
}

describe.skipIf(noSoftwareDevice)('DSTL on a device', () => {
  it.each([
    { rows: 1, features: [3], latent: 1, gaps: false, settings: { threshold: 0.1, mean: false } },
    { rows: 2, features: [2, 5], latent: 3, gaps: false, settings: { threshold: null, mean: false } },
    { rows: 67, features: [9, 70, 4], latent: 5, gaps: true, settings: { threshold: 0.05, mean: true } },
    { rows: 1100, features: [6, 3], latent: 4, gaps: false, settings: { threshold: 0.02, mean: false } },
  ])('makes the step of the formulas for $rows samples', async ({ rows, features, latent, gaps, settings: given }) => {
    const device = await softwareDevice()
    const settings = { latent, lambda3: 0.3, tau: 0.2, ...given }
    const views: DeviceView[] = features.map((columns, v) => {
      const present = gaps && v < 2 ? Uint8Array.from({ length: rows }, (_, i) => (i % 5 === v ? 0 : 1)) : null
      const data = unitRows(randomMatrix(rows, columns))
      for (let p = 0; p < data.data.length; p++) if (present?.[Math.floor(p / columns)] === 0) data.data[p] = 0
      return { rows: data, present }
    })
    const before = {
      S: features.map(() => randomMatrix(rows, latent, settings.threshold === null ? 0 : 1)),
      H: features.map(() => randomMatrix(rows, latent)),
      Y: projectRowsOntoSimplex(randomMatrix(rows, latent)),
    }
    const [W, C] = [features.map((d) => randomMatrix(d, latent)), features.map(() => randomMatrix(latent, latent))]
    const dstl = await onDevice(device, CardDstl.open(device.card, views, settings))
    dstl.write(before)
    const step = await onDevice(device, dstl.step(W, C))
    const found = await onDevice(device, dstl.read())
    const wanted = plainStep(views, settings, before, W, C)
    const tolerance = 2 ** -18
    for (const v of features.keys()) {
      expectClose(found.S[v], wanted.S[v], tolerance)
      expectClose(found.H[v], wanted.H[v], tolerance)
    }
    expectClose(found.Y, wanted.Y, 10 * tolerance)
    const square = (a: Matrix) => a.data.reduce((sum, value) => sum + value * value, 0)
    expect(step.size).toBeCloseTo(square(wanted.Y), 2)
    expect(step.difference).toBeCloseTo(square(combine((a, b) => a - b, wanted.Y, before.Y)), 2)
    for (const [i, top] of dstl.largest().entries()) {
      const row = found.Y.data.subarray(i * latent, (i + 1) * latent)
      expect(row[top]).toBe(Math.max(...row))
    }

    const products = await onDevice(device, dstl.products())
    expect(step.views).toEqual(products)
    for (const [v, { rows: x, present }] of views.entries()) {
      const G = combine((s, h) => s + h, found.S[v], found.H[v])
      for (let p = 0; p < G.data.length; p++) if (present?.[Math.floor(p / latent)] === 0) G.data[p] = 0
      const { images, agreement, sums, gram } = products[v]
      expectClose(images, multiply(transpose(x as Matrix), G), rows * tolerance)
      expectClose(agreement, multiply(transpose(found.H[v]), found.Y), rows * tolerance)
      expect(sums.squares).toBeCloseTo(square(G), 2)
      expect(sums.related).toBeCloseTo(square(found.H[v]), 2)
      expect(sums.absolute).toBeCloseTo(
        found.S[v].data.reduce((sum, value) => sum + Math.abs(value), 0),
        2,
      )
      if (features[v] < latent) expectClose(gram!, multiply(transpose(G), G), rows * tolerance)
      else expect(gram).toBeNull()
    }
    expect(dstl.squaredNorm).toBeCloseTo(
      views.reduce((sum, { rows }) => sum + square(rows as Matrix), 0),
      6,
    )
    dstl.close()
  })

  it('takes a view in pieces where it is larger than the largest buffer', async () => {
    const device = await narrowDevice(4 * 8 * 40)
    const { card } = device
    const data = randomMatrix(100, 8)
    const room = card.room()
    const { cardView } = await import('../src/dstl/card-views.ts')
    const { pieces } = await onDevice(device, cardView(card, room, { rows: data, present: null }))
    expect(pieces.map(({ begin, rows }) => [begin, rows.rows])).toEqual([
      [0, 40],
      [40, 40],
      [80, 20],
    ])
    room.free()
  })
})
