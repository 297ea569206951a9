import type { Matrix } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { KernelFactors } from '../../../src/numerics/linalg/kernel-factors.ts'
import { identity, transpose } from '../../../src/numerics/linalg/matrix.ts'
import { polar } from '../../../src/numerics/linalg/polar.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { packFactorInto, paddedToFour, paddedToTwo } from '../../../src/runtime/kernels/pack-matrix.ts'
import { randomMatrix } from '../random-matrix.ts'

const kernels = await Kernels.load()
const random = new Random(5)
const noise = (rows: number, columns: number) => randomMatrix(rows, columns, random)

/** Writes A as a product would: columns of zeros up to an even number. */
function put(target: Float64Array, { rows, columns, data }: Matrix): void {
  const width = paddedToTwo(columns)
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) target[i * width + j] = data[i * columns + j]
}

describe('ResidentFactors', () => {
  it('follows polar(A, F) from the identity on, for tall, square and wide matrices and those without full rank', () => {
    const sizes = [7, 5, 3, 40, 11]
    const held = new KernelFactors(kernels, sizes, 5)
    let expected = sizes.map((rows) => identity(rows, 5))
    for (let step = 0; step < 3; step++) {
      const given = sizes.map((rows) => noise(rows, 5))
      // The last one loses two columns, and is zero at the first step.
      for (let i = 0; i < 11; i++) for (let j = 0; j < 5; j++) if (j > 2 || step === 0) given[4].data[i * 5 + j] = 0
      given.forEach((a, p) => {
        put(held.product(p).f64, a)
      })
      held.update()
      expected = given.map((a, p) => polar(a, expected[p]))
      held.readFactors().forEach(({ data }, p) => {
        data.forEach((value, i) => {
          expect(Math.abs(value - expected[p].data[i])).toBeLessThan(1e-11)
        })
        const inner = given[p].data.reduce((sum, value, i) => sum + value * data[i], 0)
        expect(held.inner(p)).toBeCloseTo(inner, 12)
      })
    }
  })

  it('lets the products be changed and factors be set', () => {
    const held = new KernelFactors(kernels, [6], 3)
    const [a, f] = [noise(6, 3), polar(noise(6, 3))]
    put(held.product(0).f64, a)
    held.changeProducts((entries) => {
      entries.forEach((value, i) => {
        entries[i] = 2 * value
      })
    })
    held.writeFactors([f])
    expect(held.readFactor(0)).toEqual(f)
    expect(held.inner(0)).toBeCloseTo(2 * a.data.reduce((sum, value, i) => sum + value * f.data[i], 0), 12)
  })
})

it.each([
  [9, 5],
  [8, 4],
  [3, 6],
  [7, 7],
])('packPanels packs %d×%d as packFactorInto does', (rows, columns) => {
  const a = noise(rows, columns)
  const width = paddedToTwo(columns)
  const from = kernels.allocate(rows * width)
  from.f64.fill(0)
  put(from.f64, a)
  const to = kernels.allocate(paddedToFour(rows) * width)
  const expected = new Float64Array(to.length)
  kernels.call.packPanels(from.pointer, rows, width, false, to.pointer, 0, width)
  packFactorInto(expected, a.data, rows, columns)
  expect(to.f64).toEqual(expected)
  if (rows !== columns) return
  kernels.call.packPanels(from.pointer, rows, width, true, to.pointer, 0, width)
  packFactorInto(expected, transpose(a).data, rows, columns)
  expect(to.f64).toEqual(expected)
})
