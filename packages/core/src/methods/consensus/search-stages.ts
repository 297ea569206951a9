import type { Matrix } from '../../linalg/matrix.ts'

/** What a search has after a stage: rows of this rank's own samples, and what all ranks have alike. */
export interface SearchState {
  readonly rows: Matrix
  readonly shared: Readonly<Record<string, Float64Array>>
}

/** Keeps what a search found so far; all ranks make the same calls. */
export interface SearchStages {
  /** What an earlier search kept after so many stages; null where this one starts afresh. */
  readonly kept: (SearchState & { readonly stage: number }) | null
  /** Keeps the state after a stage, counted from 1, if it is time to; `state` is only asked then. */
  keep(stage: number, state: () => SearchState): void
}
