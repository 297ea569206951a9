import type { Figure } from './measure.ts'

/** What a row is run with. */
export interface RowSettings {
  threads: number
  pairs: number
}

/** A row of the benchmark: figures, or a sentence why there are none. */
export interface Row {
  name: string
  run(settings: RowSettings): Promise<Figure[] | string>
}
