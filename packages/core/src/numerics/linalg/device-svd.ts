import type { Device } from '../../runtime/device/device.ts'
import type { Progress } from '../../runtime/progress.ts'
import { SOLVED_WHOLE, type TruncatedSvd } from './randomised-svd.ts'
import type { Rows } from './rows.ts'

/** Singular values below this share of the largest are not told well enough in single precision. */
const LEAST = 1e-2

/** The leading singular triplets of many rows on a device; null where there is none, where rows are few, sparse or not in memory, and where singular values fall so fast that single precision will not do. */
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

/** True where the least of some leading singular values, which fall, is not lost beside the largest in single precision. */
export function isWellTold(s: Float64Array): boolean {
  return s[s.length - 1] >= LEAST * s[0]
}
