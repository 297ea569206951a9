import { describe, expect, it } from 'vitest'
import { polarFast } from '../../../src/numerics/linalg/kernel-factors.ts'
import { identity, matrix, multiply, transpose } from '../../../src/numerics/linalg/matrix.ts'
import { polar } from '../../../src/numerics/linalg/polar.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { randomMatrix } from '../random-matrix.ts'

const kernels = await Kernels.load()
const random = new Random(3)
const noise = (rows: number, columns: number) => randomMatrix(rows, columns, random)

describe('polarFast', () => {
  it.each([
    [1, 1],
    [7, 3],
    [200, 6],
    [201, 5],
    [5, 5],
    [4, 9],
    [60, 31],
    [33, 33],
  ])('agrees with polar to some digits of rounding for %d×%d, and gives the memory back', (rows, columns) => {
    const a = noise(rows, columns)
    const mark = kernels.mark()
    const [fast] = polarFast(kernels, [a], [identity(rows, columns)])
    const plain = polar(a)
    fast.data.forEach((value, i) => {
      expect(Math.abs(value - plain.data[i])).toBeLessThan(1e-12)
    })
    expect(kernels.mark()).toBe(mark)
  })

  it('loses digits only by the condition of the matrix, and leaves bad conditions and missing ranks to polar', () => {
    const left = polar(noise(50, 5))
    const right = transpose(polar(noise(5, 5)))
    const spread = (smallest: number) => {
      const values = [1, 0.5, 0.1, 0.01, smallest]
      const scaled = matrix(
        50,
        5,
        left.data.map((value, i) => value * values[i % 5]),
      )
      return multiply(scaled, right)
    }
    const previous = polar(noise(50, 5))
    const far = (smallest: number) => {
      const a = spread(smallest)
      const [fast] = polarFast(kernels, [a], [previous])
      const plain = polar(a, previous)
      return Math.max(...fast.data.map((value, i) => Math.abs(value - plain.data[i])))
    }
    expect(far(1e-3)).toBeLessThan(1e-12)
    expect(far(1e-4)).toBeLessThan(1e-11)
    expect(far(1e-9)).toBe(0)
    expect(far(0)).toBe(0)
  })

  it('loses digits of a square matrix only by its condition, too, as far as polar tells its rank', () => {
    const [left, right] = [polar(noise(7, 7)), transpose(polar(noise(7, 7)))]
    const far = (smallest: number) => {
      const values = [1, 0.5, 0.1, 1e-2, 1e-3, 1e-4, smallest]
      const a = multiply(
        matrix(
          7,
          7,
          left.data.map((value, i) => value * values[i % 7]),
        ),
        right,
      )
      const [fast] = polarFast(kernels, [a], [identity(7, 7)])
      const plain = polar(a)
      const turned = multiply(transpose(fast), fast)
      expect(Math.max(...turned.data.map((value, i) => Math.abs(value - identity(7, 7).data[i])))).toBeLessThan(1e-14)
      return Math.max(...fast.data.map((value, i) => Math.abs(value - plain.data[i])))
    }
    for (const smallest of [1e-5, 1e-7, 1e-9, 1e-11]) expect(far(smallest) * smallest).toBeLessThan(1e-15)
    for (const smallest of [1e-14, 0]) expect(far(smallest)).toBe(0)
  })

  it('takes several matrices at once, zeros and entries that are not finite among them', () => {
    const a = noise(9, 4)
    const previous = polar(noise(9, 4))
    const broken = matrix(9, 4, new Float64Array(36).fill(Number.NaN))
    const [first, second, third] = polarFast(kernels, [a, matrix(9, 4), broken], [previous, previous, previous])
    expect(first).toEqual(polarFast(kernels, [a], [previous])[0])
    expect(second).toEqual(previous)
    expect(third.data.every(Number.isNaN)).toBe(true)
  })
})
