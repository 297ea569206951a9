/** A fit that is asked for. */
export interface Task {
  file: string
  seed: number
  /** A method of the registry; undefined: the default. */
  method?: string
  /** The order of the samples: 0 as stored, others drawn by this number. */
  shuffle: number
}

/** A fit, or why there is none. */
export interface Row extends Task {
  acc: number
  nmi: number
  ari: number
  /** Mean over the classes of the share that was found. */
  recall: number
  /** Mean confidence; null where the method gives none. */
  confidence: number | null
  /** Clusters that were asked for or chosen. */
  clusters: number
  /** Where the method chose the number of clusters: whether a reference has as many. */
  right?: boolean
  /** Processor seconds. */
  seconds: number
  warnings: string[]
  error?: string
}

/** The scores of a row. */
export type Score = 'acc' | 'nmi' | 'ari' | 'recall'

/** Names one fit; the same fit of two records has the same key. */
export function keyOf({ file, seed, method, shuffle }: Task): string {
  return [file, seed, method ?? '', shuffle].join('|')
}
