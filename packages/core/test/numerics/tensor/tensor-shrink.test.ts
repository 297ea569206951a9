import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { ColumnFft } from '../../../src/numerics/fft/column-fft.ts'
import { realFft } from '../../../src/numerics/fft/real-fft.ts'
import { fromRows, type Matrix, matrix, transpose } from '../../../src/numerics/linalg/matrix.ts'
import { svd } from '../../../src/numerics/linalg/svd.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { tensorShrinkReference } from '../../../src/numerics/tensor/tensor-shrink-reference.ts'
import { spectrumScratch, TensorShrinker, tensorShrink } from '../../../src/numerics/tensor/tensor-shrinker.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'

const EPSILON = 2 ** -52

interface Case {
  'tensor (view,latent,sample)': number[][][]
  tau: number
  shrunk: number[][][]
}
const stored = JSON.parse(readFileSync(new URL('../../fixtures/dstl-trace.json', import.meta.url), 'utf8')) as {
  tensorShrink: Case[]
}

let kernels: Kernels
beforeAll(async () => {
  kernels = await Kernels.load()
})

/** Views of noise around a common mean, which makes the slice of frequency 0 large. */
function tensor(random: Random, n: number, k: number, m: number, mean = 0.2): Matrix[] {
  return Array.from({ length: m }, () =>
    matrix(
      n,
      k,
      Float64Array.from({ length: n * k }, () => random.uniform() - 0.5 + mean),
    ),
  )
}

const largest = (slices: Matrix[]) =>
  Math.max(...slices.map(({ data }) => data.reduce((m, x) => Math.max(m, Math.abs(x)), 0)))
const difference = (a: Matrix[], b: Matrix[]) =>
  largest(a.map((slice, v) => ({ ...slice, data: slice.data.map((x, i) => x - b[v].data[i]) })))
const inner = (a: Matrix[], b: Matrix[]) =>
  a.reduce((sum, slice, v) => sum + slice.data.reduce((part, x, i) => part + x * b[v].data[i], 0), 0)

/** The singular values of every frequency slice 0 … ⌊n/2⌋, each twice. */
function singularValues(slices: Matrix[]): Float64Array[] {
  const spectra = slices.map((slice) => realFft(transpose(slice)))
  const k = slices[0].columns
  const m = slices.length
  return Array.from({ length: Math.floor(slices[0].rows / 2) + 1 }, (_, f) => {
    const real = matrix(2 * k, 2 * m)
    spectra.forEach((spectrum, v) => {
      for (let l = 0; l < k; l++) {
        const re = spectrum.real.data[l * spectrum.real.columns + f]
        const im = spectrum.imaginary.data[l * spectrum.real.columns + f]
        real.data.set([re], l * 2 * m + v)
        real.data.set([-im], l * 2 * m + m + v)
        real.data.set([im], (k + l) * 2 * m + v)
        real.data.set([re], (k + l) * 2 * m + m + v)
      }
    })
    return svd(real).s
  })
}

const normOf = (slices: Matrix[]) => {
  const n = slices[0].rows
  return singularValues(slices).reduce((sum, s, f) => {
    const half = s.reduce((a, b) => a + b, 0) / 2
    return sum + (f === 0 || 2 * f === n ? half : 2 * half) / n
  }, 0)
}

function shrinkWithNorm(slices: Matrix[], tau: number): { matrices: Matrix[]; nuclearNorm: number } {
  const mark = kernels.mark()
  const { rows, columns } = slices[0]
  const result = new TensorShrinker(kernels, rows, columns, slices.length).shrinkMatrices(slices, tau)
  kernels.release(mark)
  return result
}

/** samples, latent dimension, views, τ: even and odd n, primes, one view, more views than latent dimensions. */
const shapes: [number, number, number, number][] = [
  [1, 3, 2, 0.1],
  [2, 3, 2, 0.5],
  [3, 1, 1, 0.2],
  [10, 3, 2, 0.5],
  [11, 5, 3, 1],
  [30, 4, 1, 2],
  [17, 2, 5, 1],
  [24, 3, 8, 3],
  [45, 20, 6, 4],
  [38, 1, 4, 1],
  [26, 2, 20, 4],
  [101, 10, 3, 7],
]

