import type { Clustering, ClusterOptions } from '../cluster.ts'
import { Random } from '../numerics/random/random.ts'
import type { PaceOptions } from '../runtime/drive.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { RuntimeOptions } from '../runtime/runtime-options.ts'
import type { AnyViews } from '../views/blocked-view.ts'
import { fillPrepared } from '../views/fill-missing.ts'
import { type PreparedRows, prepareRows } from '../views/prepare-views.ts'

/** How the views of a clustering were brought together, and who has them: as in `cluster`. */
export type FittedOptions = PaceOptions & Pick<ClusterOptions, 'join' | 'missing'> & Pick<RuntimeOptions, 'ranks'>

/** The views as the fit of `clustering` saw them: matched, and filled in by the same random choices. */
export function* restoreViews(
  kernels: Kernels,
  views: AnyViews,
  clustering: Clustering,
  { join, missing }: FittedOptions,
  ranks: Ranks,
): Generator<Progress, PreparedRows> {
  const keep = missing === undefined ? 'refuse' : 'keep'
  const prepared = yield* prepareRows(views, { join, missing: keep, ranks })
  if (missing === undefined) return prepared
  const random = new Random(clustering.seed).split(1000)
  return (yield* fillPrepared(kernels, prepared, missing, random, ranks)).input
}
