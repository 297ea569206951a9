import { RANK } from '../../data/scored-view.ts'
import type { DeviceRoom } from '../../device/device.ts'
import type { FitSize } from '../method.ts'
import { basisSize } from './embeddings.ts'

/**
 * What the default method needs on a device for many samples. The largest array has the features side by side, the links of all views before equal ones are added up, or the functions of a graph; most is needed while samples are
 * embedded: functions, features and what is made of them, and the graphs. Links of a graph are counted as ⅔ of those that could be.
 */
export function deviceRoom({ samples: n, features, clusters: k, options }: FitSize): DeviceRoom {
  const scores = features.map((count) => Math.min(RANK, count))
  const more = options.effort === 'fast' ? 0 : k - 1
  const columns = scores.reduce((sum, count) => sum + count + Math.min(more, count), 0)
  const functions = Math.ceil((4 * basisSize(n, k)) / 3)
  const links = ((features.length + 1) * 4 * (options.neighbours as number)) / 3
  const piece = n * Math.max(4 * columns, 8 * links, 4 * functions)
  return { samples: n, piece, all: n * (4 * (5 * functions + 3 * columns) + 3 * 12 * links) }
}
