import type { StoredClustering } from '@manyview/formats'

/** Samples by true class and cluster. */
export interface Confusion {
  /** In their natural order, numbers by size. */
  classes: string[]
  clusters: number[]
  /** One row a class. */
  counts: number[][]
  /** True where only the largest classes or clusters are in it. */
  cut: boolean
}

const mostShown = 40

/** How the true classes and the clusters meet; of more than 40 of either, the largest. Null without true labels. O(samples). */
export function confusion({ record, labels, truth }: StoredClustering): Confusion | null {
  if (!truth) return null
  const classSizes = new Array<number>(truth.classes.length).fill(0)
  for (const code of truth.codes) classSizes[code]++
  const classes = largest(classSizes).sort((a, b) =>
    truth.classes[a].localeCompare(truth.classes[b], 'en', { numeric: true }),
  )
  const clusters = largest(record.sizes).sort((a, b) => a - b)
  const rowOf = new Map(classes.map((code, row) => [code, row]))
  const columnOf = new Map(clusters.map((cluster, column) => [cluster, column]))
  const counts = classes.map(() => clusters.map(() => 0))
  labels.forEach((label, i) => {
    const row = rowOf.get(truth.codes[i])
    const column = columnOf.get(label)
    if (row !== undefined && column !== undefined) counts[row][column]++
  })
  return {
    classes: classes.map((code) => truth.classes[code]),
    clusters,
    counts,
    cut: classes.length < classSizes.length || clusters.length < record.clusters,
  }
}

function largest(sizes: readonly number[]): number[] {
  const order = Array.from(sizes.keys()).sort((a, b) => sizes[b] - sizes[a] || a - b)
  return order.slice(0, mostShown)
}
