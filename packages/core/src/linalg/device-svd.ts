import type { Kernels } from '../kernels/kernels.ts'
import type { Progress } from '../progress.ts'
import type { TruncatedSvd } from './randomised-svd.ts'
import type { Rows } from './rows.ts'

/** Columns whose Gram matrix is solved whole. */
const WHOLE = 400
/** Singular values below this share of the largest are not told well enough in single precision. */
const LEAST = 1e-2

/** The leading singular triplets of many rows on a device; null where there is none, where rows are few, sparse or not in memory, and where singular values fall so fast that single precision will not do. */
export function* deviceSvd(
  { device }: Kernels,
  rows: Rows,
  rank: number,
  stage: string,
): Generator<Progress, TruncatedSvd | null> {
  if (!device || rows.rows <= device.many || !('data' in rows) || rows.columns > WHOLE) return null
  const found = yield* device.singularTriplets(rows, rank, stage)
  return found.s[found.s.length - 1] >= LEAST * found.s[0] ? found : null
}
