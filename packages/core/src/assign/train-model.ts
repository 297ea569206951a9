import type { Clustering } from '../cluster.ts'
import { fillPrepared } from '../data/fill-missing.ts'
import { type PreparedViews, prepareViews } from '../data/prepare-views.ts'
import type { Views } from '../data/view.ts'
import { InputError } from '../input-error.ts'
import { Kernels } from '../kernels/kernels.ts'
import { finish, type PaceOptions, paced } from '../paced.ts'
import type { Progress } from '../progress.ts'
import { Random } from '../random/random.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { rowsOnRanks } from '../ranks/own-rows.ts'
import type { Model, ModelView } from './model.ts'
import { trainCentres } from './train-centres.ts'
import { trainLatent } from './train-latent.ts'
import { trainNeighbours } from './train-neighbours.ts'

/** Options of `trainModel`. */
export interface TrainOptions extends PaceOptions {
  /** As in `cluster`: `outer` where samples may be missing in some of the views. */
  join?: 'same' | 'outer'
  /** By view: names of its features, so that `assign` can refuse others. */
  featureNames?: Readonly<Record<string, readonly string[]>>
}

/** What all ways to train get. */
export interface Training {
  input: PreparedViews
  clustering: Clustering
  /** What every model has. */
  about: Pick<Model, 'method' | 'clusters' | 'samples' | 'views'>
  communicator: Communicator
}

/**
 * A model of `clustering` from the very views that were clustered: DSTL keeps its factors and k-means its centres; every other method, the default among them,
 * keeps the scores and memberships of the samples, because new ones are placed by their neighbours. O(entries · 30).
 */
export async function trainModel(views: Views, clustering: Clustering, options: TrainOptions = {}): Promise<Model> {
  return (await trainModelOverRanks(views, clustering, oneProcess, options))!
}

/**
 * The same over ranks: each gives its own samples of the views, rank 0 the clustering of all samples (`gatherClustering`, with the `details` of its own part) and the others their own part of
 * it. Rank 0 gets the model, the others null. No rank sees all of the views: of the default method rank 0 gets 30 scores a sample and view.
 */
export async function trainModelOverRanks(
  views: Views,
  clustering: Clustering,
  communicator: Communicator,
  options: TrainOptions = {},
): Promise<Model | null> {
  const missing = clustering.filled ? 'keep' : 'refuse'
  const input = prepareViews(views, { join: options.join, missing, communicator })
  const { total } = rowsOnRanks(communicator, input.samples)
  if (communicator.size === 1) checkSamples(input, clustering)
  const modelViews = input.views.map(({ name, data }) => describeView(name, data.columns, options.featureNames))
  const { method, clusters } = clustering
  const about = { method, clusters, samples: total, views: modelViews }
  const kernels = await Kernels.load()
  return finish(paced(train(kernels, { input, clustering, about, communicator }), options))
}

function* train(kernels: Kernels, given: Training): Generator<Progress, Model | null> {
  const { method, options } = given.clustering
  const { rank } = given.communicator
  if (method === 'dstl' && options.transform !== 'graph') return rank === 0 ? trainLatent(given) : null
  const training = { ...given, input: yield* filled(kernels, given) }
  if (method === 'kmeans') return trainCentres(training)
  return yield* trainNeighbours(kernels, training)
}

/** Missing values filled in once more, just as the fit did it. */
function* filled(kernels: Kernels, { input, clustering, communicator }: Training): Generator<Progress, PreparedViews> {
  if (!clustering.filled) return input
  const random = new Random(clustering.seed).split(1000)
  return (yield* fillPrepared(kernels, input, clustering.filled[0].how, random, communicator)).input
}

function describeView(
  name: string,
  features: number,
  names: Readonly<Record<string, readonly string[]>> = {},
): ModelView {
  const known = names[name] ?? null
  if (known && known.length !== features)
    throw new InputError(`has ${known.length} names for the ${features} features of "${name}", give one a feature`, {
      code: 'shape',
      argument: 'featureNames',
    })
  return { name, features, featureNames: known && [...known] }
}

function checkSamples({ samples, ids }: PreparedViews, { labels, ids: clustered }: Clustering): void {
  if (labels.length !== samples)
    throw new InputError(
      `has ${labels.length} samples but the views have ${samples}, give the views that were clustered`,
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
