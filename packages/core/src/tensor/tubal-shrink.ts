import { ColumnFft } from '../fft/column-fft.ts'
import type { Block, Kernels } from '../kernels/kernels.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { filterFromGram, type ShrinkRule } from './tubal-shrink-reference.ts'

/**
 * Shrinks the singular values of a tensor along an index: slices (one a×b matrix a view) are transformed along their rows (or columns), each frequency
 * gives a matrix (other index × views) whose singular values go through `shrink`, and the result is transformed back. The transform is not normalised, so
 * a threshold applies to frequencies as they are. Beside its result it holds about `room` numbers (default 2²³, 64 MiB): only V×V products a
 * frequency are gathered over all columns, and where the columns do not all fit they are transformed a second time. O(V·a·b·log a + V²·a·b).
 * Source: the tensor SVD of Kilmer and Martin, 2011.
 */
export function tubalShrink(
  kernels: Kernels,
  slices: readonly Matrix[],
  shrink: ShrinkRule,
  axis: 'row' | 'column' = 'row',
  room = 8388608,
): Matrix[] {
  const { rows, columns } = slices[0]
  const [length, others] = axis === 'row' ? [rows, columns] : [columns, rows]
  const results = slices.map(() => matrix(rows, columns))
  const fitting = Math.max(Math.floor(room / (slices.length * (length + 2))), 2)
  const parts = Math.ceil(others / fitting)
  const width = Math.ceil(others / parts)
  const mark = kernels.mark()
  const fft = new ColumnFft(kernels, length, width)
  const blocks = slices.map(() => kernels.allocate(fft.blockLength))
  const load = (part: number) => {
    slices.forEach((slice, v) => {
      copyIn(slice, axis, part * width, width, blocks[v].f64, fft.stride)
      fft.forward(blocks[v])
    })
  }
  const filters = new SpectrumFilters(slices.length, Math.floor(length / 2) + 1, fft.stride)
  for (let part = 0; part < parts; part++) {
    load(part)
    filters.gather(blocks)
  }
  filters.design(shrink)
  for (let part = 0; part < parts; part++) {
    if (parts > 1) load(part)
    filters.applyTo(blocks)
    results.forEach((result, v) => {
      fft.inverse(blocks[v])
      copyOut(blocks[v].f64, fft.stride, result, axis, part * width, width)
    })
  }
  kernels.release(mark)
  return results
}

/** For every frequency the Gram matrix (V×V, Hermitian) of its slice, and then the matrix that shrinks the slice. */
class SpectrumFilters {
  private readonly views: number
  private readonly frequencies: number
  private readonly stride: number
  private readonly real: Float64Array<ArrayBuffer>
  private readonly imaginary: Float64Array<ArrayBuffer>

  constructor(views: number, frequencies: number, stride: number) {
    this.views = views
    this.frequencies = frequencies
    this.stride = stride
    this.real = new Float64Array(frequencies * views * views)
    this.imaginary = new Float64Array(frequencies * views * views)
  }

  /** Adds the products of the spectra in the blocks. */
  gather(blocks: readonly Block[]): void {
    const { views, stride } = this
    for (let u = 0; u < views; u++)
      for (let v = u; v < views; v++) {
        const [a, b] = [blocks[u].f64, blocks[v].f64]
        for (let f = 0; f < this.frequencies; f++) {
          let [real, imaginary] = [0, 0]
          const begin = 2 * f * stride
          for (let p = begin; p < begin + stride; p++) {
            const q = p + stride
            real += a[p] * b[p] + a[q] * b[q]
            imaginary += a[p] * b[q] - a[q] * b[p]
          }
          this.real[(f * views + u) * views + v] += real
          this.imaginary[(f * views + u) * views + v] += imaginary
        }
      }
  }

  /** Gram matrices to filters. */
  design(shrink: ShrinkRule): void {
    const { views } = this
    const size = views * views
    for (let f = 0; f < this.frequencies; f++) {
      const real = this.real.subarray(f * size, (f + 1) * size)
      const imaginary = this.imaginary.subarray(f * size, (f + 1) * size)
      const filter = filterFromGram(matrix(views, views, real), matrix(views, views, imaginary), shrink)
      real.set(filter.real.data)
      imaginary.set(filter.imaginary.data)
    }
  }

  /** Spectrum of view v ← Σ_u spectrum of view u · filter(u, v). */
  applyTo(blocks: readonly Block[]): void {
    const { views, stride } = this
    const spectra = blocks.map((block) => block.f64)
    const [real, imaginary] = [new Float64Array(views * stride), new Float64Array(views * stride)]
    for (let f = 0; f < this.frequencies; f++) {
      const begin = 2 * f * stride
      real.fill(0)
      imaginary.fill(0)
      for (let u = 0; u < views; u++)
        for (let v = 0; v < views; v++) {
          const fr = this.real[(f * views + u) * views + v]
          const fi = this.imaginary[(f * views + u) * views + v]
          if (fr === 0 && fi === 0) continue
          const from = spectra[u]
          for (let p = begin, q = begin + stride, to = v * stride; p < begin + stride; p++, q++, to++) {
            real[to] += from[p] * fr - from[q] * fi
            imaginary[to] += from[p] * fi + from[q] * fr
          }
        }
      for (let v = 0; v < views; v++) {
        spectra[v].set(real.subarray(v * stride, (v + 1) * stride), begin)
        spectra[v].set(imaginary.subarray(v * stride, (v + 1) * stride), begin + stride)
      }
    }
  }
}

/** Sequences `first` … of the slice as the columns of a block, zeros after the last. */
function copyIn(
  slice: Matrix,
  axis: 'row' | 'column',
  first: number,
  width: number,
  block: Float64Array,
  stride: number,
): void {
  const { rows, columns, data } = slice
  block.fill(0)
  if (axis === 'row') {
    const end = Math.min(first + width, columns)
    for (let i = 0; i < rows; i++) block.set(data.subarray(i * columns + first, i * columns + end), i * stride)
  } else {
    const end = Math.min(first + width, rows)
    for (let i = first; i < end; i++)
      for (let j = 0; j < columns; j++) block[j * stride + i - first] = data[i * columns + j]
  }
}

function copyOut(
  block: Float64Array,
  stride: number,
  slice: Matrix,
  axis: 'row' | 'column',
  first: number,
  width: number,
): void {
  const { rows, columns, data } = slice
  if (axis === 'row') {
    const count = Math.min(width, columns - first)
    for (let i = 0; i < rows; i++) data.set(block.subarray(i * stride, i * stride + count), i * columns + first)
  } else {
    const end = Math.min(first + width, rows)
    for (let i = first; i < end; i++)
      for (let j = 0; j < columns; j++) data[i * columns + j] = block[j * stride + i - first]
  }
}
