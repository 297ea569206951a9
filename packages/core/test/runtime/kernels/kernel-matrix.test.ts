import { beforeAll, describe, expect, it } from 'vitest'
import {
  type Matrix,
  matrix,
  multiply,
  multiplyTranspose,
  transposeMultiply,
} from '../../../src/numerics/linalg/matrix.ts'
import { unitRows } from '../../../src/numerics/linalg/scale.ts'
import { type SparseMatrix, toDense } from '../../../src/numerics/linalg/sparse-matrix.ts'
import { takeRows } from '../../../src/numerics/linalg/take-rows.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { KernelMatrix, type ResidentOptions, type SingleMatrix } from '../../../src/runtime/kernels/kernel-matrix.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { multiplyFast, multiplyTransposeFast } from '../../../src/runtime/kernels/multiply-fast.ts'
import { packFactorInto } from '../../../src/runtime/kernels/pack-matrix.ts'
import { randomMatrix } from '../../numerics/random-matrix.ts'

let kernels: Kernels
beforeAll(async () => {
  kernels = await Kernels.load()
})

function randomSparse(rows: number, columns: number, share: number, seed: number): SparseMatrix {
  const random = new Random(seed)
  const values: number[] = []
  const indices: number[] = []
  const pointers = [0]
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++)
      if (random.uniform() < share) {
        values.push(random.uniform() - 0.5)
        indices.push(j)
      }
    pointers.push(values.length)
  }
  return {
    rows,
    columns,
    values: Float64Array.from(values),
    indices: Uint32Array.from(indices),
    pointers: Uint32Array.from(pointers),
  }
}

/** The error of a call. */
function problemOf(call: () => unknown): unknown {
  try {
    return call()
  } catch (problem) {
    return problem
  }
}

/** As toEqual, but quick for large matrices. */
function expectSame(actual: Matrix, expected: Matrix): void {
  expect([actual.rows, actual.columns]).toEqual([expected.rows, expected.columns])
  expect(actual.data.findIndex((value, at) => !Object.is(value, expected.data[at]))).toBe(-1)
}

const shapes = [
  [1, 1],
  [1, 300],
  [300, 1],
  [4, 4],
  [5, 3],
  [127, 125],
  [130, 249],
  [257, 124],
  [33, 500],
]
const widths = [1, 2, 3, 4, 5, 6, 20, 31, 64, 67, 130]

