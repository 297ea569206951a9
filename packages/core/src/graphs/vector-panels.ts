import type { Block, Kernels } from '../runtime/kernels/kernels.ts'
import type { RawRows } from '../runtime/kernels/pack-kernel-matrix.ts'
import { paddedToFour } from '../runtime/kernels/pack-matrix.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'

/** Functions in a panel: those of one node are a line of a processor's cache. */
export const PANEL = 16

/**
 * Functions on the nodes of a graph (rows × width, a multiple of 8) in single precision, in panels of 16 that lie one after the other, the last one may have 8. A product with a graph then fetches nothing but what it multiplies, and
 * what it fetches from is small enough to stay near the processor.
 */
export class VectorPanels {
  readonly rows: number
  readonly width: number
  readonly block: Block
  /** Where each panel begins (in numbers), and how many functions it has. */
  readonly panels: readonly { begin: number; columns: number }[]

  constructor(kernels: Kernels, rows: number, width: number) {
    this.rows = rows
    this.width = width
    this.block = kernels.allocate((rows * width) / 2)
    this.panels = Array.from({ length: Math.ceil(width / PANEL) }, (_, p) => ({
      begin: p * PANEL * rows,
      columns: Math.min(PANEL, width - p * PANEL),
    }))
  }

  /** Rows begin … end − 1, or those at the `places` begin … end − 1, in double precision, in the kernels' memory until that is released. */
  rowsIn(kernels: Kernels, begin: number, end: number, places?: Uint32Array): RawRows {
    const rows = end - begin
    const raw = kernels.allocate(paddedToFour(rows) * this.width)
    raw.f64.fill(0, rows * this.width)
    if (places) {
      for (let i = 0, to = raw.pointer; i < rows; i++, to += 8 * this.width)
        kernels.call.turnPanels(this.block.pointer, this.rows, this.width, places[begin + i], to, false, 0, 1)
    } else this.turn(kernels, begin, rows, raw, 0)
    return { rows, columns: this.width, raw }
  }

  /** Puts `rows` rows of the kernels' memory to their places, the first to `begin`. */
  takeRows(kernels: Kernels, begin: number, rows: number, from: Block): void {
    this.turn(kernels, begin, rows, from, 1)
  }

  private turn(kernels: Kernels, begin: number, rows: number, { pointer }: Block, back: number): void {
    const { block, width } = this
    kernels.share(
      'turnPanels',
      workRanges(rows, 4, width).map((range) => [block.pointer, this.rows, width, begin, pointer, back, ...range]),
    )
  }
}

/** The address of a number of functions. */
export function addressIn({ block }: VectorPanels, place: number): number {
  return block.pointer + 4 * place
}