describe('tensorShrink', () => {
  it.each(stored.tensorShrink.map((entry, i) => [i, entry] as const))(
    'gives the stored result of case %i within 1e-12',
    (_, { tau, shrunk, ...rest }) => {
      const slices = rest['tensor (view,latent,sample)'].map((view) => transpose(fromRows(view)))
      const expected = shrunk.map((view) => transpose(fromRows(view)))
      expect(difference(tensorShrink(kernels, slices, tau), expected)).toBeLessThan(1e-12 * largest(slices))
      expect(difference(tensorShrinkReference(slices, tau), expected)).toBeLessThan(1e-12 * largest(slices))
    },
  )

  it.each(shapes)('agrees with the plain reference for n = %i, k = %i, m = %i, τ = %d', (n, k, m, tau) => {
    const slices = tensor(new Random(n), n, k, m)
    expect(difference(tensorShrink(kernels, slices, tau), tensorShrinkReference(slices, tau))).toBeLessThan(
      4 * EPSILON * Math.sqrt(n * k * m),
    )
  })

  it('keeps small singular values right next to large ones', () => {
    const random = new Random(21)
    for (const [n, k, m] of [
      [40, 6, 4],
      [33, 5, 3],
      [16, 4, 2],
      [20, 2, 6],
    ]) {
      // Two nearly equal directions 1e-7 below the first: the square of their ratio is lost in one Gram matrix.
      const slices = tensor(random, n, k, m, 0).map((slice) => ({
        ...slice,
        data: slice.data.map((x) => 1e-7 * x + 1),
      }))
      for (const tau of [0, 1e-8, 5e-8, 3e-7]) {
        expect(difference(tensorShrink(kernels, slices, tau), tensorShrinkReference(slices, tau))).toBeLessThan(
          16 * EPSILON * Math.sqrt(k * m),
        )
      }
    }
  })

  it('agrees with the plain reference where singular values meet: equal views, views of zeros, orthogonal views', () => {
    const [a, b] = tensor(new Random(22), 12, 6, 2)
    const zero = matrix(12, 6)
    const impulses = [0, 1, 2, 3, 4].map((l) => {
      const slice = matrix(12, 6)
      slice.data[l] = 1
      return slice
    })
    for (const slices of [
      [a, a, a],
      [a, b, a, b, a],
      [zero, a, zero, zero, b],
      [a, zero],
      impulses,
      [...impulses, a, zero],
    ])
      for (const tau of [0, 0.3, 1.5])
        expect(difference(tensorShrink(kernels, slices, tau), tensorShrinkReference(slices, tau))).toBeLessThan(
          16 * EPSILON * Math.sqrt(12 * 6 * slices.length),
        )
  })

  it.each(shapes)(
    'meets the optimality conditions for n = %i, k = %i, m = %i, τ = %d: ⟨Q − H, H⟩ = τ‖H‖⊛ and no singular value of Q − H above τ',
    (n, k, m, tau) => {
      const slices = tensor(new Random(n + 1), n, k, m)
      const { matrices: shrunk, nuclearNorm: norm } = shrinkWithNorm(slices, tau)
      const rest = slices.map((slice, v) => ({ ...slice, data: slice.data.map((x, i) => x - shrunk[v].data[i]) }))
      const size = inner(slices, slices)
      expect(Math.abs(inner(rest, shrunk) - tau * norm)).toBeLessThan(1e-12 * size)
      for (const s of singularValues(rest)) expect(s[0]).toBeLessThan(tau * (1 + 1e-12))
    },
  )

  it.each(shapes)('returns the nuclear norm of what is left for n = %i, k = %i, m = %i, τ = %d', (n, k, m, tau) => {
    const slices = tensor(new Random(n + 2), n, k, m)
    const { matrices: shrunk, nuclearNorm: norm } = shrinkWithNorm(slices, tau)
    expect(Math.abs(norm - normOf(shrunk))).toBeLessThan(1e-12 * normOf(slices))
  })

  it('changes nothing but the last bits for τ = 0', () => {
    for (const [n, k, m] of shapes) {
      const slices = tensor(new Random(n), n, k, m)
      expect(difference(tensorShrink(kernels, slices, 0), slices)).toBeLessThan(4 * EPSILON * Math.sqrt(n * k * m))
    }
  })

  it('gives exact zeros for τ above every singular value', () => {
    for (const [n, k, m] of shapes) {
      const { matrices, nuclearNorm } = shrinkWithNorm(tensor(new Random(n), n, k, m), n * k * m)
      expect(largest(matrices)).toBe(0)
      expect(nuclearNorm).toBe(0)
    }
  })

  it('keeps what is not a number, and does not wait for it', () => {
    const slices = tensor(new Random(31), 12, 3, 4)
    slices[1].data[5] = Number.NaN
    expect(tensorShrink(kernels, slices, 1).some(({ data }) => data.some(Number.isNaN))).toBe(true)
  })

  it('gives zeros for zeros', () => {
    expect(largest(tensorShrink(kernels, [matrix(7, 3), matrix(7, 3)], 0))).toBe(0)
    expect(tensorShrink(kernels, [matrix(0, 3), matrix(0, 3)], 1)).toEqual([matrix(0, 3), matrix(0, 3)])
  })

  it('gives the same bytes when one shrinker is used again and again', () => {
    const slices = tensor(new Random(10), 45, 3, 3)
    const mark = kernels.mark()
    const shrinker = new TensorShrinker(kernels, 45, 3, 3)
    const first = shrinker.shrinkMatrices(slices, 1)
    shrinker.shrinkMatrices(tensor(new Random(11), 45, 3, 3), 0)
    expect(shrinker.shrinkMatrices(slices, 1)).toEqual(first)
    kernels.release(mark)
  })

  it.each([1, 2, 3, 6, 9])('gives a frequency the same bytes whatever is shrunk with it, for %i views', (m) => {
    const [n, k] = [46, 4]
    const slices = tensor(new Random(30 + m), n, k, m)
    // Some views equal and some zero, so that some slices have entries that vanish and others do not.
    if (m > 2) for (let i = 0; i < n * k; i++) slices[1].data[i] = i % 7 === 0 ? 0 : slices[0].data[i]
    for (const tau of [0.01, 1, 3]) {
      const spectra = [1, 5, 24].map((together) => {
        const mark = kernels.mark()
        const shrinker = new TensorShrinker(kernels, n, k, m)
        slices.forEach(({ data }, v) => {
          for (let i = 0; i < n; i++)
            for (let l = 0; l < k; l++) shrinker.block.f64[i * shrinker.stride + v * k + l] = data[i * k + l]
        })
        new ColumnFft(kernels, n, k * m).forward(shrinker.block)
        const work = kernels.allocate(spectrumScratch(m, k)).pointer
        const { pointer } = shrinker.block
        for (let f = 0; f <= n / 2; f += together) {
          const last = Math.min(f + together - 1, n / 2)
          kernels.call.shrinkSpectrum(pointer, shrinker.stride * 8, n, k, m, tau, f, last, work)
        }
        const result = shrinker.block.f64.slice()
        kernels.release(mark)
        return result
      })
      expect(spectra[1]).toEqual(spectra[0])
      expect(spectra[2]).toEqual(spectra[0])
    }
  })

  it('gives the same bytes twice, in another instance too, and leaves its input and the memory alone', async () => {
    const slices = tensor(new Random(9), 202, 7, 3)
    const copies = slices.map(({ data }) => data.slice())
    const mark = kernels.mark()
    const first = tensorShrink(kernels, slices, 2)
    expect(kernels.mark()).toBe(mark)
    expect(tensorShrink(kernels, slices, 2)).toEqual(first)
    expect(tensorShrink(await Kernels.load(), slices, 2)).toEqual(first)
    expect(slices.map(({ data }) => data)).toEqual(copies)
  })

  it('refuses slices of different shapes, no slices and a negative threshold', () => {
    expect(() => tensorShrink(kernels, [], 1)).toThrow('slices: there is no slice')
    expect(() => tensorShrink(kernels, [matrix(3, 2), matrix(4, 2)], 1)).toThrow('slice 1 is 4×2 but slice 0 is 3×2')
    expect(() => tensorShrink(kernels, [matrix(3, 2)], -1)).toThrow('tau: the threshold is negative')
    expect(() => tensorShrinkReference([matrix(3, 2)], Number.NaN)).toThrow('tau: the threshold is negative')
  })
})
