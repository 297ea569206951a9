import type { Clustering } from '../cluster.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'

/** Samples of one cluster, by position. */
export interface ClusterExamples {
  /** The surest first. */
  typical: number[]
  /** The least sure first. */
  doubtful: number[]
}

type ExampleSource = Pick<Clustering, 'labels' | 'clusters' | 'confidence' | 'embedding' | 'outliers'>

/**
 * For each cluster its `count` most typical and most doubtful samples: by confidence where the method gives one, among equals and elsewhere
 * by how much nearer the centre of the own cluster is than that of the next. `embedding` is n×p. Outliers are no examples. O(n·p·clusters).
 */
export function typicalSamples(
  { labels, clusters, confidence, embedding, outliers }: ExampleSource,
  count: number,
): ClusterExamples[] {
  const fitted = Array.from(labels.keys()).filter((i) => !outliers?.[i])
  const margins = embedding ? centreMargins(embedding, labels, clusters, fitted) : new Float64Array(labels.length)
  const surest = (a: number, b: number) =>
    (confidence ? confidence[b] - confidence[a] : 0) || margins[b] - margins[a] || a - b
  const members: number[][] = Array.from({ length: clusters }, () => [])
  for (const i of fitted) members[labels[i]].push(i)
  return members.map((samples) => {
    const ranked = samples.sort(surest)
    return { typical: ranked.slice(0, count), doubtful: ranked.slice(-count).reverse() }
  })
}

/** Distance to the nearest other centre less that to the own one, for each sample. */
function centreMargins(
  { columns, data }: Matrix,
  labels: Int32Array,
  clusters: number,
  fitted: readonly number[],
): Float64Array {
  const centres = matrix(clusters, columns)
  const sizes = new Float64Array(clusters)
  for (const i of fitted) {
    sizes[labels[i]]++
    for (let j = 0; j < columns; j++) centres.data[labels[i] * columns + j] += data[i * columns + j]
  }
  for (let c = 0; c < clusters; c++)
    for (let j = 0; j < columns; j++) centres.data[c * columns + j] /= Math.max(1, sizes[c])
  return Float64Array.from(labels, (label, i) => {
    let own = 0
    let other = Infinity
    for (let c = 0; c < clusters; c++) {
      if (sizes[c] === 0) continue
      let square = 0
      for (let j = 0; j < columns; j++) {
        const difference = data[i * columns + j] - centres.data[c * columns + j]
        square += difference * difference
      }
      if (c === label) own = Math.sqrt(square)
      else other = Math.min(other, Math.sqrt(square))
    }
    return other === Infinity ? -own : other - own
  })
}
