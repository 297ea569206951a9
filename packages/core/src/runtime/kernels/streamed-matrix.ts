import { type Matrix, matrix } from '../../numerics/linalg/matrix.ts'
import { type BlockedMatrix, type BlockedSparseMatrix, rowsBetween } from '../../numerics/linalg/rows.ts'
import type { SparseMatrix } from '../../numerics/linalg/sparse-matrix.ts'
import type { Progress } from '../progress.ts'
import { runToEnd } from '../steps.ts'
import { KernelMatrix } from './kernel-matrix.ts'
import type { Block, Kernels } from './kernels.ts'
import { paddedToFour, paddedToTwo } from './pack-matrix.ts'

/** Room outside memory for blocks that were made ready, such as a file. */
export interface BlockRoom {
  /** Reads whole rows as they were written. */
  readRows(begin: number, end: number, to: Float64Array): void
  /** Keeps whole rows from row `begin` on. */
  writeRows(begin: number, values: Float64Array): void
  /** Gives the room back. */
  remove(): void
}

/**
 * A matrix X (n×d), dense or sparse, that is read block by block for every product, as a `ResidentMatrix` otherwise: the same products with the same bytes, since sums over rows go on from
 * block to block in their order. It takes memory for one block from `kernels` while it reads. One reading of X and O(entries·k) a product.
 */
export class StreamedMatrix {
  readonly rows: number
  readonly columns: number
  readonly kernels: Kernels
  readonly form: 'double' | 'sparse'
  /** ‖X‖² of rows of unit length, once they were read. */
  squaredNorm = 0
  private readonly source: BlockedMatrix | BlockedSparseMatrix
  private readonly unit: boolean
  /** Where blocks of a dense X are kept as they were packed at the first reading. */
  private room: BlockRoom | null
  private hasScratchCopy = false

  /**
   * With `unit` rows are brought to unit length whenever they are read, as `unitRows` does. A dense X is read and packed only once where there is room for n×d doubles, both numbers rounded up to
   * multiples of 4.
   */
  constructor(
    kernels: Kernels,
    source: BlockedMatrix | BlockedSparseMatrix,
    unit = false,
    room: BlockRoom | null = null,
  ) {
    this.unit = unit
    this.room = room
    this.kernels = kernels
    this.source = source
    this.rows = source.rows
    this.columns = source.columns
    this.form = 'readRows' in source ? 'double' : 'sparse'
  }

  /** Numbers that a product multiplies with, at most. */
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

  /** X·W for a factor as `ResidentMatrix.multiplyPanels` wants it, with a pause after every block. */
  *multiplySteps(out: Block, w: Block, width: number): Generator<void, void> {
    yield* this.readBlocks((x, begin) => {
      const part = x.allocateResult(width)
      x.multiplyPanels(part, w, width)
      out.f64.set(part.f64.subarray(0, x.rows * width), begin * width)
    })
  }

  /** Xᵀ·G for a factor as `ResidentMatrix.transposeMultiplyPanels` wants it, with a pause after every block. */
  *transposeMultiplySteps(out: Block, g: Block, width: number): Generator<void, void> {
    out.f64.fill(0, 0, paddedToFour(this.columns) * width)
    yield* this.readBlocks((x, begin) => {
      const part = this.kernels.allocate(paddedToFour(x.rows) * width)
      if (this.form === 'sparse') part.f64.set(g.f64.subarray(begin * width, (begin + x.rows) * width))
      else this.takePanels(part, g, begin, x.rows, width)
      x.addTransposePanels(out, part, width)
    })
  }

  /** X·W (n×k) for W d×k. */
  multiply(w: Matrix): Matrix {
    const result = matrix(this.rows, w.columns)
    runToEnd(this.readBlocks((x, begin) => result.data.set(x.multiply(w).data, begin * w.columns)))
    return result
  }

  /** Xᵀ·G (d×k) for G n×k. */
  transposeMultiply(g: Matrix): Matrix {
    const sums = matrix(this.columns, g.columns)
    this.addTransposeMultiplyInto(sums, g)
    return sums
  }

