import type { DeviceFit } from '@manyview/core/runtime'

/** What a fit needs on a card. */
export interface FitRoom {
  /** Bytes of its largest array. */
  piece: number
  /** Bytes of all arrays that are there at the same time. */
  all: number
}

/** Columns of the scores of a view on a device, and candidates of a list beside its neighbours there. */
const SCORES = 32
const SPARE = 6

/**
 * What the default method needs on a device for many samples. Features and functions lie in as many arrays as it takes; what needs one array are the links of one graph before equal ones are added up, those of all graphs
 * together after it, the lists of a search, and the scores of a view. Most is needed while samples are embedded: functions, features and what is made of them, and the graphs. Links of a graph are counted as ⅔ of those that
 * could be.
 */
export function fitRoom({ samples: n, features, clusters: k, rank, basis, options }: DeviceFit): FitRoom {
  const neighbours = options.neighbours as number
  const scores = features.map((count) => Math.min(rank, count))
  const more = options.effort === 'fast' ? 0 : k - 1
  const columns = scores.reduce((sum, count) => sum + count + Math.min(more, count), 0)
  const functions = Math.ceil((4 * basis) / 3)
  const links = ((features.length + 1) * 4 * neighbours) / 3
  const piece = n * Math.max(16 * neighbours, 4 * links, 8 * (neighbours + SPARE), 4 * SCORES)
  return { piece, all: n * (4 * (5 * functions + 3 * columns) + 3 * 12 * links) }
}
