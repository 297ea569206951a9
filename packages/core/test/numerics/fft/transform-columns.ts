import { ColumnFft } from '../../../src/numerics/fft/column-fft.ts'
import { type Matrix, matrix } from '../../../src/numerics/linalg/matrix.ts'
import type { Kernels } from '../../../src/runtime/kernels/kernels.ts'

/** The spectra of the columns by ColumnFft: frequency f in row f of `real` and `imaginary`. */
export function transformColumns(kernels: Kernels, x: Matrix): { real: Matrix; imaginary: Matrix } {
  return onBlock(kernels, x.rows, x.columns, (fft, rows) => {
    rows(x.rows, (i, j, place, inside) => {
      inside[place] = x.data[i * x.columns + j]
    })
    fft()
    const frequencies = Math.floor(x.rows / 2) + 1
    const real = matrix(frequencies, x.columns)
    const imaginary = matrix(frequencies, x.columns)
    rows(2 * frequencies, (i, j, place, inside) => {
      const part = i % 2 === 0 ? real : imaginary
      part.data[(i >> 1) * x.columns + j] = inside[place]
    })
    return { real, imaginary }
  })
}

/** The columns with the given spectra. */
export function restoreColumns(
  kernels: Kernels,
  spectrum: { real: Matrix; imaginary: Matrix },
  samples: number,
): Matrix {
  const { real, imaginary } = spectrum
  return onBlock(kernels, samples, real.columns, (_, rows, inverse) => {
    rows(2 * real.rows, (i, j, place, inside) => {
      inside[place] = (i % 2 === 0 ? real : imaginary).data[(i >> 1) * real.columns + j]
    })
    inverse()
    const result = matrix(samples, real.columns)
    rows(samples, (i, j, place, inside) => {
      result.data[i * real.columns + j] = inside[place]
    })
    return result
  })
}

type EachEntry = (count: number, visit: (i: number, j: number, place: number, inside: Float64Array) => void) => void

function onBlock<Result>(
  kernels: Kernels,
  samples: number,
  columns: number,
  act: (forward: () => void, rows: EachEntry, inverse: () => void) => Result,
): Result {
  const mark = kernels.mark()
  const fft = new ColumnFft(kernels, samples, columns)
  const block = kernels.allocate(fft.blockLength)
  block.f64.fill(0)
  const rows: EachEntry = (count, visit) => {
    for (let i = 0; i < count; i++) for (let j = 0; j < columns; j++) visit(i, j, i * fft.stride + j, block.f64)
  }
  const result = act(
    () => fft.forward(block),
    rows,
    () => fft.inverse(block),
  )
  kernels.release(mark)
  return result
}
