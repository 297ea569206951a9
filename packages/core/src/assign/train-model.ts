import { type Rest, withoutMarked } from '../choose/set-aside.ts'
import type { Clustering } from '../cluster.ts'
import { InputError } from '../input-error.ts'
import { clusterCentres } from '../numerics/kmeans/cluster-centres.ts'
import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { HeldRows, Rows } from '../numerics/linalg/rows.ts'
import { toDense } from '../numerics/linalg/sparse-matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import { Random } from '../numerics/random/random.ts'
import { complete, drive, type PaceOptions } from '../runtime/drive.ts'
import { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import { readRows } from '../runtime/ranks/sum-rows.ts'
import type { Scratch } from '../runtime/scratch.ts'
import type { AnyViews } from '../views/blocked-view.ts'
import { fillPrepared } from '../views/fill-missing.ts'
import type { Join } from '../views/match-samples.ts'
import { onFirstRank } from '../views/on-first-rank.ts'
import { type PreparedRows, prepareRows } from '../views/prepare-views.ts'
import { counted } from '../words/index.ts'
import { ownProperty } from '../words/own-property.ts'
import type { CentreModel, LatentModel, Model, ModelView, StandardisedView } from './model.ts'
import { trainNeighbours } from './train-neighbours.ts'
import { typicalDistance } from './typical-distances.ts'

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
  scratch?: Scratch
}

/**
 * A model of `clustering` from the very views that were clustered: DSTL keeps its factors and k-means its centres; every other method, the default among them,
 * keeps the scores and memberships of the samples, because new ones are placed by their neighbours. O(entries · 30).
 * Over ranks (`ranks`) each gives its own samples of the views, rank 0 the clustering of all samples (`gatherClustering`, with the `details` of its own part) and the others their
 * own part of it. Rank 0 gets the model, the others send it the rows that it reads and get null: a view of more than 1 GiB is never in its memory as a whole.
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
  options: TrainOptions,
): Generator<Progress, Model | null> {
  const { join, ranks = singleProcess } = options
  const input = yield* prepareRows(views, { join, missing: clustering.filled ? 'keep' : 'refuse', ranks })
  // DSTL's factors are in the clustering already, and need no values.
  const filled = isLatent(clustering) ? input : yield* refilled(kernels, input, clustering, ranks)
  return yield* onFirstRank(ranks, filled, (whole) => trained(kernels, whole, clustering, options))
}

/** The model of the samples of all ranks, whose missing values are filled in. */
function* trained(
  kernels: Kernels,
  input: PreparedRows,
  clustering: Clustering,
  { featureNames, scratch }: TrainOptions,
): Generator<Progress, Model> {
  checkSamples(input, clustering)
  const modelViews = input.views.map(({ name, data }) => describeView(name, data.columns, featureNames))
  const { method, clusters } = clustering
  const others = clustering.outliers ? yield* withoutOutliers(input, clustering, scratch) : null
  try {
    const fitted = others?.input ?? input
    const about = { method, clusters, samples: fitted.samples, views: modelViews }
    const training = { input: fitted, clustering: others?.clustering ?? clustering, about, scratch }
    if (isLatent(clustering)) return trainLatent(kernels, training)
    return yield* method === 'kmeans' ? trainCentres(kernels, training) : trainNeighbours(kernels, training)
  } finally {
    others?.remove()
  }
}

/** True where new samples are placed by the factors of DSTL. */
function isLatent({ method, options }: Clustering): boolean {
  return method === 'dstl' && options.transform !== 'graph'
}

/** The samples that the clusters were fitted to, without outliers, and what the clustering says of them. */
function* withoutOutliers(
  input: PreparedRows,
  clustering: Clustering,
  scratch?: Scratch,
): Generator<Progress, Rest & { clustering: Clustering }> {
  const { labels, memberships, embedding } = clustering
  const outliers = clustering.outliers!
  const others = yield* withoutMarked(input, outliers, singleProcess, scratch)
  const rows = (a: Matrix | null) => a && takeRows(a, others.kept)
  const part = {
    labels: Int32Array.from(others.kept, (i) => labels[i]),
    memberships: rows(memberships),
    embedding: rows(embedding),
  }
  return { ...others, clustering: { ...clustering, ...part } }
}

/** Missing values filled in once more, just as the fit did it. */
function* refilled(
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
  const ofView = ownProperty(names, name) ?? null
  if (ofView && ofView.length !== features)
    throw new InputError(
      `has ${counted(ofView.length, 'name')} for the ${counted(features, 'feature')} of "${name}", give one per feature`,
      {
        code: 'shape',
        argument: 'featureNames',
      },
    )
  return { name, features, featureNames: ofView && [...ofView] }
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

/** DSTL's factors W and C of every view and the centres of its clusters among the unit rows that k-means saw. O(d·k + n·k). */
export function trainLatent(kernels: Kernels, { clustering, about }: Training): LatentModel {
  const { details, options, embedding, labels, clusters } = clustering
  const { W, C } = details as { W: Record<string, Matrix>; C: Record<string, Matrix> }
  const [known] = clusterCentres(kernels, embedding!, [{ labels, clusters }])
  return {
    ...about,
    way: 'latent',
    rule: options.consensusRule === 'mean' ? 'mean' : 'sum',
    parts: about.views.map(({ name }, view) => ({
      view,
      W: { rows: W[name].rows, columns: W[name].columns, data: Float32Array.from(W[name].data) },
      C: options.variant === 'Y' ? null : C[name],
    })),
    ...known,
    usual: typicalDistance(embedding!, labels, known.centres),
  }
}

/** Mean and deviation (n − 1) of every feature and the centres of k-means among the z-scores. Three readings. O(n·d). */
export function* trainCentres(
  kernels: Kernels,
  { input, clustering, about }: Training,
): Generator<Progress, CentreModel> {
  const parts: StandardisedView[] = []
  for (const [view, { data }] of input.views.entries())
    parts.push({ view, ...(yield* standardisation(data, about.samples)) })
  const { embedding, labels, clusters } = clustering
  const [known] = clusterCentres(kernels, embedding!, [{ labels, clusters }])
  return { ...about, way: 'centres', parts, ...known, usual: typicalDistance(embedding!, labels, known.centres) }
}

function* standardisation(rows: Rows, samples: number): Generator<Progress, Omit<StandardisedView, 'view'>> {
  const { columns } = rows
  const low = new Float64Array(columns).fill(Infinity)
  const high = new Float64Array(columns).fill(-Infinity)
  const mean = new Float64Array(columns)
  const square = new Float64Array(columns)
  const eachValue = (look: (value: number, j: number) => void) => (block: HeldRows) => {
    const { data } = 'pointers' in block ? toDense(block) : block
    for (let p = 0; p < data.length; p++) look(data[p], p % columns)
  }
  yield* readRows(
    rows,
    eachValue((value, j) => {
      low[j] = Math.min(low[j], value)
      high[j] = Math.max(high[j], value)
    }),
  )
  yield* readRows(
    rows,
    eachValue((value, j) => {
      mean[j] += value
    }),
  )
  for (let j = 0; j < columns; j++) mean[j] = low[j] < high[j] ? mean[j] / samples : 0
  yield* readRows(
    rows,
    eachValue((value, j) => {
      square[j] += (value - mean[j]) * (value - mean[j])
    }),
  )
  const scale = square.map((sum, j) => (low[j] < high[j] ? 1 / Math.sqrt(sum / (samples - 1)) : 0))
  return { mean, scale }
}
