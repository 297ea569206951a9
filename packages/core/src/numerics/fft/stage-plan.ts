import type { Block, Kernels } from '../../runtime/kernels/kernels.ts'
import { chirpTable, raderTable } from './prime-tables.ts'
import { primitiveRoot, radices } from './smooth-length.ts'
import { STAGE_SCRATCH, smoothStages, writePlan } from './smooth-plan.ts'

/** A transform in WebAssembly memory, for kernels/fourier-stages.ts. */
export interface StagePlan {
  plan: Block
  /** Bytes of scratch space beside the buffers. */
  scratch: number
  /** True if the whole transform is a chirp that gives only the first `outputs` numbers. */
  halved: boolean
}

/**
 * The stages of the complex transform of `length` numbers: small radices first, then the rest by Rader's convolution where it is a prime p and p − 1 has small factors, else by
 * Bluestein's. If only the first `outputs` numbers are wanted, the latter may leave out the others. O(length).
 */
export function stagePlan(kernels: Kernels, length: number, outputs = length): StagePlan {
  const { stages, rest } = smoothStages(kernels, length)
  if (rest === 1) return { plan: writePlan(kernels, stages), scratch: STAGE_SCRATCH, halved: false }
  // Below 2²⁶ products modulo the prime are exact.
  const root = rest < 67108864 && radices(rest - 1).rest === 1 ? primitiveRoot(rest) : undefined
  const halved = root === undefined && rest === length
  const { table, bytes } =
    root === undefined ? chirpTable(kernels, rest, halved ? outputs : rest) : raderTable(kernels, rest, root)
  stages.push([root === undefined ? 2 : 1, rest, 1, length / rest, 0, table.pointer])
  return { plan: writePlan(kernels, stages), scratch: STAGE_SCRATCH + bytes, halved: halved && outputs < length }
}
