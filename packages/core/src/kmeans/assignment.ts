import type { Block, Kernels } from '../kernels/kernels.ts'

/** Points (n×d, in `block`) and centres (clusters × d) of k-means, and which point belongs to which centre. Allocates and leaves the release to the caller. */
export abstract class Assignment {
  /** clusters × d; who moves them tells `follow`. */
  readonly centres: Block
  protected readonly kernels: Kernels
  protected readonly block: Block
  protected readonly samples: number
  protected readonly features: number
  protected readonly clusters: number
  protected readonly labelBlock: Block
  private readonly before: Int32Array
  /** The centres of the latest `assign`. */
  protected readonly used: Float64Array

  constructor(kernels: Kernels, block: Block, samples: number, features: number, start: Float64Array) {
    this.kernels = kernels
    this.block = block
    this.samples = samples
    this.features = features
    this.clusters = start.length / features
    // The kernels write the labels of eight points at a time.
    this.labelBlock = kernels.allocate(4 * Math.ceil(samples / 8))
    this.centres = kernels.copyIn(start)
    this.before = new Int32Array(samples)
    this.used = new Float64Array(start.length)
    this.labels.fill(-1)
  }

  /** Gives every point the label of its nearest centre, ties to the lowest. */
  assign(): void {
    this.before.set(this.labels)
    this.used.set(this.centres.f64)
    this.assignNearest()
  }

  protected abstract assignNearest(): void

  /** True where a label is another one than before the latest `assign`. */
  get changed(): boolean {
    const { labels, before } = this
    for (let i = 0; i < before.length; i++) if (labels[i] !== before[i]) return true
    return false
  }

  /** A point's label was changed by hand. */
  forget(_point: number): void {}

  /** The centres went elsewhere since the latest `assign`. */
  follow(): void {}

  /** One cluster a point, −1 before the first step. */
  get labels(): Int32Array {
    return this.labelBlock.i32.subarray(0, this.samples)
  }

  /** Where the kernels find the labels. */
  get labelPointer(): number {
    return this.labelBlock.pointer
  }

  /** Squared distance of every point to the centre of its cluster. */
  measure(): Float64Array {
    const { samples, features, labels } = this
    const [points, centres] = [this.block.f64, this.centres.f64]
    const distances = new Float64Array(samples)
    for (let i = 0, p = 0; i < samples; i++)
      for (let l = 0, q = labels[i] * features; l < features; l++) {
        const difference = points[p++] - centres[q++]
        distances[i] += difference * difference
      }
    return distances
  }

  /** How many points each cluster has. */
  countLabels(): Int32Array {
    const counts = new Int32Array(this.clusters)
    const { labels } = this
    for (let i = 0; i < labels.length; i++) counts[labels[i]]++
    return counts
  }
}
