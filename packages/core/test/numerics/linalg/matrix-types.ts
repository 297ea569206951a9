import { identity, type Matrix, matrix, multiply, multiplyTranspose } from '../../../src/numerics/linalg/matrix.ts'
import { qr } from '../../../src/numerics/linalg/qr.ts'
import type { Random } from '../../../src/numerics/random/random.ts'

/** A kind of test matrix after LAPACK's test suite; `spectrum` is the set of singular values (or eigenvalues) it was built with, descending. */
export interface MatrixType {
  name: string
  make(rows: number, columns: number, random: Random): { a: Matrix; spectrum?: number[] }
}

/** Shapes of the accuracy tests; the tall ones are a view's features by latent dimension. */
export const shapes: [number, number][] = [
  [1, 1],
  [1, 7],
  [7, 1],
  [2, 2],
  [3, 3],
  [5, 2],
  [2, 5],
  [10, 6],
  [30, 40],
  [40, 30],
  [60, 60],
  [102, 5],
  [102, 102],
  [3183, 5],
]

const epsilon = Number.EPSILON
const scales: [string, number][] = [
  ['', 1],
  [' × √overflow', Math.sqrt(Number.MAX_VALUE)],
  [' × √underflow', Math.sqrt(2 ** -1022)],
]
const spectra: [string, (i: number, n: number) => number][] = [
  ['evenly spaced', (i, n) => 1 - (i / Math.max(1, n - 1)) * (1 - epsilon)],
  ['geometrically spaced', (i, n) => epsilon ** (i / Math.max(1, n - 1))],
  ['clustered at ε', (i) => (i === 0 ? 1 : epsilon)],
  ['clustered at 1', (i, n) => (i < n - 1 ? 1 : epsilon)],
]

/** Uniform entries in [−1, 1). */
export function randomMatrix(rows: number, columns: number, random: Random): Matrix {
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => 2 * random.uniform() - 1),
  )
}

/** Random orthonormal columns. */
export function randomOrthonormal(rows: number, columns: number, random: Random): Matrix {
  return qr(randomMatrix(rows, columns, random)).q
}

export function scaled(a: Matrix, factor: number): Matrix {
  return matrix(
    a.rows,
    a.columns,
    a.data.map((value) => value * factor),
  )
}

/** left · diag(spectrum) · rightᵀ. */
export function withSpectrum(left: Matrix, spectrum: number[], right: Matrix): Matrix {
  const weighted = matrix(
    left.rows,
    left.columns,
    left.data.map((value, i) => value * spectrum[i % left.columns]),
  )
  return multiplyTranspose(weighted, right)
}

const onEveryScale = (name: string, make: MatrixType['make']): MatrixType[] =>
  scales.map(([label, factor]) => ({
    name: name + label,
    make: (rows, columns, random) => {
      const { a, spectrum } = make(rows, columns, random)
      return { a: scaled(a, factor), spectrum: spectrum?.map((value) => value * factor) }
    },
  }))

const special: MatrixType[] = [
  { name: 'zero', make: (m, n) => ({ a: matrix(m, n), spectrum: new Array(Math.min(m, n)).fill(0) }) },
  { name: 'identity', make: (m, n) => ({ a: identity(m, n), spectrum: new Array(Math.min(m, n)).fill(1) }) },
  { name: 'rank 1', make: (m, n, random) => ({ a: multiply(randomMatrix(m, 1, random), randomMatrix(1, n, random)) }) },
  {
    name: 'equal columns',
    make: (m, n, random) => {
      const column = randomMatrix(m, 1, random)
      return {
        a: matrix(
          m,
          n,
          Float64Array.from({ length: m * n }, (_, i) => column.data[Math.floor(i / n)]),
        ),
      }
    },
  },
  {
    name: 'every other column zero',
    make: (m, n, random) => {
      const a = randomMatrix(m, n, random)
      for (let i = 0; i < a.data.length; i++) if ((i % n) % 2 === 0) a.data[i] = 0
      return { a }
    },
  },
  {
    name: 'columns from 1e-300 to 1',
    make: (m, n, random) => {
      const a = randomMatrix(m, n, random)
      for (let i = 0; i < a.data.length; i++) a.data[i] *= 10 ** (-300 * ((i % n) / n))
      return { a }
    },
  },
  {
    name: 'bidiagonal with logarithmic entries',
    make: (m, n, random) => {
      const a = matrix(m, n)
      for (let i = 0; i < Math.min(m, n); i++) {
        a.data[i * n + i] = epsilon ** (2 * random.uniform())
        if (i + 1 < n) a.data[i * n + i + 1] = epsilon ** (2 * random.uniform())
      }
      return { a }
    },
  },
  { name: 'near overflow', make: (m, n, random) => ({ a: scaled(randomMatrix(m, n, random), 2 ** 1010) }) },
]

/** The types for general matrices. */
export const matrixTypes: MatrixType[] = [
  ...special,
  ...onEveryScale('random', (m, n, random) => ({ a: randomMatrix(m, n, random) })),
  ...spectra.flatMap(([name, value]) =>
    onEveryScale(name, (m, n, random) => {
      const short = Math.min(m, n)
      const spectrum = Array.from({ length: short }, (_, i) => value(i, short))
      const left = randomOrthonormal(m, short, random)
      return { a: withSpectrum(left, spectrum, randomOrthonormal(n, short, random)), spectrum }
    }),
  ),
]

const symmetrised = (a: Matrix): Matrix => {
  const n = a.rows
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) a.data[j * n + i] = a.data[i * n + j]
  return a
}

/** The types for symmetric matrices (columns is ignored): the general ones made symmetric, and spectra of both signs, degenerate and coupled. */
export const symmetricTypes: MatrixType[] = [
  ...special.map(({ name, make }) => ({
    name,
    make: (n: number, _: number, random: Random) => ({ a: symmetrised(make(n, n, random).a) }),
  })),
  ...onEveryScale('random', (n, _, random) => ({ a: symmetrised(randomMatrix(n, n, random)) })),
  ...(
    [
      ...spectra,
      ['both signs', (i, n) => 1 - (2 * i) / Math.max(1, n - 1)],
      ['five values, each many times', (i, n) => 2 - Math.floor((5 * i) / n)],
    ] as typeof spectra
  ).flatMap(([name, value]) =>
    onEveryScale(name, (n, _, random) => {
      const spectrum = Array.from({ length: n }, (_, i) => value(i, n))
      const basis = randomOrthonormal(n, n, random)
      return { a: symmetrised(withSpectrum(basis, spectrum, basis)), spectrum }
    }),
  ),
  {
    name: 'Wilkinson W⁺ (pairs equal to rounding)',
    make: (n) => {
      const a = matrix(n, n)
      for (let i = 0; i < n; i++) {
        a.data[i * n + i] = Math.abs(i - (n - 1) / 2)
        if (i + 1 < n) a.data[i * n + i + 1] = a.data[(i + 1) * n + i] = 1
      }
      return { a }
    },
  },
]
