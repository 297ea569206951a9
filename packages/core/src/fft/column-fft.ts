import type { Block, Kernels } from '../kernels/kernels.ts'
import { rootOfUnity } from '../math/root-of-unity.ts'
import { cachedTable } from './cached-table.ts'
import { ChirpFft } from './chirp-fft.ts'
import { ComplexFft } from './complex-fft.ts'
import { radices } from './smooth-length.ts'

/** Pairs of columns moved at once: eight doubles, a cache line. */
const GROUP = 4
/** Bytes of fast memory that a transform and its work space should fit in. */
const CACHE = 1048576

/**
 * The real Fourier transform of every column of a matrix in WebAssembly memory, in place, for any number of samples (rows).
 * The block needs two spare rows and an even stride: frequency f ≤ ⌊samples/2⌋ takes row 2f (real) and row 2f + 1 (imaginary), unnormalised.
 * Even lengths go through a complex transform of half the length, lengths with large prime factors through Bluestein's convolution.
 * Tables and work space live on the stack of `kernels`. O(samples·columns·log samples).
 */
export class ColumnFft {
  /** Doubles from row to row: columns rounded up to an even number. */
  readonly stride: number
  /** Doubles of a block: (samples + 2)·stride. */
  readonly blockLength: number
  private readonly kernels: Kernels
  private readonly samples: number
  private readonly even: boolean
  /** Complex numbers a sequence. */
  private readonly count: number
  private readonly plain: ComplexFft | undefined
  private readonly chirp: ChirpFft | undefined
  private readonly size: number
  private readonly twiddles: Block
  private readonly buffers: Block

  constructor(kernels: Kernels, samples: number, columns: number) {
    this.kernels = kernels
    this.samples = samples
    this.stride = columns + (columns % 2)
    this.blockLength = (samples + 2) * this.stride
    this.even = samples % 2 === 0
    this.count = this.even ? samples / 2 : samples
    if (radices(this.count)) this.plain = new ComplexFft(kernels, this.count)
    // A real sequence of odd length needs only half of the frequencies.
    else this.chirp = new ChirpFft(kernels, this.count, this.count, this.even ? this.count : (samples + 1) / 2)
    this.size = (this.plain ?? this.chirp!).size
    this.twiddles = kernels.copyIn(this.even ? cachedTable(kernels, `real ${samples}`, () => halfTurn(samples)) : [])
    this.buffers = kernels.allocate(2 * 4 * this.size * Math.min(GROUP, this.stride / 2))
  }

  /** Columns to spectra. */
  forward(block: Block): void {
    const { call } = this.kernels
    const { count, samples, even, stride } = this
    this.eachGroup(block, false, (rows, pairs, work, elementStep, pairStep, transform) => {
      const gather = even ? call.gatherEven : call.gatherOdd
      gather(rows, stride * 8, count, pairs, work, elementStep, pairStep)
      const result = transform()
      if (even) call.spreadEven(result, elementStep, pairStep, this.twiddles.pointer, count, pairs, rows, stride * 8)
      else call.spreadOdd(result, elementStep, pairStep, (samples + 1) / 2, pairs, rows, stride * 8)
    })
  }

  /** Spectra to columns, with the factor 1/samples. */
  inverse(block: Block): void {
    const { call } = this.kernels
    const { count, samples, even, stride } = this
    this.eachGroup(block, true, (rows, pairs, work, elementStep, pairStep, transform) => {
      const scale = 1 / count
      if (even) call.joinEven(rows, stride * 8, count, pairs, this.twiddles.pointer, scale, work, elementStep, pairStep)
      else {
        const whole = this.plain ? samples : 0
        call.joinOdd(rows, stride * 8, (samples + 1) / 2, whole, pairs, scale, work, elementStep, pairStep)
      }
      const result = transform()
      const scatter = even ? call.scatterEven : call.scatterOdd
      scatter(result, elementStep, pairStep, count, pairs, rows, stride * 8)
    })
  }

  private eachGroup(
    block: Block,
    backward: boolean,
    move: (
      rows: number,
      pairs: number,
      work: number,
      elementStep: number,
      pairStep: number,
      transform: () => number,
    ) => void,
  ): void {
    const { buffers, size } = this
    for (let pair = 0; pair < this.stride / 2; pair += GROUP) {
      const pairs = Math.min(GROUP, this.stride / 2 - pair)
      const bytes = 32 * size
      const data = buffers.pointer
      const work = data + pairs * bytes
      // Side by side if all fit in fast memory, else one after the other.
      const together = 2 * pairs * bytes <= CACHE
      const transform = () => {
        let result = 0
        if (together) return this.transform(data, work, pairs, backward)
        for (let p = pairs - 1; p >= 0; p--) result = this.transform(data + p * bytes, work + p * bytes, 1, backward)
        return result
      }
      if (together) move(block.pointer + pair * 16, pairs, data, 32 * pairs, 32, transform)
      else move(block.pointer + pair * 16, pairs, data, 32, bytes, transform)
    }
  }

  private transform(data: number, work: number, pairs: number, backward: boolean): number {
    return this.plain ? this.plain.run(data, work, pairs) : this.chirp!.run(data, work, pairs, backward, this.buffers)
  }
}

/** e^(−2πi·f/samples) for f ≤ samples/4. */
function halfTurn(samples: number): Float64Array {
  const count = Math.floor(samples / 4) + 1
  const result = new Float64Array(2 * count)
  for (let f = 0; f < count; f++) {
    const { cosine, sine } = rootOfUnity(f, samples)
    result[2 * f] = cosine
    result[2 * f + 1] = -sine
  }
  return result
}
