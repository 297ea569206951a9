import type { StoredClustering } from '@manyview/formats'

/** Samples by true class and cluster. */
export interface Confusion {
  /** In their natural order, numbers by size. */
  classes: string[]
  /** In the order of the classes that most of their samples are of, so that what agrees lies along the diagonal. */
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
  const rowOf = new Map(classes.map((code, row) => [code, row]))
  const clusters = inOrderOfClasses(largest(record.sizes), classes.length, (visit) => {
    labels.forEach((label, i) => {
      const row = rowOf.get(truth.codes[i])
      if (row !== undefined) visit(label, row)
    })
  })
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

function inOrderOfClasses(
  clusters: number[],
  classes: number,
  each: (visit: (cluster: number, row: number) => void) => void,
): number[] {
  const counts = new Map(clusters.map((cluster) => [cluster, new Array<number>(classes).fill(0)]))
  each((cluster, row) => {
    const rows = counts.get(cluster)
    if (rows) rows[row]++
  })
  const main = new Map([...counts].map(([cluster, rows]) => [cluster, rows.indexOf(Math.max(...rows))]))
  return clusters.sort((a, b) => main.get(a)! - main.get(b)! || a - b)
}
