import type { Matrix, Progress } from '@manyview/core'
import { ColumnFft, matrix } from '@manyview/core/numerics'
import type { Block, Kernels } from '@manyview/core/runtime'
import { filterFromGram, type ShrinkRule } from './tubal-shrink-reference.ts'

/**
 * Shrinks the singular values of a tensor along an index, in place: slices (one a×b matrix a view) are transformed along their rows (or columns), each
 * frequency gives a matrix (other index × views) whose singular values go through `shrink`, and the result is transformed back. The transform is not
 * normalised, so a threshold applies to frequencies as they are. It holds about `room` numbers (default 2²³, 64 MiB): only V×V products a frequency are
 * gathered over all columns, and where the columns do not all fit, their spectra wait in the slices. Yields several times per part of a view.
 * O(V·a·b·log a + V²·a·b). Source: the tensor SVD of Kilmer and Martin, 2011.
 */
export function* tubalShrinkInto(
  kernels: Kernels,
  slices: readonly Matrix[],
  shrink: ShrinkRule,
  axis: 'row' | 'column' = 'row',
  room = 8388608,
): Generator<Progress, void> {
  const { rows, columns } = slices[0]
  const [length, others] = axis === 'row' ? [rows, columns] : [columns, rows]
  const fitting = Math.max(Math.floor(room / (slices.length * (length + 2))), 2)
  const parts = Math.ceil(others / fitting)
  const width = Math.ceil(others / parts)
  const mark = kernels.mark()
  const fft = new ColumnFft(kernels, length, width)
  const blocks = slices.map(() => kernels.allocate(fft.blockLength))
  const places = blocks.map((block, v) => ({ slice: slices[v], axis, width, block, stride: fft.stride }))
  const filters = new SpectrumFilters(slices.length, Math.floor(length / 2) + 1, fft.stride)
  for (let part = 0; part < parts; part++) {
    for (const place of places) {
      copyIn(place, part * width, false)
      yield { stage: 'spectra', iteration: part + 1, total: parts }
      fft.forward(place.block)
      yield { stage: 'spectra', iteration: part + 1, total: parts }
      if (parts > 1) copyOut(place, part * width, true)
      yield { stage: 'spectra', iteration: part + 1, total: parts }
    }
    for (let u = 0; u < slices.length; u++)
      for (let v = u; v < slices.length; v++) {
        filters.gather(blocks, u, v)
        yield { stage: 'spectra', iteration: part + 1, total: parts }
      }
  }
  filters.design(shrink)
  for (let part = 0; part < parts; part++) {
    const progress = { stage: 'shrinking', iteration: part + 1, total: parts }
    if (parts > 1)
      for (const place of places) {
        copyIn(place, part * width, true)
        yield progress
      }
    yield* filters.applyTo(blocks, progress)
    for (const place of places) {
      fft.inverse(place.block)
      yield progress
      copyOut(place, part * width, false)
      yield progress
    }
  }
  kernels.release(mark)
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

  /** Adds the products of the spectra in the blocks of views u and v ≥ u. */
  gather(blocks: readonly Block[], u: number, v: number): void {
    const { views, stride } = this
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

  /** Spectrum of view v ← Σ_u spectrum of view u · filter(u, v). Yields every 256 frequencies. */
  *applyTo(blocks: readonly Block[], progress: Progress): Generator<Progress, void> {
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
      if (f % 256 === 255) yield progress
    }
  }
}

/** Where the sequences of a slice are worked on: `width` of them as the columns of a block. */
interface Place {
  slice: Matrix
  axis: 'row' | 'column'
  width: number
  block: Block
  stride: number
}

/** Sequences `first` … of the slice, or the spectra that wait there, into the block; zeros after the last. */
function copyIn({ slice, axis, width, block, stride }: Place, first: number, spectra: boolean): void {
  const { rows, columns, data } = slice
  const { f64 } = block
  f64.fill(0)
  if (axis === 'row') {
    const end = Math.min(first + width, columns)
    for (let i = 0; i < rows; i++)
      f64.set(data.subarray(i * columns + first, i * columns + end), blockRow(i, spectra) * stride)
  } else {
    const end = Math.min(first + width, rows)
    for (let i = first; i < end; i++)
      for (let j = 0; j < columns; j++) f64[blockRow(j, spectra) * stride + i - first] = data[i * columns + j]
  }
}

/** The way back. */
function copyOut({ slice, axis, width, block, stride }: Place, first: number, spectra: boolean): void {
  const { rows, columns, data } = slice
  const { f64 } = block
  if (axis === 'row') {
    const count = Math.min(width, columns - first)
    for (let i = 0; i < rows; i++) {
      const begin = blockRow(i, spectra) * stride
      data.set(f64.subarray(begin, begin + count), i * columns + first)
    }
  } else {
    const end = Math.min(first + width, rows)
    for (let i = first; i < end; i++)
      for (let j = 0; j < columns; j++) data[i * columns + j] = f64[blockRow(j, spectra) * stride + i - first]
  }
}

/** A spectrum of real numbers has as many numbers as they were: its second row, and for an even length its last, are zeros and not kept. */
function blockRow(i: number, spectra: boolean): number {
  return spectra && i > 0 ? i + 1 : i
}
