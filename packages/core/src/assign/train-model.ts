import { type Rest, withoutMarked } from '../choose/set-aside.ts'
import type { Clustering } from '../cluster.ts'
import { InputError } from '../input-error.ts'
import type { Matrix } from '../numerics/linalg/matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import { Random } from '../numerics/random/random.ts'
import { complete, drive, type PaceOptions } from '../runtime/drive.ts'
import { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { Scratch } from '../runtime/scratch.ts'
import type { AnyViews } from '../views/blocked-view.ts'
import { fillPrepared } from '../views/fill-missing.ts'
import type { Join } from '../views/match-samples.ts'
import { type PreparedRows, prepareRows } from '../views/prepare-views.ts'
import { counted } from '../words/index.ts'
import { ownProperty } from '../words/own-property.ts'
import type { Model, ModelView } from './model.ts'
import { trainCentres } from './train-centres.ts'
import { trainLatent } from './train-latent.ts'
import { trainNeighbours } from './train-neighbours.ts'

/** Options of `trainModel`. */
export interface TrainOptions extends PaceOptions {
  /** As in `cluster`: `outer` where samples may be missing in some of the views. */
  join?: Join
  /** By view: names of its features, so that `assign` can refuse others. */
  featureNames?: Readonly<Record<string, readonly string[]>>
  /** The processes that share the views, as in `cluster`. */
  ranks?: Ranks
  /** Where views in blocks keep what would be computed again at every reading, as in `cluster`. */
  scratch?: Scratch
}

/** What all ways to train get. */
export interface Training {
  input: PreparedRows
  clustering: Clustering
  /** What every model has. */
  about: Pick<Model, 'method' | 'clusters' | 'samples' | 'views'>
  ranks: Ranks
  scratch?: Scratch
}

/**
 * A model of `clustering` from the very views that were clustered: DSTL keeps its factors and k-means its centres; every other method, the default among them,
 * keeps the scores and memberships of the samples, because new ones are placed by their neighbours. O(entries · 30).
 * Over ranks (`ranks`) each gives its own samples of the views, rank 0 the clustering of all samples (`gatherClustering`, with the `details` of its own part) and the others their
 * own part of it. Rank 0 gets the model, the others null. No rank sees all of the views: of the default method rank 0 gets 30 scores per sample and view.
 */
export async function trainModel(
  views: AnyViews,
  clustering: Clustering,
  options?: TrainOptions & { ranks?: undefined },
): Promise<Model>
export async function trainModel(views: AnyViews, clustering: Clustering, options?: TrainOptions): Promise<Model | null>
export async function trainModel(
  views: AnyViews,
  clustering: Clustering,
  options: TrainOptions = {},
): Promise<Model | null> {
  return complete(drive(train(await Kernels.load(), views, clustering, options), options))
}

function* train(
  kernels: Kernels,
  views: AnyViews,
  clustering: Clustering,
  { join, featureNames, ranks = singleProcess, scratch }: TrainOptions,
): Generator<Progress, Model | null> {
  const input = yield* prepareRows(views, { join, missing: clustering.filled ? 'keep' : 'refuse', ranks })
  if (ranks.size === 1) checkSamples(input, clustering)
  const modelViews = input.views.map(({ name, data }) => describeView(name, data.columns, featureNames))
  const { method, clusters, options } = clustering
  // DSTL's factors are in the clustering already, and need no values.
  const isLatent = method === 'dstl' && options.transform !== 'graph'
  const whole = isLatent ? input : yield* filled(kernels, input, clustering, ranks)
  const rest = clustering.outliers ? yield* withoutOutliers(whole, clustering, ranks, scratch) : null
  try {
    const fitted = rest?.input ?? whole
    const about = { method, clusters, samples: rowRange(ranks, fitted.samples).total, views: modelViews }
    const given = { input: fitted, clustering: rest?.clustering ?? clustering, about, ranks, scratch }
    if (isLatent) return ranks.rank === 0 ? trainLatent(kernels, given) : null
    return yield* method === 'kmeans' ? trainCentres(kernels, given) : trainNeighbours(kernels, given)
  } finally {
    rest?.remove()
  }
}

/** The samples that the clusters were fitted to, without outliers, and what the clustering says of them. */
function* withoutOutliers(
  input: PreparedRows,
  clustering: Clustering,
  ranks: Ranks,
  scratch?: Scratch,
): Generator<Progress, Rest & { clustering: Clustering }> {
  const { labels, memberships, embedding } = clustering
  const outliers = clustering.outliers!
  // The first rank has the clustering of all samples, whose first ones are its own.
  const rest = yield* withoutMarked(input, outliers.subarray(0, input.samples), ranks, scratch)
  const known = Uint32Array.from(outliers.keys()).filter((i) => outliers[i] === 0)
  const rows = (a: Matrix | null) => a && takeRows(a, known)
  const part = {
    labels: Int32Array.from(known, (i) => labels[i]),
    memberships: rows(memberships),
    embedding: rows(embedding),
  }
  return { ...rest, clustering: { ...clustering, ...part } }
}

/** Missing values filled in once more, just as the fit did it. */
function* filled(
  kernels: Kernels,
  input: PreparedRows,
  clustering: Clustering,
  ranks: Ranks,
): Generator<Progress, PreparedRows> {
  if (!clustering.filled) return input
  const random = new Random(clustering.seed).split(1000)
  return (yield* fillPrepared(kernels, input, clustering.filled[0].how, random, ranks)).input
}

function describeView(
  name: string,
  features: number,
  names: Readonly<Record<string, readonly string[]>> = {},
): ModelView {
  const known = ownProperty(names, name) ?? null
  if (known && known.length !== features)
    throw new InputError(
      `has ${counted(known.length, 'name')} for the ${counted(features, 'feature')} of "${name}", give one per feature`,
      {
        code: 'shape',
        argument: 'featureNames',
      },
    )
  return { name, features, featureNames: known && [...known] }
}

function checkSamples({ samples, ids }: PreparedRows, { labels, ids: clustered }: Clustering): void {
  if (labels.length !== samples)
    throw new InputError(
      `has ${counted(labels.length, 'sample')} but the views have ${samples}, give the views that were clustered`,
      {
        code: 'sample-counts',
        argument: 'clustering',
        details: { clustering: labels.length, views: samples },
      },
    )
  const other = ids.findIndex((id, i) => id !== clustered[i])
  if (other >= 0)
    throw new InputError(
      `has "${clustered[other]}" as sample ${other} where the views have "${ids[other]}", give the views that were clustered, in their order`,
      { code: 'ids', argument: 'clustering' },
    )
}
