// The stages of a complex transform one after the other; see fft.ts for those of small radix and prime-stage.ts for the last one of other lengths.
import { radix2, radix3, radix4, radix5, radixOdd } from './fft'
import { chirpStage, raderStage } from './prime-stage'

/** Bytes at the head of the scratch space that the stages of odd radix work with. */
export const STAGE_SCRATCH: usize = 4096

/**
 * Runs the stages of a plan on `pairs` interleaved pairs of sequences at `data`; both buffers are overwritten, and it returns the address of the one with the result. A plan is whole numbers of four
 * bytes, made by src/numerics/fft/smooth-plan.ts: number of stages, then six a stage: kind, radix, count, stride, twiddles, table. `backward` only matters to a chirp that gives half of the spectrum.
 */
export function transformPairs(plan: usize, data: usize, work: usize, pairs: i32, backward: bool, scratch: usize): usize {
  let from = data
  let to = work
  let stage = plan + 4
  for (let left = load<i32>(plan); left > 0; left--) {
    const kind = load<i32>(stage)
    const radix = load<i32>(stage, 4)
    const count = load<i32>(stage, 8)
    const stride = load<i32>(stage, 12) * pairs
    const twiddles = <usize>load<u32>(stage, 16)
    const table = <usize>load<u32>(stage, 20)
    if (kind === 1) raderStage(from, to, table, stride, scratch)
    else if (kind === 2) chirpStage(from, to, table, stride, backward, scratch)
    else if (radix === 4) radix4(from, to, twiddles, count, stride)
    else if (radix === 2) radix2(from, to, twiddles, count, stride)
    else if (radix === 3) radix3(from, to, twiddles, count, stride)
    else if (radix === 5) radix5(from, to, twiddles, count, stride)
    else radixOdd(from, to, twiddles, count, stride, radix, table, scratch)
    const next = to
    to = from
    from = next
    stage += 24
  }
  return from
}
