import type { Block, Kernels } from '../kernels/kernels.ts'
import { Assignment } from './assignment.ts'
import { packSinglesInto, panelLength } from './centre-panels.ts'

/** The nearest centre of each point in single precision, by −½ of the squared distances: for points of about unit length. Of two centres that are equally far to seven digits either may be the one. */
export class SingleAssignment extends Assignment {
  private readonly eights: number
  private readonly rows: Block
  private readonly panels: Block
  private readonly halves: Block

  constructor(kernels: Kernels, block: Block, samples: number, features: number, start: Float64Array) {
    super(kernels, block, samples, features, start)
    const length = panelLength(this.clusters, features)
    this.eights = Math.ceil(samples / 8)
    this.rows = kernels.allocate(4 * this.eights * features)
    this.panels = kernels.allocate(length / 2)
    this.halves = kernels.allocate(length / features / 2)
    const mark = kernels.mark()
    const unpacked = kernels.allocate(this.rows.length)
    unpacked.f32.set(block.f64.subarray(0, samples * features))
    unpacked.f32.fill(0, samples * features)
    kernels.call.packEights(unpacked.pointer, features, 0, 8 * this.eights, this.rows.pointer)
    kernels.release(mark)
  }

  protected assignNearest(): void {
    const { rows, eights, features, clusters, panels, halves, labelPointer } = this
    packSinglesInto(panels.f32, halves.f32, this.centres.f64, clusters, features)
    const { nearestCentres } = this.kernels.call
    const stride = 32 * features
    nearestCentres(
      rows.pointer,
      eights,
      stride,
      features,
      panels.pointer,
      halves.length / 2,
      halves.pointer,
      labelPointer,
    )
  }
}
