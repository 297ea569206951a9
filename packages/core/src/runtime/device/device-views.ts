import type { Matrix } from '../../numerics/linalg/matrix.ts'

/** How features are folded to fewer numbers: number `joins[j]` gets feature j by `weights[j]`. */
export interface FoldedFeatures {
  /** Numbers that there are. */
  width: number
  joins: Uint32Array
  weights: Float64Array
}

/** How columns are standardised (length d each): (share between low and high, or its root, − mean) · scale. */
export interface ColumnStatistics {
  low: Float64Array
  high: Float64Array
  /** 1 where the root of the share is taken: it is less skewed there. */
  roots: Uint8Array
  mean: Float64Array
  /** 1 / deviation, times the spread of the column among columns in common units; 0 for a constant column. */
  scale: Float64Array
}

/** A view (n×d) that a device made ready by the rule of measurements: see `preprocessView`. */
export interface DeviceMeasurements {
  /** The leading singular values, falling, and d×r: the vectors of the features. */
  s: Float64Array
  v: Matrix
  /** n×r, unit rows. */
  scores: Matrix
  /** Lengths of the scores before. */
  lengths: Float64Array
  /** n × width: the features in plain proportion, folded. */
  sketch: Matrix
}
