// The whole transform of some columns of a real matrix in one call; see fourier-stages.ts for its stages, real-fft.ts and odd-fft.ts for the ways in and out.
import { transformPairs } from './fourier-stages'
import { joinOdd, mergeOdd, splitOdd, spreadOdd } from './odd-fft'
import { gatherEven, joinEven, scatterEven, spreadEven } from './real-fft'

/** Bytes of fast memory that a transform and its work space should fit in. */
const CACHE: usize = 1048576

// A plan is whole numbers of four bytes, made by src/numerics/fft/column-fft.ts: samples, complex numbers a transform, twiddles of the real transform, radix of the first stage (0: even length) and its
// roots, whether a chirp gives only half of the spectrum, bytes of scratch space before the buffers, plan of the stages.
const SAMPLES: usize = 0
const COUNT: usize = 4
const TWIDDLES: usize = 8
const RADIX: usize = 12
const ROOTS: usize = 16
const HALVED: usize = 20
const BEFORE: usize = 24
const STAGES: usize = 28

/**
 * Transforms `pairs` (at most 4) pairs of columns from `rows` on, in place, forward or backward. `scratch` holds BEFORE bytes for the stages and 8·pairs doubles a number of the transforms.
 */
export function transformColumns(plan: usize, rows: usize, rowBytes: usize, pairs: i32, backward: bool, scratch: usize): void {
  const samples = load<i32>(plan, SAMPLES)
  const count = load<i32>(plan, COUNT)
  const twiddles = <usize>load<u32>(plan, TWIDDLES)
  const radix = load<i32>(plan, RADIX)
  const roots = <usize>load<u32>(plan, ROOTS)
  const halved = load<i32>(plan, HALVED) !== 0
  const stages = <usize>load<u32>(plan, STAGES)
  const even = radix === 0
  const sequences = (radix + 1) >> 1 || 1
  const bytes = <usize>(count * sequences) << 5
  const data = scratch + <usize>load<i32>(plan, BEFORE)
  const work = data + <usize>pairs * bytes
  // Side by side if all fit in fast memory, else one after the other.
  const together = <usize>(2 * pairs) * bytes <= CACHE
  const elementStep: usize = together ? 32 * <usize>pairs : 32
  const pairStep: usize = together ? 32 : bytes

  if (backward) {
    if (even) joinEven(rows, rowBytes, count, pairs, twiddles, 1.0 / <f64>count, data, elementStep, pairStep)
    else joinOdd(rows, rowBytes, count, radix, halved, pairs, 1.0 / <f64>samples, data, elementStep, pairStep)
  } else if (even) gatherEven(rows, rowBytes, count, pairs, data, elementStep, pairStep)
  else splitOdd(rows, rowBytes, count, radix, pairs, twiddles, roots, data, elementStep, pairStep, scratch)

  let result = data
  if (together) result = transformPairs(stages, data, work, pairs * sequences, backward, scratch)
  else
    for (let p = pairs - 1; p >= 0; p--)
      result = transformPairs(stages, data + <usize>p * bytes, work + <usize>p * bytes, sequences, backward, scratch)

  if (!backward) {
    if (even) spreadEven(result, elementStep, pairStep, twiddles, count, pairs, rows, rowBytes)
    else spreadOdd(result, elementStep, pairStep, count, radix, pairs, rows, rowBytes)
  } else if (even) scatterEven(result, elementStep, pairStep, count, pairs, rows, rowBytes)
  else mergeOdd(result, elementStep, pairStep, count, radix, pairs, twiddles, roots, rows, rowBytes, scratch)
}
