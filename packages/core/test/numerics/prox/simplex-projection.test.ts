import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fromRows, matrix } from '../../../src/numerics/linalg/matrix.ts'
import { projectOntoSimplexReference, projectRowsOntoSimplex } from '../../../src/numerics/prox/simplex-projection.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'

const epsilon = Number.EPSILON

/** 10,000 vectors of 1 to 40 entries: plain ones, ties, all equal, entries of ±1e300, far from the simplex, on it. */
function vectors(): Float64Array[] {
  const random = new Random(2024)
  return Array.from({ length: 10_000 }, (_, which) => {
    const length = 1 + random.below(40)
    const x = Float64Array.from({ length }, () => 4 * random.uniform() - 2)
    const kind = which % 7
    if (kind === 1) return x.map((value) => Math.round(2 * value) / 2)
    if (kind === 2) return x.fill(x[0])
    if (kind === 3) return x.map((value) => (random.below(4) === 0 ? Math.sign(value) * 1e300 : value))
    if (kind === 4) return x.map((value) => value * 1e6)
    if (kind === 5) return x.map((value) => value * 1e-3)
    if (kind === 6) return projectOntoSimplexReference(x)
    return x
  })
}

/** The projection by bisection for the threshold, relative to the largest entry. */
function projectByBisection(x: Float64Array): Float64Array {
  const largest = x.reduce((most, value) => Math.max(most, value))
  const y = x.map((value) => value - largest)
  let low = -1
  let high = 0
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (y.reduce((sum, value) => sum + Math.max(value - middle, 0), 0) > 1) low = middle
    else high = middle
  }
  return y.map((value) => Math.max(value - low, 0))
}

const project = (x: Float64Array) => projectRowsOntoSimplex(matrix(1, x.length, x.slice())).data
const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0)
const farthest = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, value, j) => Math.max(most, Math.abs(value - b[j])), 0)

describe('projectRowsOntoSimplex', () => {
  it('agrees with sorting and with bisection on 10,000 vectors', () => {
    for (const x of vectors()) {
      const y = project(x)
      expect(farthest(y, projectOntoSimplexReference(x))).toBeLessThanOrEqual(4 * epsilon * x.length)
      expect(farthest(y, projectByBisection(x))).toBeLessThanOrEqual(4 * epsilon * x.length)
    }
  })

  it('gives entries ≥ 0 that sum to 1 and meet the optimality conditions', () => {
    for (const x of vectors()) {
      const y = project(x)
      expect(y.every((value) => value >= 0)).toBe(true)
      expect(Math.abs(sum(y) - 1)).toBeLessThanOrEqual(4 * epsilon * x.length)
      // x − y is one number θ where y > 0, and x is at most θ where y = 0.
      const largest = x.reduce((most, value) => Math.max(most, value))
      const theta = x.map((value, j) => value - largest - y[j]).filter((_, j) => y[j] > 0)
      expect(Math.max(...theta) - Math.min(...theta)).toBeLessThanOrEqual(4 * epsilon)
      expect(x.every((value, j) => y[j] > 0 || value - largest <= theta[0] + 4 * epsilon)).toBe(true)
    }
  })

  it('is idempotent', () => {
    for (const x of vectors()) {
      const once = project(x)
      expect(farthest(project(once), once)).toBeLessThanOrEqual(4 * epsilon * x.length)
    }
  })

  it('treats equal entries equally', () => {
    expect([...project(Float64Array.of(7, 7, 7, 7))]).toEqual([0.25, 0.25, 0.25, 0.25])
    expect([...project(Float64Array.of(1e300, -1e300, 1e300))]).toEqual([0.5, 0, 0.5])
    expect([...project(Float64Array.of(-3))]).toEqual([1])
  })

  it('equals the stored cases', () => {
    const path = new URL('../../fixtures/dstl-trace.json', import.meta.url)
    const { simplex } = JSON.parse(readFileSync(path, 'utf8')) as {
      simplex: { columns: number[][]; projected: number[][] }
    }
    // Stored as in the paper, k×n: one sample a column.
    const columns = (a: number[][]) => fromRows(a[0].map((_, j) => a.map((entries) => entries[j])))
    const expected = columns(simplex.projected).data
    expect(farthest(projectRowsOntoSimplex(columns(simplex.columns)).data, expected)).toBeLessThanOrEqual(8 * epsilon)
  })

  it('changes nothing in its argument, and has the bytes of the kernel consensusStep', async () => {
    const kernels = await Kernels.load()
    for (const x of vectors().slice(0, 700)) {
      const a = matrix(1, x.length, x.slice())
      const projected = projectRowsOntoSimplex(a)
      expect(a.data).toEqual(x)
      expect(stepWithIdentity(kernels, x)).toEqual(projected.data)
    }
  })
})

/** What `consensusStep` makes of one sample of one view whose C is the identity: its projection. */
function stepWithIdentity(kernels: Kernels, x: Float64Array): Float64Array {
  const { length } = x
  const width = length + (length % 2)
  const mark = kernels.mark()
  const identity = kernels.allocate(length * width)
  identity.f64.fill(0)
  for (let i = 0; i < length; i++) identity.f64[i * width + i] = 1
  // Four rows are read at a time.
  const rows = kernels.allocate(4 * width)
  rows.f64.fill(0)
  rows.f64.set(x)
  const panels = kernels.allocate((length + 3) * width)
  const y = kernels.allocate(width)
  const sums = kernels.allocate(2)
  kernels.call.packPanels(identity.pointer, length, width, false, panels.pointer, 0, width)
  const step = [rows.pointer, 8 * width, panels.pointer, 1, y.pointer, 1, length, width, 0, sums.pointer] as const
  kernels.share('consensusStep', [[...step]], 64 * width)
  const result = y.f64.slice(0, length)
  kernels.release(mark)
  return result
}
