import type { Block, KernelCall, Kernels } from '../../runtime/kernels/kernels.ts'
import { rootOfUnity } from '../math/root-of-unity.ts'
import { cachedTable } from './cached-table.ts'
import { chirpTable, raderTable } from './prime-tables.ts'
import { firstRadix, primitiveRoot, radices } from './smooth-length.ts'
import { roots, STAGE_SCRATCH, smoothStages, turnTable, writePlan } from './smooth-plan.ts'

/** Pairs of columns transformed at once: eight doubles, a cache line. */
const GROUP = 4

/**
 * Computes the real Fourier transform of every column of a matrix in WebAssembly memory, in place, for any number of samples (rows), on all threads.
 * The block needs two spare rows and an even stride: frequency f ≤ ⌊samples/2⌋ takes row 2f (real) and row 2f + 1 (imaginary), unnormalised.
 * Even lengths go through a complex transform of half the length, odd ones leave out the mirror images behind a first stage (kernels/odd-fft.ts), large prime factors go through a
 * convolution. A column gets the same bytes whatever stands beside it.
 * Tables live on the stack of `kernels`. O(samples·columns·log samples).
 */
export class ColumnFft {
  /** Doubles from row to row: columns rounded up to an even number. */
  readonly stride: number
  /** Doubles of a block: (samples + 2)·stride. */
  readonly blockLength: number
  private readonly kernels: Kernels
  private readonly plan: Block
  /** Doubles of scratch space per thread. */
  private readonly scratch: number

  constructor(kernels: Kernels, samples: number, columns: number) {
    this.kernels = kernels
    this.stride = columns + (columns % 2)
    this.blockLength = (samples + 2) * this.stride
    const radix = samples % 2 === 0 ? 0 : firstRadix(samples)
    const count = samples / (radix || 2)
    const halfRadix = Math.ceil(radix / 2)
    const make = radix === 0 ? () => halfTurn(samples) : () => turnTable(samples, radix, halfRadix)
    const twiddles = kernels.copyIn(cachedTable(kernels, `real ${samples}`, make)).pointer
    const circle = kernels.copyIn(roots(radix)).pointer
    // A real sequence of odd length needs only half of the frequencies.
    const { plan, scratch, halved } = stagePlan(kernels, count, radix === 1 ? (samples + 1) / 2 : count)
    this.plan = kernels.allocate(4)
    this.plan.i32.set([samples, count, twiddles, radix, circle, halved ? 1 : 0, scratch, plan.pointer])
    this.scratch = scratch / 8 + 8 * count * Math.max(halfRadix, 1) * Math.min(GROUP, this.stride / 2)
  }

  /** Turns columns into spectra, in place. */
  forward(block: Block): void {
    this.transform(block, false)
  }

  /** Turns spectra into columns, in place, with the factor 1/samples. */
  inverse(block: Block): void {
    this.transform(block, true)
  }

  private transform(block: Block, backward: boolean): void {
    const pairs = this.stride / 2
    const groups = Math.ceil(pairs / GROUP)
    const calls = Array.from({ length: groups }, (_, g): KernelCall<'transformColumns'> => {
      const first = Math.floor((g * pairs) / groups)
      const end = Math.floor(((g + 1) * pairs) / groups)
      return [this.plan.pointer, block.pointer + first * 16, this.stride * 8, end - first, backward ? 1 : 0]
    })
    this.kernels.share('transformColumns', calls, this.scratch)
  }
}

/** Lists e^(−2πi·f/samples) for f ≤ samples/4. */
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

/** A transform in WebAssembly memory, for kernels/fourier-stages.ts. */
interface StagePlan {
  plan: Block
  /** Bytes of scratch space beside the buffers. */
  scratch: number
  /** True if the whole transform is a chirp that gives only the first `outputs` numbers. */
  halved: boolean
}

/**
 * Plans the stages of the complex transform of `length` numbers: small radices first, then the cofactor by Rader's convolution where it is a prime p and p − 1 has small factors, else by
 * Bluestein's. If only the first `outputs` numbers are wanted, the latter may leave out the others. O(length).
 */
function stagePlan(kernels: Kernels, length: number, outputs = length): StagePlan {
  const { stages, cofactor } = smoothStages(kernels, length)
  if (cofactor === 1) return { plan: writePlan(kernels, stages), scratch: STAGE_SCRATCH, halved: false }
  // Below 2²⁶ products modulo the prime are exact.
  const root = cofactor < 67108864 && radices(cofactor - 1).cofactor === 1 ? primitiveRoot(cofactor) : undefined
  const halved = root === undefined && cofactor === length
  const { table, bytes } =
    root === undefined
      ? chirpTable(kernels, cofactor, halved ? outputs : cofactor)
      : raderTable(kernels, cofactor, root)
  stages.push([root === undefined ? 2 : 1, cofactor, 1, length / cofactor, 0, table.pointer])
  return { plan: writePlan(kernels, stages), scratch: STAGE_SCRATCH + bytes, halved: halved && outputs < length }
}
