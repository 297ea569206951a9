/** A part of a fit: how parts of one kind compare, the stages that it tells, and the seconds it should take on one thread. */
export interface WorkPart {
  kind: string
  stages: readonly string[]
  seconds: number
}

/** Where a fit stands; the generator of a method yields one after every iteration or stage. */
export interface Progress {
  /** What is being done, in a word or two. */
  stage: string
  /** Iterations (or parts of the stage) done so far, and the most there can be. */
  iteration: number
  total: number
  objective?: number
  change?: number
  /** True where all of `total` will be done, because there is no test that could end the stage before. */
  exact?: boolean
  /** All parts of the fit and which of them this is; where the method has a formula for them. */
  work?: { parts: readonly WorkPart[]; at: number }
  /** Makes the best partition so far, one cluster a sample, until the next step; where the method has one. It is what is kept of a fit that is stopped. */
  partition?: () => Int32Array
}
