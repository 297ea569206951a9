import type { Matrix } from '../numerics/linalg/matrix.ts'

/** Where new samples belong by a model. */
export interface Placing {
  /** samples × clusters, rows sum to 1; a row of zeros: the sample says nothing that the model knows. */
  memberships: Matrix
  /** How unlike the training samples each sample is, 0 or more, in a unit of the model's own; infinite where it says nothing. */
  strangeness: Float64Array
}
