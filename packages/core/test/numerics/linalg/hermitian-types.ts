import type { HermitianEigen } from '../../../src/numerics/linalg/hermitian-eigen.ts'
import { type Matrix, matrix } from '../../../src/numerics/linalg/matrix.ts'
import { unitScale } from '../../../src/numerics/linalg/scale.ts'
import { symmetricEigen } from '../../../src/numerics/linalg/symmetric-eigen.ts'
import type { Random } from '../../../src/numerics/random/random.ts'
import { randomMatrix, scaled } from './matrix-types.ts'
import { frobenius, orthogonality, type Ratios } from './ratios.ts'

interface ComplexMatrix {
  real: Matrix
  imaginary: Matrix
}

/** As many views as a slice of the tensor may have, and more. */
export const hermitianSizes = [1, 2, 3, 4, 5, 6, 20]

/** QᴴQ of a random complex k×m matrix: what a frequency slice gives. Rank min(k, m). */
function gram(k: number, m: number, random: Random): ComplexMatrix {
  const x = randomMatrix(k, m, random)
  const y = randomMatrix(k, m, random)
  const real = matrix(m, m)
  const imaginary = matrix(m, m)
  for (let l = 0; l < k; l++)
    for (let i = 0; i < m; i++)
      for (let j = 0; j < m; j++) {
        const [a, b, c, d] = [x.data[l * m + i], y.data[l * m + i], x.data[l * m + j], y.data[l * m + j]]
        real.data[i * m + j] += a * c + b * d
        imaginary.data[i * m + j] += a * d - b * c
      }
  return { real, imaginary }
}

function indefinite(m: number, random: Random): ComplexMatrix {
  const real = randomMatrix(m, m, random)
  const imaginary = randomMatrix(m, m, random)
  for (let i = 0; i < m; i++)
    for (let j = 0; j <= i; j++) {
      real.data[i * m + j] = real.data[j * m + i]
      imaginary.data[i * m + j] = i === j ? 0 : -imaginary.data[j * m + i]
    }
  return { real, imaginary }
}

const times = ({ real, imaginary }: ComplexMatrix, factor: number): ComplexMatrix => ({
  real: scaled(real, factor),
  imaginary: scaled(imaginary, factor),
})

export const hermitianTypes: { name: string; make(m: number, random: Random): ComplexMatrix }[] = [
  { name: 'zero', make: (m) => ({ real: matrix(m, m), imaginary: matrix(m, m) }) },
  {
    name: 'identity',
    make: (m) => ({
      real: matrix(
        m,
        m,
        Float64Array.from({ length: m * m }, (_, i) => (i % (m + 1) ? 0 : 1)),
      ),
      imaginary: matrix(m, m),
    }),
  },
  { name: 'imaginary off the diagonal', make: (m, random) => ({ ...indefinite(m, random), real: matrix(m, m) }) },
  { name: 'random', make: indefinite },
  { name: 'random × √overflow', make: (m, random) => times(indefinite(m, random), 1e154) },
  { name: 'random × √underflow', make: (m, random) => times(indefinite(m, random), 1e-154) },
  { name: 'Gram matrix of 10 rows', make: (m, random) => gram(10, m, random) },
  { name: 'Gram matrix of 5 rows', make: (m, random) => gram(5, m, random) },
  { name: 'rank 1', make: (m, random) => gram(1, m, random) },
]

/** [R −I; I R]: the real symmetric matrix with the same eigenvalues, each twice. */
export function realForm({ real, imaginary }: ComplexMatrix): Matrix {
  const m = real.rows
  const result = matrix(2 * m, 2 * m)
  for (let i = 0; i < m; i++)
    for (let j = 0; j < m; j++) {
      const [x, y] = [real.data[i * m + j], imaginary.data[i * m + j]]
      result.data[i * 2 * m + j] = result.data[(i + m) * 2 * m + j + m] = x
      result.data[(i + m) * 2 * m + j] = y
      result.data[i * 2 * m + j + m] = -y
    }
  return result
}

/** Ratios of the complex problem through its real form; the values are compared with those of the real symmetric routine. */
export function hermitianRatios(real: Matrix, imaginary: Matrix, eigen: HermitianEigen): Ratios {
  const m = real.rows
  const form = realForm({ real, imaginary })
  const vectors = realForm(eigen)
  const scale = unitScale(form.data)
  const a = scaled(form, scale)
  const gap = matrix(2 * m, 2 * m)
  for (let i = 0; i < 2 * m; i++)
    for (let j = 0; j < 2 * m; j++) {
      let sum = -vectors.data[i * 2 * m + j] * eigen.values[j % m] * scale
      for (let l = 0; l < 2 * m; l++) sum += a.data[i * 2 * m + l] * vectors.data[l * 2 * m + j]
      gap.data[i * 2 * m + j] = sum
    }
  const size = frobenius(a) * 2 * m * Number.EPSILON
  const twice = symmetricEigen(form).values
  let worst = 0
  for (let i = 0; i < m; i++) worst = Math.max(worst, Math.abs(twice[2 * i] - eigen.values[i]) * scale)
  const ratio = (error: number) => (error === 0 ? 0 : error / size)
  return {
    residual: ratio(frobenius(gap)),
    orthogonality: orthogonality(vectors),
    values: ratio(worst),
    converged: eigen.converged,
  }
}