describe('ResidentMatrix', () => {
  for (const [rows, columns] of shapes)
    it(`gives the bytes of the plain products: dense ${rows}×${columns}, double and single precision`, () => {
      const mark = kernels.mark()
      const x = randomMatrix(rows, columns, rows + columns)
      const single: SingleMatrix = { rows, columns, data: Float32Array.from(x.data) }
      const rounded = matrix(rows, columns, Float64Array.from(single.data))
      const resident = new KernelMatrix(kernels, x)
      expectSame(resident.square()!, transposeMultiply(x, x))
      const residentSingle = new KernelMatrix(kernels, single)
      for (const width of widths) {
        const w = randomMatrix(columns, width, 1)
        const g = randomMatrix(rows, width, 2)
        expectSame(resident.multiply(w), multiply(x, w))
        expectSame(resident.transposeMultiply(g), transposeMultiply(x, g))
        expectSame(residentSingle.multiply(w), multiply(rounded, w))
        expectSame(residentSingle.transposeMultiply(g), transposeMultiply(rounded, g))
      }
      kernels.release(mark)
    })

  for (const [rows, columns] of shapes)
    it(`gives the bytes of the plain products: sparse ${rows}×${columns}, some rows empty`, () => {
      const mark = kernels.mark()
      for (const share of [0, 0.03, 0.5]) {
        const x = randomSparse(rows, columns, share, 7)
        const dense = toDense(x)
        const resident = new KernelMatrix(kernels, x, { turned: false })
        const turned = new KernelMatrix(kernels, x)
        for (const width of [1, 2, 3, 5, 8, 10, 13, 31]) {
          const w = randomMatrix(columns, width, 1)
          const g = randomMatrix(rows, width, 2)
          expectSame(resident.multiply(w), multiply(dense, w))
          expectSame(resident.transposeMultiply(g), transposeMultiply(dense, g))
          expectSame(turned.transposeMultiply(g), transposeMultiply(dense, g))
        }
      }
      kernels.release(mark)
    })

  it('adds further rows to sums of those before, as one product of all rows has them, dense and sparse', () => {
    const mark = kernels.mark()
    for (const x of [randomMatrix(61, 7, 1), randomSparse(61, 7, 0.4, 2)]) {
      const whole = 'data' in x ? x : toDense(x)
      const parts = [
        [0, 25],
        [25, 26],
        [26, 61],
      ].map(([begin, end]) => {
        const rows = Array.from({ length: end - begin }, (_, i) => begin + i)
        return { begin, end, held: new KernelMatrix(kernels, takeRows(x, rows), { turned: false }) }
      })
      for (const width of [1, 2, 5]) {
        const g = randomMatrix(61, width, 3)
        const sums = matrix(7, width)
        for (const { begin, end, held } of parts)
          held.addTransposeMultiplyInto(sums, matrix(end - begin, width, g.data.slice(begin * width, end * width)))
        expectSame(sums, transposeMultiply(whole, g))
      }
      const squares = matrix(7, 7)
      const isDense = 'data' in x
      for (const { held } of parts) expect(held.addSquareInto(squares)).toBe(isDense)
      expectSame(squares, isDense ? transposeMultiply(x, x) : matrix(7, 7))
      expect(parts[0].held.square() === null).toBe(!isDense)
    }
    kernels.release(mark)
  })

  it('multiplies some of its rows, from a multiple of 4 on, dense and sparse, in double and single precision', () => {
    const mark = kernels.mark()
    const [x, w] = [randomMatrix(30, 9, 1), randomMatrix(9, 6, 2)]
    const single: SingleMatrix = { rows: 30, columns: 9, data: Float32Array.from(x.data) }
    const panels = kernels.allocate(12 * 6)
    packFactorInto(panels.f64, w.data, 9, 6)
    for (const [given, factor] of [
      [x, panels],
      [single, panels],
      [randomSparse(30, 9, 0.5, 3), kernels.copyIn(w.data)],
    ] as const) {
      const held = new KernelMatrix(kernels, given)
      const all = held.multiply(w)
      for (const [begin, end] of [
        [0, 30],
        [8, 19],
        [28, 30],
      ]) {
        const out = held.allocateResult(6)
        held.multiplyPanels(out, factor, 6, begin, end)
        expect(out.f64.slice(0, 6 * (end - begin))).toEqual(all.data.slice(6 * begin, 6 * end))
      }
    }
    kernels.release(mark)
  })

  it('holds a sparse matrix once or twice, counts its numbers, and brings rows to unit length', () => {
    const mark = kernels.mark()
    const sparse = randomSparse(40, 30, 0.5, 5)
    const bytes = (options: ResidentOptions) => {
      const before = kernels.mark()
      expect(new KernelMatrix(kernels, sparse, options).entries).toBe(sparse.values.length)
      return kernels.mark() - before
    }
    expect(bytes({})).toBeGreaterThan(1.9 * bytes({ turned: false }))
    const dense = toDense(sparse)
    expect(new KernelMatrix(kernels, dense).entries).toBe(40 * 30)
    const w = randomMatrix(30, 3, 1)
    const unit = unitRows(dense)
    for (const x of [sparse, dense]) {
      const held = new KernelMatrix(kernels, x, { unit: true })
      expectSame(held.multiply(w), multiply(unit, w))
      for (const square of held.squaredLengths) expect(square).toBeCloseTo(1, 14)
      expect(held.squaredLengths).toHaveLength(40)
      expect(new KernelMatrix(kernels, x).squaredLengths).toHaveLength(0)
    }
    kernels.release(mark)
  })

  it('takes factors from and leaves results in its own memory', () => {
    const mark = kernels.mark()
    const x = randomMatrix(50, 30, 1)
    for (const resident of [new KernelMatrix(kernels, x), new KernelMatrix(kernels, randomSparse(50, 30, 1, 3))])
      for (const width of [4, 5]) {
        const w = randomMatrix(30, width, 1)
        const z = resident.allocateResult(width)
        const p = resident.allocateTransposeResult(width)
        resident.multiplyInto(z, kernels.copyIn(w.data), width)
        resident.transposeMultiplyInto(p, z, width)
        const expected = resident.multiply(w)
        expect(z.f64.slice(0, 50 * width)).toEqual(expected.data)
        expect(p.f64.slice(0, 30 * width)).toEqual(resident.transposeMultiply(expected).data)
      }
    kernels.release(mark)
  })

  it('keeps its values while the memory grows, changes no argument and gives the same again', async () => {
    const own = await Kernels.load()
    const x = randomMatrix(40, 20, 1)
    const w = randomMatrix(20, 3, 2)
    const copies = [x.data.slice(), w.data.slice()]
    const resident = new KernelMatrix(own, x)
    const before = resident.multiply(w)
    const mark = own.mark()
    own.allocate(1_000_000)
    expect(resident.multiply(w)).toEqual(before)
    own.release(mark)
    expect(resident.multiply(w)).toEqual(before)
    expect([x.data, w.data]).toEqual(copies)
  })

  it('gives the memory of a product back', () => {
    const start = kernels.mark()
    const resident = new KernelMatrix(kernels, randomMatrix(40, 20, 1))
    const mark = kernels.mark()
    resident.multiply(randomMatrix(20, 7, 1))
    resident.transposeMultiply(randomMatrix(40, 7, 1))
    expect(kernels.mark()).toBe(mark)
    kernels.release(start)
  })

  it('refuses a factor of another height', () => {
    const resident = new KernelMatrix(kernels, matrix(3, 2))
    expect(() => resident.multiply(matrix(3, 1))).toThrow('factor: has 3 rows where the other factor needs 2')
    expect(() => resident.transposeMultiply(matrix(2, 1))).toThrow('factor: has 2 rows where the other factor needs 3')
    expect(problemOf(() => resident.multiply(matrix(3, 1)))).toMatchObject({
      ...{ code: 'wrong-shape', argument: 'factor' },
      details: { rows: 3, inner: 2 },
    })
  })
})

