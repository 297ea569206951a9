import { logarithm } from '../math/logarithm.ts'

/** A partition that is compared with many others. */
export interface ComparedPartition {
  labels: Int32Array
  clusters: number
  entropy: number
}

/** Entropies below are those of one cluster, up to rounding. */
const NONE = 1e-12

/**
 * Normalised mutual information (arithmetic) of many pairs of partitions of the same n samples, that of `normalisedMutualInformation` up to rounding: c·ln c is looked up, since all counts are whole numbers up to n.
 * O(n + clusters²) a pair.
 */
export class PairwiseInformation {
  private readonly samples: number
  /** c·ln c. */
  private readonly terms: Float64Array
  private counts = new Int32Array(0)

  constructor(samples: number) {
    this.samples = samples
    this.terms = Float64Array.from({ length: samples + 1 }, (_, count) => (count > 0 ? count * logarithm(count) : 0))
  }

  /** A partition into clusters 0 … clusters − 1, ready to be compared. */
  ready(labels: Int32Array, clusters: number): ComparedPartition {
    const counts = new Int32Array(clusters)
    for (let i = 0; i < labels.length; i++) counts[labels[i]]++
    return { labels, clusters, entropy: this.entropyOf(counts, clusters) }
  }

  /** 1 for the same partition, 0 where only one of the two has no entropy. */
  between(a: ComparedPartition, b: ComparedPartition): number {
    const both = a.entropy + b.entropy
    if (a.entropy < NONE || b.entropy < NONE) return both < NONE ? 1 : 0
    const cells = a.clusters * b.clusters
    if (this.counts.length < cells) this.counts = new Int32Array(cells)
    const { counts } = this
    const { labels, clusters } = b
    counts.fill(0, 0, cells)
    for (let i = 0; i < labels.length; i++) counts[a.labels[i] * clusters + labels[i]]++
    return Math.min(1, Math.max(0, (2 * (both - this.entropyOf(counts, cells))) / both))
  }

  private entropyOf(counts: Int32Array, length: number): number {
    const { samples, terms } = this
    let sum = 0
    for (let c = 0; c < length; c++) sum += terms[counts[c]]
    return (terms[samples] - sum) / samples
  }
}
