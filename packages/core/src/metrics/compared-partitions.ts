import { encodeLabels } from './contingency.ts'
import { entropy, mutualInformation } from './scores.ts'

/** Partitions of the same n samples that are compared two and two, for which what concerns one of them is worked out once. */
export class ComparedPartitions {
  private readonly samples: number
  private readonly codes: readonly Int32Array[]
  /** Of each partition the sizes of its clusters, and their entropy. */
  private readonly sizes: readonly Float64Array[]
  private readonly entropies: readonly number[]
  /** How many samples two clusters share. */
  private readonly counts: Float64Array

  constructor(labelings: readonly Int32Array[]) {
    this.samples = labelings[0]?.length ?? 0
    const encoded = labelings.map((labels) => encodeLabels(labels))
    this.codes = encoded.map(({ codes }) => codes)
    this.sizes = encoded.map(({ codes, names }) => sizesOf(codes, names.length))
    this.entropies = this.sizes.map((sizes) => entropy(sizes, this.samples))
    const most = this.sizes.reduce((largest, { length }) => Math.max(largest, length), 0)
    this.counts = new Float64Array(most * most)
  }

  /** The bytes of `normalisedMutualInformation` of partitions a and b. O(n + clusters²). */
  information(a: number, b: number): number {
    const { samples, counts, entropies } = this
    const [rowSizes, columnSizes] = [this.sizes[a], this.sizes[b]]
    const cells = countInto(counts, this.codes[a], this.codes[b], rowSizes.length, columnSizes.length)
    if (rowSizes.length === columnSizes.length && cells === rowSizes.length) return 1
    if (entropies[a] === 0 || entropies[b] === 0) return 0
    const mutual = mutualInformation(counts, rowSizes, columnSizes, samples)
    return Math.min(1, Math.max(0, mutual) / ((entropies[a] + entropies[b]) / 2))
  }
}

function sizesOf(codes: Int32Array, clusters: number): Float64Array {
  const sizes = new Float64Array(clusters)
  for (let i = 0; i < codes.length; i++) sizes[codes[i]]++
  return sizes
}

/** Counts how two partitions meet (rows × columns); gives how many pairs of clusters share samples. */
function countInto(counts: Float64Array, a: Int32Array, b: Int32Array, rows: number, columns: number): number {
  counts.fill(0, 0, rows * columns)
  for (let i = 0; i < a.length; i++) counts[a[i] * columns + b[i]]++
  let cells = 0
  for (let p = 0; p < rows * columns; p++) if (counts[p] > 0) cells++
  return cells
}
