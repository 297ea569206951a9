import type { Block, KernelCall, Kernels } from '../../runtime/kernels/kernels.ts'
import { workRanges } from '../../runtime/kernels/work-ranges.ts'
import { PANEL, packCentresInto, panelLength } from './centre-panels.ts'

/**
 * Finds the nearest centre of each of n points (n×d, in `block`), step after step, with bounds by which most centres are skipped (kernel `assignCentres`).
 * It allocates about 8·(5 + clusters / 4) bytes per point and leaves the release to the caller.
 */
export class BoundedAssignment {
  /** clusters × d; call `follow` after moving them. */
  readonly centres: Block
  private readonly kernels: Kernels
  private readonly block: Block
  private readonly samples: number
  private readonly features: number
  private readonly clusters: number
  private readonly labelBlock: Block
  private readonly previousLabels: Int32Array
  /** The centres of the latest `assign`. */
  private readonly previousCentres: Block
  private readonly panelCount: number
  private readonly ranges: [number, number][]
  private readonly panels: Block
  private readonly upper: Block
  private readonly lower: Block
  private readonly lowest: Block
  /** Distance that each centre went in all steps together. */
  private readonly centreDrift: Block
  /** Sum over the steps of the largest distance that a centre of each panel went. */
  private readonly panelDrift: Block
  /** Sum over the steps of the largest distance that any centre went. */
  private maxDrift = 0
  private steps = 0

  constructor(kernels: Kernels, block: Block, samples: number, features: number, start: Float64Array) {
    this.kernels = kernels
    this.block = block
    this.samples = samples
    this.features = features
    this.clusters = start.length / features
    this.labelBlock = kernels.allocate(Math.ceil(samples / 2))
    this.centres = kernels.copyIn(start)
    this.previousLabels = new Int32Array(samples)
    this.previousCentres = kernels.allocate(start.length)
    this.labels.fill(-1)
    this.panelCount = Math.ceil(this.clusters / PANEL)
    this.ranges = workRanges(samples, 2, start.length)
    this.panels = kernels.allocate(panelLength(this.clusters, features))
    this.upper = kernels.allocate(samples)
    this.lower = kernels.allocate(samples * this.panelCount)
    this.lowest = kernels.allocate(samples)
    this.centreDrift = kernels.allocate(this.clusters)
    this.panelDrift = kernels.allocate(this.panelCount)
    this.centreDrift.f64.fill(0)
    this.panelDrift.f64.fill(0)
  }

  /** Gives every point the label of its nearest centre, ties to the lowest. */
  assign(): void {
    const { kernels, centres, panels, clusters, features, panelCount } = this
    this.previousLabels.set(this.labels)
    this.previousCentres.f64.set(centres.f64)
    packCentresInto(panels.f64, centres.f64, clusters, features)
    // Rounding of a distance, of the summed drifts and of the comparison, each far below this.
    const slack = 4 * (features + this.steps++ + 20) * Number.EPSILON
    const calls = this.ranges.map(
      ([first, end]): KernelCall<'assignCentres'> => [
        this.block.pointer + 8 * features * first,
        end - first,
        features,
        panels.pointer,
        panelCount,
        this.labelBlock.pointer + 4 * first,
        this.upper.pointer + 8 * first,
        this.lower.pointer + 8 * panelCount * first,
        this.lowest.pointer + 8 * first,
        this.centreDrift.pointer,
        this.panelDrift.pointer,
        this.maxDrift,
        slack,
      ],
    )
    kernels.share('assignCentres', calls, 2 * PANEL)
  }

  /** True if the latest `assign` changed a label. */
  get changed(): boolean {
    const { labels, previousLabels } = this
    for (let i = 0; i < previousLabels.length; i++) if (labels[i] !== previousLabels[i]) return true
    return false
  }

  /** One cluster per point, −1 before the first step. */
  get labels(): Int32Array {
    return this.labelBlock.i32.subarray(0, this.samples)
  }

  /** Address of the labels in the kernels' memory. */
  get labelPointer(): number {
    return this.labelBlock.pointer
  }

  /** Measures the squared distance of every point to the centre of its cluster. O(n·d). */
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

  /** Counts the points of each cluster. O(n). */
  countLabels(): Int32Array {
    const counts = new Int32Array(this.clusters)
    const { labels } = this
    for (let i = 0; i < labels.length; i++) counts[labels[i]]++
    return counts
  }

  /** Drops the bounds of a point whose label the caller changed. */
  forget(point: number): void {
    const { panelCount } = this
    this.upper.f64[point] = Number.POSITIVE_INFINITY
    this.lowest.f64[point] = Number.NEGATIVE_INFINITY
    this.lower.f64.fill(Number.NEGATIVE_INFINITY, point * panelCount, (point + 1) * panelCount)
  }

  /** Widens the bounds by how far the caller moved the centres since the latest `assign`. O(clusters·d). */
  follow(): void {
    const { kernels, clusters, features, centres, previousCentres, centreDrift, panelDrift } = this
    const places = [
      centres.pointer,
      previousCentres.pointer,
      clusters,
      features,
      centreDrift.pointer,
      panelDrift.pointer,
    ] as const
    this.maxDrift += kernels.call.followCentres(...places)
  }
}
