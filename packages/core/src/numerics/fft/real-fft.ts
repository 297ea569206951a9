import { type Matrix, matrix } from '../linalg/matrix.ts'
import { rootOfUnity } from '../math/root-of-unity.ts'

/** The half spectra of real sequences, one per row: frequencies 0 … ⌊length/2⌋ as columns. */
export interface Spectrum {
  real: Matrix
  imaginary: Matrix
}

/**
 * Computes X(f) = Σ_j x(j)·e^(−2πi·jf/n) of every row (of n numbers), f = 0 … ⌊n/2⌋, straight from the formula: the reference of ColumnFft.
 * O(rows·n²).
 */
export function realFft(rows: Matrix): Spectrum {
  const n = rows.columns
  const frequencies = Math.floor(n / 2) + 1
  const real = matrix(rows.rows, frequencies)
  const imaginary = matrix(rows.rows, frequencies)
  const { cosines, sines } = circle(n)
  for (let i = 0; i < rows.rows; i++)
    for (let f = 0; f < frequencies; f++)
      for (let j = 0; j < n; j++) {
        const turn = (j * f) % n
        real.data[i * frequencies + f] += rows.data[i * n + j] * cosines[turn]
        imaginary.data[i * frequencies + f] -= rows.data[i * n + j] * sines[turn]
      }
  return { real, imaginary }
}

/**
 * Computes the real rows of length n from their half spectra, x(j) = 1/n·Σ_f X(f)·e^(2πi·jf/n) over all n frequencies, of which those above n/2
 * mirror those below. O(rows·n²).
 */
export function inverseRealFft(spectrum: Spectrum, n: number): Matrix {
  const { real, imaginary } = spectrum
  const result = matrix(real.rows, n)
  const { cosines, sines } = circle(n)
  for (let i = 0; i < real.rows; i++)
    for (let j = 0; j < n; j++) {
      let sum = 0
      for (let f = 0; f < real.columns; f++) {
        const turn = (j * f) % n
        const pair =
          real.data[i * real.columns + f] * cosines[turn] - imaginary.data[i * real.columns + f] * sines[turn]
        sum += f === 0 || 2 * f === n ? pair : 2 * pair
      }
      result.data[i * n + j] = sum / n
    }
  return result
}

function circle(n: number): { cosines: Float64Array; sines: Float64Array } {
  const cosines = new Float64Array(n)
  const sines = new Float64Array(n)
  for (let j = 0; j < n; j++) {
    const { cosine, sine } = rootOfUnity(j, n)
    cosines[j] = cosine
    sines[j] = sine
  }
  return { cosines, sines }
}
