import { inverseRealFft, realFft } from '../fft/real-fft.ts'
import { type Matrix, matrix, multiply, transpose } from '../linalg/matrix.ts'
import { svd } from '../linalg/svd.ts'
import { checkSlices } from './tensor-shrinker.ts'

/**
 * Computes `tensorShrink` as the formula reads: transform along the samples, soft threshold of the singular values of every
 * frequency slice, inverse transform. O(n²·m·k).
 */
export function tensorShrinkReference(slices: readonly Matrix[], tau: number): Matrix[] {
  const { rows: n, columns: k } = checkSlices(slices, tau)
  const m = slices.length
  const spectra = slices.map((slice) => realFft(transpose(slice)))
  for (let f = 0; f <= n / 2 && k > 0; f++) {
    // A complex k×m slice R + iI behaves as the real 2k×2m matrix [R −I; I R], with every singular value twice.
    const real = matrix(2 * k, 2 * m)
    spectra.forEach(({ real: R, imaginary: I }, v) => {
      for (let l = 0; l < k; l++) {
        const [re, im] = [R.data[l * R.columns + f], I.data[l * I.columns + f]]
        real.data[l * 2 * m + v] = re
        real.data[l * 2 * m + m + v] = -im
        real.data[(k + l) * 2 * m + v] = im
        real.data[(k + l) * 2 * m + m + v] = re
      }
    })
    const shrunk = shrinkSingularValues(real, tau)
    spectra.forEach(({ real: R, imaginary: I }, v) => {
      for (let l = 0; l < k; l++) {
        R.data[l * R.columns + f] = shrunk.data[l * 2 * m + v]
        I.data[l * I.columns + f] = shrunk.data[(k + l) * 2 * m + v]
      }
    })
  }
  return spectra.map((spectrum) => transpose(inverseRealFft(spectrum, n)))
}

/** Lowers the singular values of a matrix: U·diag((s − τ)₊)·Vᵀ. */
function shrinkSingularValues(a: Matrix, tau: number): Matrix {
  const { u, s, v } = svd(a)
  const scaled = matrix(u.rows, u.columns)
  for (let i = 0; i < u.rows; i++)
    for (let j = 0; j < u.columns; j++)
      scaled.data[i * u.columns + j] = u.data[i * u.columns + j] * Math.max(s[j] - tau, 0)
  return multiply(scaled, transpose(v))
}