  /** Adds Xᵀ·G to `sums` (d×k), row after row: as if these rows came after those that the sums were made of. */
  addTransposeMultiplyInto(sums: Matrix, g: Matrix): void {
    const { columns } = g
    runToEnd(
      this.readBlocks((x, begin) => {
        const gBlock = g.data.subarray(begin * columns, (begin + x.rows) * columns)
        x.addTransposeMultiplyInto(sums, matrix(x.rows, columns, gBlock))
      }),
    )
  }

  /** Xᵀ·(X·W) (d×k) for W d×k in one reading of X; yields after every block. */
  *gram(w: Matrix): Generator<Progress, Matrix> {
    const sums = matrix(this.columns, w.columns)
    let done = 0
    const steps = this.readBlocks((x) => {
      x.addTransposeMultiplyInto(sums, x.multiply(w))
      done += x.rows
    })
    while (!steps.next().done) yield { stage: 'singular vectors', iteration: done, total: this.rows }
    return sums
  }

  /** XᵀX (d×d) in one reading of X; null where X is sparse. Yields after every block. */
  *squareInSteps(): Generator<Progress, Matrix | null> {
    if (this.form === 'sparse') return null
    const sums = matrix(this.columns, this.columns)
    let done = 0
    const steps = this.readBlocks((x) => {
      x.addSquareInto(sums)
      done += x.rows
    })
    while (!steps.next().done) yield { stage: 'singular vectors', iteration: done, total: this.rows }
    return sums
  }

  /** Gives the room back. */
  remove(): void {
    this.room?.remove()
    this.room = null
    this.hasScratchCopy = false
  }

  /** Shows `use` every block in the kernels' memory, one at a time, and the number of its first row; pauses after each. */
  private *readBlocks(use: (x: KernelMatrix, begin: number) => void): Generator<void, void> {
    const { kernels, source, unit, rows } = this
    let squares = 0
    for (let begin = 0; begin < rows; begin += source.blockRows) {
      const end = Math.min(begin + source.blockRows, rows)
      const mark = kernels.mark()
      const x =
        'readRows' in source
          ? this.denseBlock(source, begin, end)
          : new KernelMatrix(kernels, rowsBetween(source, begin, end) as SparseMatrix, { unit, turned: false })
      for (const square of x.squaredLengths) squares += square
      use(x, begin)
      kernels.release(mark)
      yield
    }
    if (this.hasScratchCopy) return
    this.squaredNorm = squares
    this.hasScratchCopy = this.room !== null
  }

  /** Rows begin … end − 1 of a dense X, read to where they are packed from. */
  private denseBlock(source: BlockedMatrix, begin: number, end: number): KernelMatrix {
    const { kernels, unit, columns, room: scratch } = this
    const rows = end - begin
    if (scratch && this.hasScratchCopy) {
      const packed = kernels.allocate(paddedToFour(rows) * paddedToFour(columns))
      scratch.readRows(begin, begin + paddedToFour(rows), packed.f64)
      return new KernelMatrix(kernels, { rows, columns, packed })
    }
    const raw = kernels.allocate(paddedToFour(rows) * columns)
    // What makes the rows may let the memory grow, which leaves it where it is only if it is shared.
    const room = kernels.shared ? raw.f64.subarray(0, rows * columns) : new Float64Array(rows * columns)
    source.readRows(begin, end, room)
    if (!kernels.shared) raw.f64.set(room)
    raw.f64.fill(0, rows * columns)
    const x = new KernelMatrix(kernels, { rows, columns, raw }, { unit })
    try {
      scratch?.writeRows(begin, x.packed!.f64)
    } catch {
      // A disk that is full costs time, not the fit.
      this.remove()
    }
    return x
  }

  /** The rows begin … of a factor in panels of four columns over all rows, in panels over these rows. */
  private takePanels(part: Block, g: Block, begin: number, rows: number, width: number): void {
    const [tall, high] = [paddedToFour(this.rows), paddedToFour(rows)]
    for (let j = 0; j < width; j += 4) {
      const panel = Math.min(4, width - j)
      const from = tall * j + begin * panel
      part.f64.set(g.f64.subarray(from, from + rows * panel), high * j)
      part.f64.fill(0, high * j + rows * panel, high * (j + panel))
    }
  }
}
