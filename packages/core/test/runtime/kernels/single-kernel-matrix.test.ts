import type { Matrix } from '@manyview/core'
import { expect, it } from 'vitest'
import { matrix, multiply, transposeMultiply } from '../../../src/numerics/linalg/matrix.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import type { Block } from '../../../src/runtime/kernels/kernels.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { SingleResidentMatrix } from '../../../src/runtime/kernels/single-kernel-matrix.ts'
import { randomMatrix } from '../../numerics/random-matrix.ts'

const kernels = await Kernels.load()
const random = new Random(4)
const noise = (rows: number, columns: number) => randomMatrix(rows, columns, random)
const sizes = ({ rows, columns, data }: Matrix) => matrix(rows, columns, data.map(Math.abs))

it.each([
  [1, 1, 2],
  [5, 7, 4],
  [130, 249, 6],
  [257, 124, 18],
  [40, 301, 10],
])(
  'products in single precision of %d×%d with %d columns lose no more than rounding to 24 bits does',
  (rows, columns, width) => {
    const x = noise(rows, columns)
    const w = noise(columns, width)
    const g = noise(rows, width)
    const mark = kernels.mark()
    const resident = new SingleResidentMatrix(kernels, x)
    const check = (out: Block, exact: Matrix, bound: Matrix) => {
      exact.data.forEach((value, i) => {
        expect(Math.abs(out.f64[i] - value)).toBeLessThanOrEqual(130 * 2 ** -24 * bound.data[i])
      })
    }
    const product = resident.allocateResult(width)
    resident.multiplyPanels(product, kernels.copyIn(w.data), width)
    check(product, multiply(x, w), multiply(sizes(x), sizes(w)))
    const begin = rows > 8 ? 8 : 0
    const last = resident.allocateResult(width)
    resident.multiplyPanels(last, kernels.copyIn(w.data), width, begin)
    expect(last.f64.slice(0, (rows - begin) * width)).toEqual(product.f64.slice(begin * width, rows * width))
    expect(resident.entries).toBe(rows * columns)
    const turned = resident.allocateTransposeResult(width)
    resident.transposeMultiplyPanels(turned, kernels.copyIn(g.data), width)
    check(turned, transposeMultiply(x, g), transposeMultiply(sizes(x), sizes(g)))
    kernels.release(mark)
  },
)
