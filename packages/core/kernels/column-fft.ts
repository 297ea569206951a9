// The whole transform of some columns of a real matrix in one call; see fft.ts for its stages and real-fft.ts for the ways in and out.
import { multiplyComplex, multiplyConjugate, radix2, radix3, radix4, radix5, radixOdd } from './fft'
import { gatherEven, gatherOdd, joinEven, joinOdd, scatterEven, scatterOdd, spreadEven, spreadOdd } from './real-fft'

/** Bytes of fast memory that a transform and its work space should fit in. */
const CACHE: usize = 1048576

// A plan is whole numbers of four bytes, made by src/fft/column-fft.ts: samples, complex numbers a sequence, numbers in a buffer, twiddles of the real transform,
// chirp (0 where the transform is direct), its filter, its inputs and outputs, number of stages, then five a stage: radix, count, stride, twiddles, roots.
const SAMPLES: usize = 0
const COUNT: usize = 4
const SIZE: usize = 8
const TWIDDLES: usize = 12
const CHIRP: usize = 16
const FILTER: usize = 20
const INPUTS: usize = 24
const OUTPUTS: usize = 28
const STAGES: usize = 32
const FIRST_STAGE: usize = 36

/**
 * Transforms `pairs` (at most 4) pairs of columns from `rows` on, in place, forward or backward. `scratch` holds 4 KiB for the stages of odd radix and 8·size·pairs doubles.
 */
export function transformColumns(plan: usize, rows: usize, rowBytes: usize, pairs: i32, backward: bool, scratch: usize): void {
  const samples = load<i32>(plan, SAMPLES)
  const count = load<i32>(plan, COUNT)
  const bytes = <usize>load<i32>(plan, SIZE) << 5
  const twiddles = <usize>load<u32>(plan, TWIDDLES)
  const chirped = load<u32>(plan, CHIRP) != 0
  const even = (samples & 1) == 0
  const data = scratch + 4096
  const work = data + <usize>pairs * bytes
  // Side by side if all fit in fast memory, else one after the other.
  const together = <usize>(2 * pairs) * bytes <= CACHE
  const elementStep: usize = together ? 32 * <usize>pairs : 32
  const pairStep: usize = together ? 32 : bytes
  const scale = 1.0 / <f64>count

  if (backward) {
    if (even) joinEven(rows, rowBytes, count, pairs, twiddles, scale, data, elementStep, pairStep)
    else joinOdd(rows, rowBytes, (samples + 1) >> 1, chirped ? 0 : samples, pairs, scale, data, elementStep, pairStep)
  } else if (even) gatherEven(rows, rowBytes, count, pairs, data, elementStep, pairStep)
  else gatherOdd(rows, rowBytes, count, pairs, data, elementStep, pairStep)

  let result = data
  if (together) result = transform(plan, data, work, pairs, backward, scratch)
  else
    for (let p = pairs - 1; p >= 0; p--)
      result = transform(plan, data + <usize>p * bytes, work + <usize>p * bytes, 1, backward, scratch)

  if (!backward) {
    if (even) spreadEven(result, elementStep, pairStep, twiddles, count, pairs, rows, rowBytes)
    else spreadOdd(result, elementStep, pairStep, (samples + 1) >> 1, pairs, rows, rowBytes)
  } else if (even) scatterEven(result, elementStep, pairStep, count, pairs, rows, rowBytes)
  else scatterOdd(result, elementStep, pairStep, count, pairs, rows, rowBytes)
}

/** The complex transform of interleaved pairs at `data`; gives the address of the buffer with the result. */
function transform(plan: usize, data: usize, work: usize, pairs: i32, backward: bool, scratch: usize): usize {
  const chirp = <usize>load<u32>(plan, CHIRP)
  if (chirp == 0) return transformPairs(plan, data, work, pairs, scratch)
  const size = load<i32>(plan, SIZE)
  const inputs = backward ? load<i32>(plan, OUTPUTS) : load<i32>(plan, INPUTS)
  const outputs = backward ? load<i32>(plan, INPUTS) : load<i32>(plan, OUTPUTS)
  multiplyComplex(data, chirp, inputs, pairs)
  memory.fill(data + (<usize>(inputs * pairs) << 5), 0, <usize>((size - inputs) * pairs) << 5)
  const spectrum = transformPairs(plan, data, work, pairs, scratch)
  // The filter of the way back is the mirror image, so that its table is read backwards.
  multiplyConjugate(spectrum, <usize>load<u32>(plan, FILTER), size, pairs, backward ? -16 : 16)
  const result = transformPairs(plan, spectrum, spectrum == data ? work : data, pairs, scratch)
  multiplyConjugate(result, chirp, outputs, pairs, 16)
  return result
}

/** The stages of a plan on interleaved pairs at `data`; both buffers are overwritten, the address of the one with the result is given. `scratch` as above, without buffers. */
export function transformPairs(plan: usize, data: usize, work: usize, pairs: i32, scratch: usize): usize {
  let from = data
  let to = work
  let stage = plan + FIRST_STAGE
  for (let left = load<i32>(plan, STAGES); left > 0; left--) {
    const radix = load<i32>(stage)
    const count = load<i32>(stage, 4)
    const stride = load<i32>(stage, 8) * pairs
    const table = <usize>load<u32>(stage, 12)
    if (radix == 4) radix4(from, to, table, count, stride)
    else if (radix == 2) radix2(from, to, table, count, stride)
    else if (radix == 3) radix3(from, to, table, count, stride)
    else if (radix == 5) radix5(from, to, table, count, stride)
    else radixOdd(from, to, table, count, stride, radix, <usize>load<u32>(stage, 16), scratch)
    const next = to
    to = from
    from = next
    stage += 20
  }
  return from
}
