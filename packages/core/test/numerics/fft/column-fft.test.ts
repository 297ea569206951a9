import { beforeAll, describe, expect, it } from 'vitest'
import { realFft } from '../../../src/numerics/fft/real-fft.ts'
import { type Matrix, matrix, transpose } from '../../../src/numerics/linalg/matrix.ts'
import { rootOfUnity } from '../../../src/numerics/math/root-of-unity.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { randomMatrix } from '../random-matrix.ts'
import { ExactDft, exact } from './exact-dft.ts'
import { restoreColumns, transformColumns } from './transform-columns.ts'

const EPSILON = 2 ** -52
const small = Array.from({ length: 64 }, (_, i) => i + 1)
/** Directly, by halves, odd, Bluestein of even and of odd lengths. */
const varied = [1, 2, 3, 8, 15, 30, 34, 49, 64, 77, 101, 166, 202, 225, 544, 1000]

let kernels: Kernels
beforeAll(async () => {
  kernels = await Kernels.load()
})

const isSmooth = (n: number) => {
  for (const prime of [2, 3, 5, 7]) while (n % prime === 0) n /= prime
  return n === 1
}

const distance = (a: Float64Array, b: Float64Array) => Math.sqrt(a.reduce((sum, x, i) => sum + (x - b[i]) ** 2, 0))
const norm = (a: Float64Array) => Math.sqrt(a.reduce((sum, x) => sum + x * x, 0))

type Pair = { real: Matrix; imaginary: Matrix }
const relative = (a: Pair, b: Pair) =>
  (distance(a.real.data, b.real.data) + distance(a.imaginary.data, b.imaginary.data)) /
  Math.max(norm(b.real.data) + norm(b.imaginary.data), 1e-300)

const combine = (a: Matrix, b: Matrix, rule: (x: number, y: number) => number) =>
  matrix(
    a.rows,
    a.columns,
    a.data.map((x, i) => rule(x, b.data[i])),
  )

