import type { Matrix } from '../linalg/matrix.ts'
import type { Waiting } from '../paced.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'

/**
 * A graphics card or the like that takes over the heavy steps of a fit, in single precision: `openDevice` of `@manyview/gpu` gives one. Steps are generators that wait while the device works, so they
 * must be driven by `paced`, as `cluster` does. Same seed and same device, same result.
 */
export interface Device extends Waiting {
  /** What it is called, for the result. */
  readonly name: string
  /** For each row of `points` (n×r) its `length` nearest other rows, nearest first; nearly all of them where there are very many points. */
  nearest(points: Matrix, length: number, random: Random): Generator<Progress, Int32Array>
}
