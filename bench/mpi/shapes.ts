/** A data set's size: samples, features of each view, clusters. */
export interface Shape {
  samples: number
  features: number[]
  clusters: number
}

/** Sizes to measure with; `nuswide` is that of NUSWIDEOBJ. */
export const shapes: Record<string, Shape> = {
  nuswide: { samples: 30_000, features: [64, 225, 144, 73, 128], clusters: 31 },
  small: { samples: 3000, features: [64, 225, 144, 73, 128], clusters: 31 },
}

/** Doubles that a rank sends to others in one iteration of DSTL, as docs/cluster.md gives it. */
export function sentAnIteration({ samples, features, clusters }: Shape, ranks: number): number {
  const away = (ranks - 1) / ranks
  const width = clusters + (clusters % 2)
  const transpositions = 4 * (samples / ranks) * features.length * width * away
  const sums = 2 * away * clusters * (features.reduce((sum, d) => sum + d, 0) + features.length * clusters)
  return transpositions + sums
}

/** Collective calls of an iteration: four transpositions in messages of 4 MiB a rank, two calls for each of the 2·m sums, two short sums. */
export function callsAnIteration({ samples, features, clusters }: Shape, ranks: number): number {
  const stride = features.length * (clusters + (clusters % 2))
  const messages = Math.ceil(Math.ceil(samples / ranks) / Math.floor(524_288 / stride))
  return 4 * messages + 4 * features.length + 2
}

/** Megabytes of a rank beside Node's own, as docs/cluster.md gives them. */
export function megabytesOfRank({ samples, features, clusters: k }: Shape, ranks: number): number {
  const [m, w] = [features.length, k + (k % 2)]
  const all = features.reduce((sum, d) => sum + d, 0)
  const transform = ranks === 1 ? 0 : m * w
  return (8e-6 * samples * (2 * all + 2 * m * w + transform + 3 * w + 2 * m * k + 2 * k)) / ranks
}
