import type { Device } from '../../runtime/device/device.ts'
import type { Progress } from '../../runtime/progress.ts'
import { SOLVED_WHOLE, type TruncatedSvd } from './randomised-svd.ts'
import type { Rows } from './rows.ts'

/** Share of the largest singular value below which single precision does not resolve the others well enough. */
const LEAST = 1e-2

/**
 * Computes the leading singular triplets of many rows on a device; null where there is no device, where rows are few, sparse or not in memory, and where singular values fall so fast that
 * single precision will not do.
 */
export function* deviceSvd(
  device: Device | null,
  rows: Rows,
  rank: number,
  stage: string,
): Generator<Progress, TruncatedSvd | null> {
  if (!device || rows.rows <= device.manyRows || !('data' in rows) || rows.columns > SOLVED_WHOLE) return null
  const triplets = yield* device.singularTriplets(rows, rank, stage)
  return isWellTold(triplets.s) ? triplets : null
}

/** Tells whether single precision resolves the least of some leading singular values, in falling order, beside the largest. */
export function isWellTold(s: Float64Array): boolean {
  return s[s.length - 1] >= LEAST * s[0]
}
