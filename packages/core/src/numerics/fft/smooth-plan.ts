import type { Block, Kernels } from '../../runtime/kernels/kernels.ts'
import { rootOfUnity, rootsOfUnity } from '../math/root-of-unity.ts'
import { cachedTable } from './cached-table.ts'
import { radices } from './smooth-length.ts'

/** Bytes of scratch space for the stages of odd radix. */
export const STAGE_SCRATCH = 4096

/** A stage of kernels/fourier-stages.ts: kind (0 radix, 1 Rader, 2 Bluestein), radix, count, stride, twiddles, table. */
type Stage = [kind: number, radix: number, count: number, stride: number, twiddles: number, table: number]

/** Makes the stages of small radix of a complex transform (Stockham), and the cofactor of its length that they leave. O(length). */
export function smoothStages(kernels: Kernels, length: number): { stages: Stage[]; cofactor: number } {
  const { order, cofactor } = radices(length)
  const stages: Stage[] = []
  let size = length
  for (const radix of order) {
    const [stageSize, stride] = [size, length / size]
    const turns = kernels.copyIn(
      cachedTable(kernels, `turns ${stageSize} ${radix}`, () => turnTable(stageSize, radix)),
    ).pointer
    const circle = radix > 5 ? kernels.copyIn(roots(radix)).pointer : 0
    size /= radix
    stages.push([0, radix, size, stride, turns, circle])
  }
  return { stages, cofactor: cofactor }
}

/** Writes the stages as kernels/fourier-stages.ts reads them. */
export function writePlan(kernels: Kernels, stages: readonly Stage[]): Block {
  const plan = kernels.allocate(3 * stages.length + 1)
  plan.i32.set([stages.length, ...stages.flat()])
  return plan
}

/** Lists e^(−2πi·p·k/size) for p < size/radix and 0 < k < last, k fastest. */
export function turnTable(size: number, radix: number, last = radix): Float64Array {
  const result = new Float64Array((size / radix) * (last - 1) * 2)
  const rootAt = rootsOfUnity(size)
  let place = 0
  for (let p = 0; p < size / radix; p++)
    for (let k = 1; k < last; k++) {
      const { cosine, sine } = rootAt(p * k)
      result[place++] = cosine
      result[place++] = -sine
    }
  return result
}

/** Lists cos and sin of 2πjk/radix for 0 < j < radix/2 and 0 < k < radix/2. */
export function roots(radix: number): Float64Array {
  const half = radix >> 1
  const result = new Float64Array(2 * half * half)
  for (let k = 0, place = 0; k < half; k++)
    for (let j = 0; j < half; j++) {
      const { cosine, sine } = rootOfUnity(((j + 1) * (k + 1)) % radix, radix)
      result[place++] = cosine
      result[place++] = sine
    }
  return result
}
