import type { Block, Kernels } from '../kernels/kernels.ts'
import { rootOfUnity } from '../math/root-of-unity.ts'
import { cachedTable } from './cached-table.ts'
import { radices } from './smooth-length.ts'

/** Doubles of scratch space for the stages of odd radix. */
export const STAGE_SCRATCH = 512

/** What kernels/column-fft.ts has to know about a transform; addresses are of tables on the stack of the kernels. */
export interface PlanParts {
  samples: number
  /** Complex numbers a sequence. */
  count: number
  /** Complex numbers that a work buffer holds for each pair; its prime factors are small (see `radices`). */
  size: number
  /** Of the real transform; 0 if odd. */
  twiddles: number
  /** Bluestein's tables and how many numbers go in and come out; 0 for a direct transform. */
  chirp: number
  filter: number
  inputs: number
  outputs: number
}

/** A plan in WebAssembly memory for the mixed-radix transform (Stockham) of `size` complex numbers, with the tables of its stages. O(size). */
export function fourierPlan(kernels: Kernels, parts: PlanParts): Block {
  const { samples, count, size, twiddles, chirp, filter, inputs, outputs } = parts
  const order = radices(size) ?? []
  const stages: number[] = []
  let rest = size
  let stride = 1
  for (const radix of order) {
    const length = rest
    const table = cachedTable(kernels, `twiddles ${length} ${radix}`, () => stageTwiddles(length, radix))
    const turns = kernels.copyIn(table).pointer
    const circle = radix > 5 ? kernels.copyIn(roots(radix)).pointer : 0
    rest = length / radix
    stages.push(radix, rest, stride, turns, circle)
    stride *= radix
  }
  const numbers = [samples, count, size, twiddles, chirp, filter, inputs, outputs, order.length, ...stages]
  const plan = kernels.allocate(Math.ceil(numbers.length / 2))
  plan.i32.set(numbers)
  return plan
}

/** e^(−2πi·p·k/size) for p < size/radix and 0 < k < radix, k fastest. */
function stageTwiddles(size: number, radix: number): Float64Array {
  const result = new Float64Array((size / radix) * (radix - 1) * 2)
  let place = 0
  for (let p = 0; p < size / radix; p++)
    for (let k = 1; k < radix; k++) {
      const { cosine, sine } = rootOfUnity(p * k, size)
      result[place++] = cosine
      result[place++] = -sine
    }
  return result
}

/** cos and sin of 2πj/radix for j < radix. */
function roots(radix: number): Float64Array {
  const result = new Float64Array(2 * radix)
  for (let j = 0; j < radix; j++) {
    const { cosine, sine } = rootOfUnity(j, radix)
    result[2 * j] = cosine
    result[2 * j + 1] = sine
  }
  return result
}
