import { hermitianEigen } from '../linalg/hermitian-eigen.ts'
import { type Matrix, matrix, transpose } from '../linalg/matrix.ts'
import { rootOfUnity } from '../math/root-of-unity.ts'

/** What becomes of a singular value; `rank` 0 is the largest of its slice. */
export type ShrinkRule = (value: number, rank: number) => number

/**
 * Plain `tubalShrink`, as the definition reads: discrete Fourier transform along the axis, for every frequency the singular values of the slice
 * (other index × views) shrunk, transform back. O(a²·b·V).
 */
export function tubalShrinkReference(
  slices: readonly Matrix[],
  shrink: ShrinkRule,
  axis: 'row' | 'column' = 'row',
): Matrix[] {
  if (axis === 'column') return tubalShrinkReference(slices.map(transpose), shrink).map(transpose)
  const { rows: length, columns } = slices[0]
  const results = slices.map(() => matrix(length, columns))
  for (let frequency = 0; 2 * frequency <= length; frequency++) {
    const spectrum = slices.map((slice) => fourierRow(slice, frequency))
    const filter = shrinkFilter(spectrum, shrink)
    // Frequency and its conjugate, length − frequency, give twice the real part.
    const share = (frequency === 0 || 2 * frequency === length ? 1 : 2) / length
    results.forEach((result, v) => {
      for (let j = 0; j < columns; j++) {
        let [real, imaginary] = [0, 0]
        spectrum.forEach((part, u) => {
          const [fr, fi] = [filter.real.data[u * slices.length + v], filter.imaginary.data[u * slices.length + v]]
          real += part.real[j] * fr - part.imaginary[j] * fi
          imaginary += part.real[j] * fi + part.imaginary[j] * fr
        })
        for (let i = 0; i < length; i++) {
          const { cosine, sine } = rootOfUnity((frequency * i) % length, length)
          result.data[i * columns + j] += share * (real * cosine - imaginary * sine)
        }
      }
    })
  }
  return results
}

interface Spectrum {
  real: Float64Array
  imaginary: Float64Array
}

/** Σ_i row_i·e^(−2πi·frequency·i/rows). */
function fourierRow({ rows, columns, data }: Matrix, frequency: number): Spectrum {
  const [real, imaginary] = [new Float64Array(columns), new Float64Array(columns)]
  for (let i = 0; i < rows; i++) {
    const { cosine, sine } = rootOfUnity((frequency * i) % rows, rows)
    for (let j = 0; j < columns; j++) {
      real[j] += data[i * columns + j] * cosine
      imaginary[j] -= data[i * columns + j] * sine
    }
  }
  return { real, imaginary }
}

function shrinkFilter(spectrum: readonly Spectrum[], shrink: ShrinkRule): { real: Matrix; imaginary: Matrix } {
  const views = spectrum.length
  const [real, imaginary] = [matrix(views, views), matrix(views, views)]
  for (let u = 0; u < views; u++)
    for (let v = 0; v < views; v++)
      for (let j = 0; j < spectrum[u].real.length; j++) {
        const [ar, ai] = [spectrum[u].real[j], spectrum[u].imaginary[j]]
        const [br, bi] = [spectrum[v].real[j], spectrum[v].imaginary[j]]
        real.data[u * views + v] += ar * br + ai * bi
        imaginary.data[u * views + v] += ar * bi - ai * br
      }
  return filterFromGram(real, imaginary, shrink)
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
