import type { Clustering, ClusterOptions } from '../cluster.ts'
import { fillPrepared } from '../data/fill-missing.ts'
import { type PreparedViews, prepareViews } from '../data/prepare-views.ts'
import type { Views } from '../data/view.ts'
import { Kernels } from '../kernels/kernels.ts'
import { finish, type PaceOptions, paced } from '../paced.ts'
import { Random } from '../random/random.ts'

/** How the views of a clustering were brought together: as in `cluster`. */
export type FittedOptions = PaceOptions & Pick<ClusterOptions, 'join' | 'missing'>

/** The views as the fit of `clustering` saw them: matched, and filled in by the same random choices. */
export async function viewsAsFitted(
  views: Views,
  clustering: Clustering,
  options: FittedOptions & Pick<ClusterOptions, 'communicator'>,
): Promise<PreparedViews> {
  const { join, missing, signal, onProgress, communicator } = options
  const prepared = prepareViews(views, { join, missing: missing === undefined ? 'refuse' : 'keep', communicator })
  if (missing === undefined) return prepared
  const random = new Random(clustering.seed).split(1000)
  const run = fillPrepared(await Kernels.load(), prepared, missing, random, communicator)
  return (await finish(paced(run, { signal, onProgress }))).input
}
