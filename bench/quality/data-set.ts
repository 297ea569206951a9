import type { PreparedViews } from '@manyview/core/methods'
import type { Random } from '@manyview/core/numerics'

/** Views, and the labellings of their samples that are right. */
export interface DataSet {
  input: PreparedViews
  /** One label per sample; null where the sample is left out of the score. */
  labellings: readonly (readonly (string | null)[])[]
  clusters: number
}

/** What a fit starts from. */
export interface Source {
  /** About how many samples there are, so that large ones are clustered first. */
  samples: number
  /** Reads or draws the samples; null where the file is absent. */
  read(): Promise<DataSet | null>
  /** Changes the views after the samples are shuffled, anew for each seed. */
  change?(input: PreparedViews, random: Random): PreparedViews
  /** The method chooses the number of clusters. */
  auto?: boolean
}

/** Sources by the names that rows and flags use. */
export type Sources = Readonly<Record<string, Source>>
