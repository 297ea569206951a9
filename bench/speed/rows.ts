import type { KernelFigure, RooflinePoint } from './kernel-rows.ts'
import type { Figure } from './measure.ts'

/** What a row is run with. */
export interface RowSettings {
  threads: number
  pairs: number
}

export interface Outcome {
  figures?: Figure[]
  kernels?: KernelFigure[]
  roofline?: RooflinePoint[]
}

/** A row of the benchmark: what it found, or a sentence why there is nothing. */
export interface Row {
  name: string
  run(settings: RowSettings): Promise<Outcome | string>
}
