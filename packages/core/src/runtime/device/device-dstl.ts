import type { Matrix } from '../../numerics/linalg/matrix.ts'
import type { Rows } from '../../numerics/linalg/rows.ts'
import type { Progress } from '../progress.ts'

/** A view of DSTL, whose samples the device brings to unit length (`unitRowsInto`), and 1 where a sample has the view, 0 where it lacks it (null: all have it). */
export interface DeviceView {
  rows: Rows
  present: Uint8Array | null
}

/** What DSTL's steps over all samples are computed with. */
export interface DeviceDstlSettings {
  /** Latent dimension k. */
  latent: number
  /** What entries of S are lowered by; null: S stays zero. */
  threshold: number | null
  lambda3: number
  /** What singular values are lowered by. */
  tau: number
  /** True where Y comes from the mean over the views, not from the sum. */
  mean: boolean
}

/** The large variables: one row per sample, S and H of every view (n×k), Y (n×k). */
export interface DstlRows {
  S: Matrix[]
  H: Matrix[]
  Y: Matrix
}

/** Sums over a view, with G = S + H over the samples that have it: ‖G‖², Σ|S|, ‖H‖². */
export interface ViewSums {
  squares: number
  absolute: number
  related: number
}

/** What comes back of a view after a step: XᵀG (d×k), HᵀY (k×k), its sums, and GᵀG where it has fewer than k features. */
export interface ViewProducts {
  images: Matrix
  agreement: Matrix
  sums: ViewSums
  gram: Matrix | null
}

/** How far a step went: the tensor nuclear norm of H, ‖Y − Y₋‖² and ‖Y‖². */
export interface DstlStep {
  nuclearNorm: number
  difference: number
  size: number
}

/** A step, and what comes back of the views after it. */
export interface DeviceDstlStep extends DstlStep {
  views: ViewProducts[]
}

/** Views and large variables of DSTL on a device; they start at zero. `close` gives their memory back. */
export interface DeviceDstl {
  /** ‖X‖² over all views. */
  readonly squaredNorm: number
  /** Makes S, H and Y anew for the factors W (d×k) and C (k×k) of every view. */
  step(W: readonly Matrix[], C: readonly Matrix[]): Generator<Progress, DeviceDstlStep>
  /** What a step would give of the views as the variables are now. */
  products(): Generator<Progress, ViewProducts[]>
  /** The largest column of each row of Y after the last step, the first of equal ones. */
  largest(): Int32Array
  /** Brings all variables back. */
  read(): Generator<Progress, DstlRows>
  /** Brings Y back. */
  readY(): Generator<Progress, Matrix>
  /** Sets what is given. */
  write(rows: Partial<DstlRows>): void
  close(): void
}
