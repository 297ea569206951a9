import type { KernelFigure, RooflinePoint } from './kernel-rows.ts'
import type { Figure } from './measure.ts'

/** Settings of a run. */
export interface RowSettings {
  threads: number
  pairs: number
}

/** What a row measured: figures against a peer, or kernels with their place under the roofline. */
export interface Outcome {
  figures?: Figure[]
  kernels?: KernelFigure[]
  roofline?: RooflinePoint[]
}

/** A row of the benchmark; `run` returns figures, or a sentence that says why there are none. */
export interface Row {
  name: string
  run(settings: RowSettings): Promise<Outcome | string>
}
