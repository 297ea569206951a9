import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'

/** Where a fit stands between two iterations or stages: what all ranks have alike, by name, and one row for each of this rank's samples. */
export interface SavedFit {
  readonly iteration: number
  readonly shared: Readonly<Record<string, Float64Array>>
  readonly rows: Matrix
  /** Sparse matrices with one row for each of them, too; absent: none. */
  readonly lists?: readonly SparseMatrix[]
}

/** Keeps the state of a long fit, so that another can go on from there, on any number of ranks. All ranks make the same calls. */
export interface Checkpoints {
  /** What an earlier fit left, with the rows of this rank's `samples`; null where there is nothing to go on from. `task` must be the text it was saved with. */
  load(task: string, samples: number): SavedFit | null
  /** True when it is time to save; the same on every rank. */
  due(): boolean
  save(task: string, state: SavedFit): void
}
