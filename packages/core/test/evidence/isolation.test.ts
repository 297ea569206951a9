import { describe, expect, it } from 'vitest'
import { measureIsolation } from '../../src/evidence/isolation.ts'
import { fromRows } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { plainRuntime } from '../plain-runtime.ts'
import { samplesInOrder } from '../samples-in-order.ts'

const kernels = await Kernels.load()

function isolationOf(rows: number[][], lengths?: number[], present = rows.map(() => 1)) {
  const rt = plainRuntime(kernels, new Random(1))
  const view = {
    scores: fromRows(rows),
    lengths: Float64Array.from(lengths ?? rows.map(() => 1)),
    isUnit: lengths !== undefined,
    present: Uint8Array.from(present),
  }
  return runToEnd(measureIsolation(rt, samplesInOrder(rows.length), view, rt.random('isolation')))
}

const middleOf = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2
}

/** The same by the definition: all distances, sorted. */
function reference(points: number[][], present: readonly number[]) {
  const others = points.map((one, i) =>
    points
      .map((other, k) => ({ k, distance: Math.hypot(...one.map((value, j) => value - other[j])) }))
      .filter(({ k, distance }) => k !== i && present[i] && present[k] && distance > 0)
      .sort((a, b) => a.distance - b.distance),
  )
  const mean = (near: { distance: number }[]) => near.reduce((sum, { distance }) => sum + distance, 0) / near.length
  const sparsity = others.map((near) => (near.length > 0 ? Math.log(mean(near.slice(0, 5))) : NaN))
  const sorted = sparsity.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b)
  const floor = sorted[Math.floor(sorted.length / 4)]
  const isolation = others.map((near, i) =>
    near.length > 0 ? sparsity[i] - Math.max(middleOf(near.slice(0, 9).map(({ k }) => sparsity[k])), floor) : NaN,
  )
  return { sparsity, isolation }
}

function expectReference(found: ReturnType<typeof isolationOf>, points: number[][], present = points.map(() => 1)) {
  const wanted = reference(points, present)
  for (const part of ['sparsity', 'isolation'] as const)
    wanted[part].forEach((value, i) => {
      if (Number.isNaN(value)) expect(found[part][i], `${part} ${i}`).toBeNaN()
      else expect(found[part][i], `${part} ${i}`).toBeCloseTo(value, 8)
    })
}

describe('measureIsolation(rt, samples, view, random)', () => {
  const random = new Random(6)
  const points = (columns: number) =>
    Array.from({ length: 40 }, (_, i) => Array.from({ length: columns }, () => normal(random) * (i < 30 ? 1 : 4)))
  const unit = (row: number[]) => row.map((value) => value / Math.hypot(...row))

  it('is the logarithm of the mean distance to the nearest, less what is usual around them', () => {
    const places = points(3)
    expectReference(isolationOf(places), places)
  })

  it('takes scores of unit length at full length, and leaves others', () => {
    const places = points(4)
    const lengths = places.map((row) => Math.hypot(...row))
    expectReference(isolationOf(places.map(unit), lengths), places)
    expectReference(isolationOf(places), places)
  })

  it('passes copies over, and leaves samples that lack the view out', () => {
    const places = points(2)
    for (const i of [1, 2, 3]) places[i] = places[0]
    // Among the sparse ones, too.
    for (const i of [36, 37, 38]) places[i] = places[35]
    const present = places.map((_, i) => Number(i % 7 !== 5))
    expectReference(isolationOf(places, undefined, present), places, present)
  })

  it('is not known of samples that are all alike', () => {
    const { sparsity, isolation } = isolationOf(Array.from({ length: 6 }, () => [1, 2]))
    expect([...sparsity, ...isolation].every(Number.isNaN)).toBe(true)
  })

  it('is highest for a sample beyond all others', () => {
    const places = [...points(3), [60, -60, 60]]
    const { isolation } = isolationOf(places)
    expect(isolation.indexOf(Math.max(...isolation))).toBe(40)
  })
})