describe('ColumnFft', () => {
  it.each([...small, 100, 101, 499, 512, 544, 1000, 1763, 2003, 2985, 3526, 4485, 6773, 11673, 30000, 30011, 65536])(
    'has a relative L2 error of at most ε√log₂N (3ε√log₂N with prime factors above 7) for N = %i, against 128-bit arithmetic',
    (n) => {
      const x = randomMatrix(n, 3, new Random(n))
      const { real, imaginary } = transformColumns(kernels, x)
      const dft = new ExactDft(n)
      const column = Array.from({ length: n }, (_, j) => exact(x.data[j * 3 + 1]))
      const frequencies = real.rows
      const step = n <= 544 ? 1 : Math.floor(frequencies / (n > 20000 ? 8 : 24))
      let error = 0
      let size = 0
      for (let f = 0; f < frequencies; f += step) {
        const [re, reLow, im, imLow] = dft.at(column, f)
        error += (real.data[f * 3 + 1] - re - reLow) ** 2 + (imaginary.data[f * 3 + 1] - im - imLow) ** 2
        size += re * re + im * im
      }
      expect(Math.sqrt(error / size)).toBeLessThanOrEqual((isSmooth(n) ? 1 : 3) * EPSILON * Math.sqrt(Math.log2(n)))
    },
  )

  it.each([...small, 202, 544, 1000])('agrees with the plain reference for N = %i', (n) => {
    const x = randomMatrix(n, 5, new Random(n))
    const reference = realFft(transpose(x))
    const expected = { real: transpose(reference.real), imaginary: transpose(reference.imaginary) }
    expect(relative(transformColumns(kernels, x), expected)).toBeLessThan(EPSILON * n)
  })

  it.each([...small, 101, 499, 544, 1000, 1763, 2003, 2985, 3526, 6773, 11673, 30000, 30011])(
    'gives back what it transformed, within 2e-15·√log₂N, for N = %i',
    (n) => {
      const x = randomMatrix(n, 3, new Random(n))
      const back = restoreColumns(kernels, transformColumns(kernels, x), n)
      expect(distance(back.data, x.data)).toBeLessThanOrEqual(2e-15 * Math.sqrt(Math.log2(n)) * norm(x.data))
    },
  )

  it('is real at frequency 0 and at half the length, exactly', () => {
    for (const n of varied) {
      const { imaginary } = transformColumns(kernels, randomMatrix(n, 3, new Random(n)))
      expect(Math.abs(imaginary.data[0])).toBe(0)
      if (n % 2 === 0) expect(Math.abs(imaginary.data[(n / 2) * 3])).toBe(0)
    }
  })

  it('is linear, within 1e-13 in 20 rounds', () => {
    const random = new Random(11)
    for (let round = 0; round < 20; round++) {
      const n = varied[round % varied.length]
      const x = randomMatrix(n, 3, random)
      const y = randomMatrix(n, 3, random)
      const [a, b] = [random.uniform() - 0.5, random.uniform() - 0.5]
      const whole = transformColumns(
        kernels,
        combine(x, y, (s, t) => a * s + b * t),
      )
      const [fx, fy] = [transformColumns(kernels, x), transformColumns(kernels, y)]
      const parts = {
        real: combine(fx.real, fy.real, (s, t) => a * s + b * t),
        imaginary: combine(fx.imaginary, fy.imaginary, (s, t) => a * s + b * t),
      }
      expect(relative(whole, parts)).toBeLessThan(1e-13)
    }
  })

  it('turns an impulse into a turning phase and a constant into an impulse, within 1e-13 in 20 rounds', () => {
    const random = new Random(12)
    for (let round = 0; round < 20; round++) {
      const n = varied[round % varied.length]
      const place = random.below(n)
      const impulse = matrix(n, 2)
      impulse.data[2 * place] = 1
      for (let j = 0; j < n; j++) impulse.data[2 * j + 1] = 0.75
      const result = transformColumns(kernels, impulse)
      const expected = { real: matrix(result.real.rows, 2), imaginary: matrix(result.real.rows, 2) }
      for (let f = 0; f < result.real.rows; f++) {
        const { cosine, sine } = rootOfUnity((f * place) % n, n)
        expected.real.data[2 * f] = cosine
        expected.imaginary.data[2 * f] = -sine
      }
      expected.real.data[1] = 0.75 * n
      expect(relative(result, expected)).toBeLessThan(1e-13)
    }
  })

  it('answers a shift in time by a phase, within 1e-13 in 20 rounds', () => {
    const random = new Random(13)
    for (let round = 0; round < 20; round++) {
      const n = varied[round % varied.length]
      const shift = random.below(n)
      const x = randomMatrix(n, 2, random)
      const later = matrix(n, 2)
      for (let j = 0; j < n; j++) for (let c = 0; c < 2; c++) later.data[((j + shift) % n) * 2 + c] = x.data[j * 2 + c]
      const plain = transformColumns(kernels, x)
      const expected = { real: matrix(plain.real.rows, 2), imaginary: matrix(plain.real.rows, 2) }
      plain.real.data.forEach((re, i) => {
        const im = plain.imaginary.data[i]
        const { cosine, sine } = rootOfUnity(((i >> 1) * shift) % n, n)
        expected.real.data[i] = re * cosine + im * sine
        expected.imaginary.data[i] = im * cosine - re * sine
      })
      expect(relative(transformColumns(kernels, later), expected)).toBeLessThan(1e-13)
    }
  })

  it('answers a product with a cosine by the mean of two shifts in frequency, within 1e-13 in 20 rounds', () => {
    const random = new Random(14)
    for (let round = 0; round < 20; round++) {
      const n = varied[round % varied.length]
      const shift = random.below(n)
      const x = randomMatrix(n, 1, random)
      const product = matrix(
        n,
        1,
        x.data.map((value, j) => value * rootOfUnity((j * shift) % n, n).cosine),
      )
      const plain = transformColumns(kernels, x)
      const at = (f: number) => {
        const place = ((f % n) + n) % n
        return place < plain.real.rows
          ? [plain.real.data[place], plain.imaginary.data[place]]
          : [plain.real.data[n - place], -plain.imaginary.data[n - place]]
      }
      const expected = { real: matrix(plain.real.rows, 1), imaginary: matrix(plain.real.rows, 1) }
      for (let f = 0; f < plain.real.rows; f++) {
        const [low, high] = [at(f - shift), at(f + shift)]
        expected.real.data[f] = (low[0] + high[0]) / 2
        expected.imaginary.data[f] = (low[1] + high[1]) / 2
      }
      expect(relative(transformColumns(kernels, product), expected)).toBeLessThan(1e-13)
    }
  })

  it('gives a column the same bytes whatever stands beside it, also next to one 1e200 times as large', () => {
    for (const n of [...varied, 30000]) {
      const wide = randomMatrix(n, 9, new Random(n))
      for (let j = 0; j < n; j++) wide.data[j * 9 + 4] *= 1e200
      const together = transformColumns(kernels, wide)
      for (const column of [0, 5, 8]) {
        const alone = transformColumns(
          kernels,
          matrix(
            n,
            1,
            Float64Array.from({ length: n }, (_, j) => wide.data[j * 9 + column]),
          ),
        )
        expect(alone.real.data.every((value, f) => value === together.real.data[f * 9 + column])).toBe(true)
        expect(alone.imaginary.data.every((value, f) => value === together.imaginary.data[f * 9 + column])).toBe(true)
      }
    }
  })
})
