import { type BlockedMatrix, blocksOf } from '../linalg/blocked-matrix.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { Progress } from '../progress.ts'
import { featureRanges } from './feature-ranges.ts'
import type { Block, Kernels } from './kernels.ts'
import { closeUpRows, packFactorInto, paddedToFour, paddedToTwo } from './pack-matrix.ts'
import { packResident } from './pack-resident.ts'
import { workRanges } from './work-ranges.ts'

/**
 * A matrix X (n×d) that is read block by block for every product, as a `ResidentMatrix` otherwise: the same products with the same bytes, since sums over rows go on from block to block in
 * their order. It takes memory for one block from `kernels` until that is released. One reading of X and O(n·d·k) a product.
 */
export class StreamedMatrix {
  readonly rows: number
  readonly columns: number
  readonly kernels: Kernels
  readonly form = 'double'
  private readonly source: BlockedMatrix
  private readonly packed: Block
  /** Rows of the largest block, padded. */
  private readonly tall: number

  constructor(kernels: Kernels, source: BlockedMatrix) {
    this.kernels = kernels
    this.source = source
    this.rows = source.rows
    this.columns = source.columns
    this.tall = paddedToFour(Math.min(source.blockRows, source.rows))
    this.packed = kernels.allocate(this.tall * paddedToFour(source.columns))
  }

  /** Numbers that a product multiplies with. */
  get entries(): number {
    return this.rows * this.columns
  }

  /** Room for X·W with k columns. */
  allocateResult(columns: number): Block {
    return this.kernels.allocate(paddedToFour(this.rows) * paddedToTwo(columns))
  }

  /** Room for Xᵀ·G with k columns. */
  allocateTransposeResult(columns: number): Block {
    return this.kernels.allocate(paddedToFour(this.columns) * paddedToTwo(columns))
  }

  /** X·W for a W in panels of four columns with an even number of columns, `width`; the result is row-major with as many columns. */
  multiplyPanels(out: Block, w: Block, width: number): void {
    for (const _ of this.multiplySteps(out, w, width));
  }

  /** The same with a pause after every block. */
  *multiplySteps(out: Block, w: Block, width: number): Generator<void, void> {
    for (const { begin, rows } of this.packedBlocks()) {
      this.multiplyBlock(out.pointer + 8 * begin * width, rows, w, width)
      yield
    }
  }

  /** Xᵀ·G for a G in panels, as `multiplyPanels`. */
  transposeMultiplyPanels(out: Block, g: Block, width: number): void {
    for (const _ of this.transposeMultiplySteps(out, g, width));
  }

  /** The same with a pause after every block. */
  *transposeMultiplySteps(out: Block, g: Block, width: number): Generator<void, void> {
    const { kernels } = this
    const mark = kernels.mark()
    const tall = paddedToFour(this.rows)
    const part = kernels.allocate(this.tall * width)
    out.f64.fill(0, 0, paddedToFour(this.columns) * width)
    for (const { begin, rows } of this.packedBlocks()) {
      const high = paddedToFour(rows)
      for (let j = 0; j < width; j += 4) {
        const panel = Math.min(4, width - j)
        const from = tall * j + begin * panel
        part.f64.set(g.f64.subarray(from, from + rows * panel), high * j)
        part.f64.fill(0, high * j + rows * panel, high * (j + panel))
      }
      this.addTransposeBlock(out, rows, part, width)
      yield
    }
    kernels.release(mark)
  }

  /** X·W (n×k) for W d×k. */
  multiply(w: Matrix): Matrix {
    const { kernels } = this
    const mark = kernels.mark()
    const width = paddedToTwo(w.columns)
    const factor = this.factorIn(w)
    const part = kernels.allocate(this.tall * width)
    const result = matrix(this.rows, w.columns)
    for (const { begin, rows } of this.packedBlocks()) {
      this.multiplyBlock(part.pointer, rows, factor, width)
      closeUpRows(part.f64, rows, width, w.columns)
      result.data.set(part.f64.subarray(0, rows * w.columns), begin * w.columns)
    }
    kernels.release(mark)
    return result
  }

  /** Xᵀ·G (d×k) for G n×k. */
  transposeMultiply(g: Matrix): Matrix {
    const steps = this.summed(g.columns, (part, begin, rows) => {
      const own = g.data.subarray(begin * g.columns, (begin + rows) * g.columns)
      packFactorInto(part.f64.subarray(0, paddedToFour(rows) * paddedToTwo(g.columns)), own, rows, g.columns)
    })
    for (;;) {
      const { done, value } = steps.next()
      if (done) return value
    }
  }

  /** Xᵀ·(X·W) (d×k) for W d×k in one reading of X; yields after every block. */
  *gram(w: Matrix): Generator<Progress, Matrix> {
    const { kernels } = this
    const mark = kernels.mark()
    const width = paddedToTwo(w.columns)
    const factor = this.factorIn(w)
    const image = kernels.allocate(this.tall * width)
    const result = yield* this.summed(w.columns, (part, _, rows) => {
      this.multiplyBlock(image.pointer, rows, factor, width)
      kernels.call.packPanels(image.pointer, rows, width, false, part.pointer)
    })
    kernels.release(mark)
    return result
  }

  /** Σ over blocks of their transpose times what `fill` leaves, in panels, of the other factor. */
  private *summed(
    columns: number,
    fill: (part: Block, begin: number, rows: number) => void,
  ): Generator<Progress, Matrix> {
    const { kernels } = this
    const mark = kernels.mark()
    const width = paddedToTwo(columns)
    const out = this.allocateTransposeResult(columns)
    const part = kernels.allocate(this.tall * width)
    out.f64.fill(0)
    for (const { begin, rows } of this.packedBlocks()) {
      fill(part, begin, rows)
      this.addTransposeBlock(out, rows, part, width)
      yield { stage: 'singular vectors', iteration: begin + rows, total: this.rows }
    }
    closeUpRows(out.f64, this.columns, width, columns)
    const result = matrix(this.columns, columns, out.f64.slice(0, this.columns * columns))
    kernels.release(mark)
    return result
  }

  /** Every block once, packed for the kernels. */
  private *packedBlocks(): Generator<{ begin: number; rows: number }, void> {
    for (const { begin, end, data } of blocksOf(this.source)) {
      packResident(this.kernels, this.packed, matrix(end - begin, this.columns, data))
      yield { begin, rows: end - begin }
    }
  }

  /** Rows of the packed block times a factor in panels. */
  private multiplyBlock(to: number, rows: number, w: Block, width: number): void {
    const [tall, wide] = [paddedToFour(rows), paddedToFour(this.columns)]
    this.kernels.share(
      'multiplyPacked',
      workRanges(tall, 4, this.columns * width).map((range) => [
        this.packed.pointer,
        tall,
        wide,
        0,
        w.pointer,
        width,
        to,
        ...range,
      ]),
      0,
    )
  }

  private addTransposeBlock(out: Block, rows: number, g: Block, width: number): void {
    const [tall, wide] = [paddedToFour(rows), paddedToFour(this.columns)]
    this.kernels.share(
      'addTransposePacked',
      featureRanges(this.kernels, this.columns, rows * width).map((range) => [
        this.packed.pointer,
        tall,
        wide,
        0,
        g.pointer,
        width,
        out.pointer,
        ...range,
      ]),
      0,
    )
  }

  private factorIn(w: Matrix): Block {
    const factor = this.kernels.allocate(paddedToFour(w.rows) * paddedToTwo(w.columns))
    packFactorInto(factor.f64, w.data, w.rows, w.columns)
    return factor
  }
}
