import { Random } from '@manyview/core/numerics'

/** Settings with which a method can tell a few clear clusters apart: published defaults are tuned to one data set each. */
export const suited: Record<string, Record<string, number>> = {
  dstl: { lambda1: 1, lambda2: 0.1 },
  awmvc: { restarts: 10 },
  fsmsc: { restarts: 10 },
  udbgl: { restarts: 10 },
  etlmsc: { lambda: 0.3 },
  ascr: { alpha: 1 },
  // Twice as many anchors as features are more than these views have to say.
  'se-ftmc': { anchorsPerCluster: 1 },
  ltbpl: { alpha: 1, beta: 1 },
}

/** 24 samples in two views around three centres, classes taking turns, and the classes. */
export const planted = plantedViews(24, 3, [5, 7])
export const truth = Array.from({ length: 24 }, (_, i) => i % 3)

/** n samples around `clusters` centres in views of the given dimensions, classes taking turns. */
export function plantedViews(n: number, clusters: number, dimensions: number[]): number[][][] {
  const random = new Random(2)
  const around = (centre: number, width: number) => centre + width * (random.uniform() + random.uniform() - 1)
  return dimensions.map((features) => {
    const centres = Array.from({ length: clusters }, () => Array.from({ length: features }, () => around(0, 4)))
    return Array.from({ length: n }, (_, i) => centres[i % clusters].map((value) => around(value, 0.3)))
  })
}

/** The samples of each class one after the other, for methods that read the order. */
export function sortedByClass<T>(samples: T[]): T[] {
  return [0, 1, 2].flatMap((label) => samples.filter((_, i) => truth[i] === label))
}

/** The same view as lists of entries. */
export function sparse(view: number[][]) {
  const entries = view.map((row) => row.flatMap((value, j) => (value === 0 ? [] : [{ value, j }])))
  const pointers = [0]
  for (const row of entries) pointers.push(pointers.at(-1)! + row.length)
  return {
    values: entries.flat().map(({ value }) => value),
    indices: entries.flat().map(({ j }) => j),
    pointers,
    samples: view.length,
    features: view[0].length,
  }
}

/** Labels renumbered by first appearance: equal for equal partitions. */
export function partition(labels: ArrayLike<number>): number[] {
  const numbers = new Map<number, number>()
  return Array.from(labels, (label) => {
    if (!numbers.has(label)) numbers.set(label, numbers.size)
    return numbers.get(label)!
  })
}
