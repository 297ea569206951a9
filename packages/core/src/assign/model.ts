import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { ViewTransform } from '../views/view-transform.ts'
import type { TypicalDistances } from './typical-distances.ts'

/** A view that the model was made from; new samples are matched by its name. */
export interface ModelView {
  name: string
  features: number
  /** One name per feature; null where they are not known. */
  featureNames: readonly string[] | null
}

interface ModelBase {
  /** The method whose clusters these are. */
  method: string
  clusters: number
  /** What each cluster is called, by its number; absent where nothing named them. */
  names?: readonly string[]
  /** Number of samples that were clustered; a model of neighbours counts samples that agree in every view once. */
  samples: number
  /** All views of the fit, also those that turned out to say nothing. */
  views: readonly ModelView[]
  /** How strange the training samples are to the model (`Placing`); absent in models of earlier versions, which cannot tell what they have not seen. */
  usual?: TypicalDistances
  /** How views were made of texts and pictures, as plain data for those who make them (@manyview/formats/things). */
  things?: readonly object[]
}

/** One view of a neighbour model. */
export interface NeighbourView {
  /** Place in `views`. */
  view: number
  weight: number
  transform: ViewTransform
  /** samples × rank: the scores of the training samples. */
  scores: Float32Array
  /** 1 where a training sample has the view; null: all have it. */
  present: Uint8Array | null
}

/** Clusters known by their samples: a new one goes where its neighbours are. Holds the scores and memberships of the training samples. */
export interface NeighbourModel extends ModelBase {
  way: 'neighbours'
  /** Neighbours that vote in each graph. */
  neighbours: number
  parts: readonly NeighbourView[]
  /** samples × clusters, rows sum to 1. */
  memberships: Float32Array
}

/** Clusters known by their centres; samples of a cluster, 0 for one that nobody is in. */
interface Centres {
  /** clusters × columns of the space. */
  centres: Matrix
  sizes: Float64Array
}

/** One view of a latent model: W is features × latent dimension, C square (null: the variant has no consensus). */
export interface LatentView {
  view: number
  W: { readonly rows: number; readonly columns: number; readonly data: Float32Array }
  C: Matrix | null
}

/** DSTL: a sample is Wᵀx in every view, combined through C and projected onto the simplex; the nearest centre has it. No training data. */
export interface LatentModel extends ModelBase, Centres {
  way: 'latent'
  rule: 'sum' | 'mean'
  parts: readonly LatentView[]
}

/** One view of a centre model: mean and 1 / deviation of each feature (0: constant). */
export interface StandardisedView {
  view: number
  mean: Float64Array
  scale: Float64Array
}

/** k-means: centres among standardised features. No training data. */
export interface CentreModel extends ModelBase, Centres {
  way: 'centres'
  parts: readonly StandardisedView[]
}

/** What `trainModel` keeps of a clustering so that `assign` can place new samples; plain data, to be saved as it is. */
export type Model = NeighbourModel | LatentModel | CentreModel

/** True where the model holds numbers of the single training samples, so that it is as private as the data. */
export function holdsTrainingData(model: Model): boolean {
  return model.way === 'neighbours'
}

/** Where new samples belong by a model. */
export interface Placing {
  /** samples × clusters, rows sum to 1; a row of zeros: the sample says nothing that the model knows. */
  memberships: Matrix
  /** How unlike the training samples each sample is, 0 or more, in a unit of the model's own; infinite where it says nothing. */
  strangeness: Float64Array
}
