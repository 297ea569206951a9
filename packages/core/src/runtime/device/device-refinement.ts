import type { Matrix } from '../../numerics/linalg/matrix.ts'

/** Groups of samples that coordinates are learnt from. */
export interface WeighedGroups {
  /** One cluster per sample. */
  labels: Int32Array
  clusters: number
  /** How much each sample counts, above 0. */
  weights: Float64Array
  /** The fold of each sample, from 0: its coordinates are learnt from the other folds, so that a wrong label does not confirm itself. */
  folds: Uint8Array
}

/** Weighted sums over the points a of a fold. */
export interface FoldSums {
  /** k×p: Σ w·a by cluster. */
  points: Matrix
  /** p×p: Σ w·a·aᵀ. */
  squares: Matrix
}

/** Where the points of a fold go: a·turn − offset (q numbers). */
export interface FoldTurn {
  /** p×q. */
  turn: Matrix
  offset: Float64Array
}
