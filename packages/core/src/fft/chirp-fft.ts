import type { Block, Kernels } from '../kernels/kernels.ts'
import { rootOfUnity } from '../math/root-of-unity.ts'
import { cachedTable } from './cached-table.ts'
import { ComplexFft } from './complex-fft.ts'
import { nextSmooth } from './smooth-length.ts'

/**
 * The complex transform of any length by Bluestein's convolution: jf = (j² + f² − (f−j)²)/2 makes it a product with the chirp
 * c(j) = e^(−πi·j²/length), a convolution with conj c by a smooth transform, and a product with c. Takes the first `inputs` numbers (the
 * others are zero) and gives the first `outputs`; backward the two change places.
 */
export class ChirpFft {
  readonly size: number
  private readonly kernels: Kernels
  private readonly inner: ComplexFft
  private readonly chirp: Block
  private readonly filter: Block
  private readonly inputs: number
  private readonly outputs: number

  constructor(kernels: Kernels, length: number, inputs: number, outputs: number) {
    this.kernels = kernels
    this.inputs = inputs
    this.outputs = outputs
    this.size = nextSmooth(inputs + outputs - 1)
    this.inner = new ComplexFft(kernels, this.size)
    const chirp = cachedTable(kernels, `chirp ${length}`, () => chirpTable(length))
    this.chirp = kernels.copyIn(chirp)
    const filter = cachedTable(kernels, `filter ${length} ${inputs} ${outputs}`, () => this.makeFilter(chirp))
    this.filter = kernels.copyIn(filter)
  }

  /** As ComplexFft.run; `buffers` is the memory that holds both buffers. */
  run(data: number, work: number, pairs: number, backward: boolean, buffers: Block): number {
    const call = this.kernels.call
    const inputs = backward ? this.outputs : this.inputs
    const outputs = backward ? this.inputs : this.outputs
    call.multiplyComplex(data, this.chirp.pointer, inputs, pairs)
    const start = (data - buffers.pointer) / 8
    buffers.f64.fill(0, start + inputs * pairs * 4, start + this.size * pairs * 4)
    const spectrum = this.inner.run(data, work, pairs)
    // The filter of the way back is the mirror image, so that its table is read backwards.
    call.multiplyConjugate(spectrum, this.filter.pointer, this.size, pairs, backward ? -16 : 16)
    const result = this.inner.run(spectrum, spectrum === data ? work : data, pairs)
    call.multiplyConjugate(result, this.chirp.pointer, outputs, pairs, 16)
    return result
  }

  /** conj of the transform of conj c(t), −inputs < t < outputs, divided by its length for the inverse transform. */
  private makeFilter(chirp: Float64Array): Float64Array {
    const mark = this.kernels.mark()
    const data = this.kernels.allocate(4 * this.size)
    const work = this.kernels.allocate(4 * this.size)
    data.f64.fill(0)
    for (let t = 1 - this.inputs; t < this.outputs; t++) {
      const place = 4 * (t < 0 ? t + this.size : t)
      data.f64[place] = chirp[2 * Math.abs(t)]
      data.f64[place + 2] = -chirp[2 * Math.abs(t) + 1]
    }
    const spectrum = this.inner.run(data.pointer, work.pointer, 1) === data.pointer ? data.f64 : work.f64
    const result = new Float64Array(2 * this.size)
    for (let f = 0; f < this.size; f++) {
      result[2 * f] = spectrum[4 * f] / this.size
      result[2 * f + 1] = -spectrum[4 * f + 2] / this.size
    }
    this.kernels.release(mark)
    return result
  }
}

/** e^(−πi·j²/length) for j < length; j² is reduced as a whole number. */
function chirpTable(length: number): Float64Array {
  const result = new Float64Array(2 * length)
  for (let j = 0; j < length; j++) {
    const { cosine, sine } = rootOfUnity((j * j) % (2 * length), 2 * length)
    result[2 * j] = cosine
    result[2 * j + 1] = -sine
  }
  return result
}
