import { expect, it } from 'vitest'
import { Kernels } from '../../src/kernels/kernels.ts'
import { GrowingBasis } from '../../src/linalg/growing-basis.ts'
import { multiply } from '../../src/linalg/matrix.ts'
import { symmetricEigen } from '../../src/linalg/symmetric-eigen.ts'
import { symmetricPart } from '../../src/linalg/symmetric-part.ts'
import { Random } from '../../src/random/random.ts'
import { randomMatrix } from './matrix-types.ts'

const kernels = await Kernels.load()

it('holds the same rows and projection with plain loops as with kernels, of any length', () => {
  for (const length of [8, 31]) {
    const a = symmetricPart(randomMatrix(length, length, new Random(1)))
    const block = randomMatrix(3, length, new Random(2))
    const [plain, fast] = [undefined, kernels].map((some) => {
      const basis = new GrowingBasis(some, length, 6)
      const first = basis.orthonormal(block, 0)
      basis.append(first)
      const rest = basis.project(multiply(first, a))
      basis.append(basis.orthonormal(rest, 1e-9))
      const projection = basis.projection()
      const { values, vectors } = symmetricEigen(projection)
      basis.rotate(vectors, 4, values)
      return [rest, projection, basis.rows()]
    })
    plain.forEach(({ data }, m) => {
      expect(data.some((value) => Math.abs(value) > 1e-3)).toBe(true)
      data.forEach((value, p) => {
        expect(Math.abs(value - fast[m].data[p])).toBeLessThan(1e-13 * length)
      })
    })
  }
})
