import type { Scores } from '@manyview/core'
import type { OptionValues } from '@manyview/core/methods'

/** Where the samples of a job come from: a file of `writeSampleFile` with its checksum, or numbers drawn in a given shape, to measure time and memory. */
export type DataRequest =
  | { kind: 'file'; path: string; checksum: string }
  | { kind: 'generated'; samples: number; features: number[]; clusters: number }

/**
 * How the samples are put before they reach the method: as the file has them; class after class; by a seeded permutation, of blocks of consecutive samples where `blocks` says how
 * long they are; or by one in which every place keeps its class.
 */
export type SampleOrder = 'stored' | 'sorted' | { shuffled: number; blocks?: number } | { withinClasses: number }

/** What is kept of a fit besides scores and time: its labels, or a map of its embedding in the plane. */
export type Keep = 'labels' | 't-SNE'

/** Fits of one method on one data set, done one after the other in one process. */
export interface Job {
  data: DataRequest
  /** The class of each sample, for scores only; null where it is not known. */
  truth: number[] | null
  clusters: number
  method: string
  /** One fit each. */
  settings: OptionValues[]
  seed: number
  order: SampleOrder
  keep: Keep[]
  /** Pairs of sample and view to take away before the fits, see `removePairs`; `filled`: their rows become the mean of the view. Absent: none. */
  gaps?: { share: number; seed: number; filled: boolean }
}

/** One fit. Labels and places on the map are in the order of the file. */
export interface FitOutcome {
  settings: OptionValues
  /** What the method chose itself, without labels, where it does. */
  chosen?: OptionValues
  scores: Scores | null
  /** Share of the views' variance that the clusters explain, when several settings are tried; else null. */
  explained: number | null
  seconds: number
  /** Clusters that have samples. */
  filledClusters: number
  iterations: number
  converged: boolean
  /** Relative change in the last iteration, where the method has one. */
  change: number | null
  warnings: string[]
  labels?: number[]
  /** x and y of each sample in turn. */
  map?: number[]
}

/** How a job ended. */
export type JobResult =
  | {
      status: 'done'
      outcomes: FitOutcome[]
      /** Largest memory of the process, in bytes. */
      peakMemory: number
    }
  /** `bytes` is what the method says it needs, where it says so. */
  | { status: 'out of memory'; message: string; bytes: number | null; memoryLimit: number }
  /** Stopped, with the seconds that it could have taken if it had used all its iterations, and the fits that were finished by then. */
  | { status: 'too long'; estimate: number; timeLimit: number; outcomes: FitOutcome[] }
  /** `code` is that of the method's `InputError`; null where nobody foresaw the problem. */
  | { status: 'failed'; message: string; code: string | null }