describe('multiplyFast and multiplyTransposeFast', () => {
  it('give the bytes of the plain products and the memory back', () => {
    const mark = kernels.mark()
    for (const [p, r, q] of [
      [1, 1, 1],
      [1, 7, 3],
      [65, 130, 129],
      [40, 3, 300],
    ]) {
      const a = randomMatrix(p, r, 1)
      const b = randomMatrix(r, q, 2)
      const c = randomMatrix(q, r, 3)
      expect(multiplyFast(kernels, a, b)).toEqual(multiply(a, b))
      expect(multiplyTransposeFast(kernels, a, c)).toEqual(multiplyTranspose(a, c))
    }
    expect(kernels.mark()).toBe(mark)
  })

  it('refuse factors that do not fit', () => {
    const message = 'factor: the factors meet in 2 and 3 entries, give matching shapes'
    expect(() => multiplyFast(kernels, matrix(5, 2), matrix(3, 5))).toThrow(message)
    expect(() => multiplyTransposeFast(kernels, matrix(5, 2), matrix(5, 3))).toThrow(message)
    expect(problemOf(() => multiplyFast(kernels, matrix(5, 2), matrix(3, 5)))).toMatchObject({
      ...{ code: 'wrong-shape', argument: 'factor' },
      details: { left: 2, right: 3 },
    })
  })
})
