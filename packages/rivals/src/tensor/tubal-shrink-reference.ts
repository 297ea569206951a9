import type { Matrix } from '@manyview/core'
import {
  hermitianEigen,
  inverseRealFft,
  matrix,
  multiply,
  realFft,
  type Spectrum,
  transpose,
  transposeMultiply,
} from '@manyview/core/numerics'
import { weightedSum } from '../linalg/weighted-sum.ts'

/** What becomes of a singular value; `rank` 0 is the largest of its slice. */
export type ShrinkRule = (value: number, rank: number) => number

/**
 * Plain `tubalShrinkInto`, as the definition reads: discrete Fourier transform along the axis, for every frequency the singular values of the slice
 * (other index × views) shrunk, transform back. O(a²·b·V).
 */
export function tubalShrinkReference(
  slices: readonly Matrix[],
  shrink: ShrinkRule,
  axis: 'row' | 'column' = 'row',
): Matrix[] {
  if (axis === 'row') return tubalShrinkReference(slices.map(transpose), shrink, 'column').map(transpose)
  const spectra = slices.map(realFft)
  const shrunk = spectra.map(({ real }) => ({
    real: matrix(real.rows, real.columns),
    imaginary: matrix(real.rows, real.columns),
  }))
  for (let frequency = 0; frequency < spectra[0].real.columns; frequency++) {
    const slice = {
      real: sideBySide(
        spectra.map(({ real }) => real),
        frequency,
      ),
      imaginary: sideBySide(
        spectra.map(({ imaginary }) => imaginary),
        frequency,
      ),
    }
    const filter = filterFromGram(...gram(slice), shrink)
    // (A + iB)·(C + iD)
    const parts = {
      real: weightedSum([multiply(slice.real, filter.real), multiply(slice.imaginary, filter.imaginary)], [1, -1]),
      imaginary: weightedSum([multiply(slice.real, filter.imaginary), multiply(slice.imaginary, filter.real)]),
    }
    shrunk.forEach((spectrum, v) => {
      for (const part of ['real', 'imaginary'] as const) {
        const { rows, columns, data } = spectrum[part]
        for (let i = 0; i < rows; i++) data[i * columns + frequency] = parts[part].data[i * slices.length + v]
      }
    })
  }
  return shrunk.map((spectrum) => inverseRealFft(spectrum, slices[0].columns))
}

/** Column `index` of every matrix, next to each other. */
function sideBySide(matrices: readonly Matrix[], index: number): Matrix {
  const result = matrix(matrices[0].rows, matrices.length)
  matrices.forEach(({ rows, columns, data }, v) => {
    for (let i = 0; i < rows; i++) result.data[i * matrices.length + v] = data[i * columns + index]
  })
  return result
}

/** SᴴS of a complex matrix, real and imaginary part. */
function gram({ real, imaginary }: Spectrum): [Matrix, Matrix] {
  return [
    weightedSum([transposeMultiply(real, real), transposeMultiply(imaginary, imaginary)]),
    weightedSum([transposeMultiply(real, imaginary), transposeMultiply(imaginary, real)], [1, -1]),
  ]
}

/**
 * The V×V matrix that a slice S (b×V) is multiplied with from the right to shrink its singular values: Q·diag(shrunk/value)·Qᴴ, where SᴴS = Q·diag(value²)·Qᴴ.
 */
export function filterFromGram(
  real: Matrix,
  imaginary: Matrix,
  shrink: ShrinkRule,
): { real: Matrix; imaginary: Matrix } {
  const views = real.rows
  const eigen = hermitianEigen(real, imaginary)
  const filter = { real: matrix(views, views), imaginary: matrix(views, views) }
  for (let l = 0; l < views; l++) {
    const value = Math.sqrt(Math.max(eigen.values[l], 0))
    const factor = value > 0 ? shrink(value, l) / value : 0
    if (factor === 0) continue
    for (let u = 0; u < views; u++)
      for (let v = 0; v < views; v++) {
        const [ar, ai] = [eigen.real.data[u * views + l], eigen.imaginary.data[u * views + l]]
        const [br, bi] = [eigen.real.data[v * views + l], eigen.imaginary.data[v * views + l]]
        filter.real.data[u * views + v] += factor * (ar * br + ai * bi)
        filter.imaginary.data[u * views + v] += factor * (ai * br - ar * bi)
      }
  }
  return filter
}
