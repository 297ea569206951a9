import { InputError } from '../input-error.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Block, Kernels } from './kernels.ts'
import { BLOCK_LENGTH, closeUpRows, packFactorInto, packMatrixInto, paddedToFour, paddedToTwo } from './pack-matrix.ts'

/** Dense matrix of single-precision numbers, row by row; products with it are summed in double precision. */
export interface SingleMatrix {
  readonly rows: number
  readonly columns: number
  readonly data: Float32Array
}

/**
 * A matrix X (n×d) that stays in the kernels' memory, packed once, for many products with skinny matrices: X·W and Xᵀ·G in O(n·d·k),
 * or in O(entries·k) if X is sparse. Every product has the bytes of the plain one in linalg/matrix.ts.
 * It takes memory from `kernels` until that is released; 8 bytes an entry, 4 in single precision, 12 a stored entry if sparse.
 */
export class ResidentMatrix {
  readonly rows: number
  readonly columns: number
  private readonly kernels: Kernels
  private readonly form: 'double' | 'single' | 'sparse'
  private readonly values: Block
  private readonly indices: Block | undefined
  private readonly pointers: Block | undefined

  constructor(kernels: Kernels, x: Matrix | SingleMatrix | SparseMatrix) {
    this.kernels = kernels
    this.rows = x.rows
    this.columns = x.columns
    if ('pointers' in x) {
      this.form = 'sparse'
      this.values = kernels.copyIn(x.values)
      this.indices = integersIn(kernels, x.indices)
      this.pointers = integersIn(kernels, x.pointers)
    } else {
      const packed = paddedToFour(x.rows) * paddedToFour(x.columns)
      this.form = x.data instanceof Float32Array ? 'single' : 'double'
      this.values = kernels.allocate(this.form === 'single' ? packed / 2 : packed)
      const target = this.form === 'single' ? this.values.f32 : this.values.f64
      packMatrixInto(target, x.data, x.rows, x.columns)
    }
  }

  /** X·W (n×k) for W d×k. */
  multiply(w: Matrix): Matrix {
    return this.product(w, this.columns, this.rows, (out, factor) => this.multiplyInto(out, factor, w.columns))
  }

  /** Xᵀ·G (d×k) for G n×k. */
  transposeMultiply(g: Matrix): Matrix {
    return this.product(g, this.rows, this.columns, (out, factor) => this.transposeMultiplyInto(out, factor, g.columns))
  }

  /** X·W for a row-major W (d×k) in the kernels' memory; the result (n×k, row-major) goes to `out`, made by `allocateResult(k)`. */
  multiplyInto(out: Block, w: Block, columns: number): void {
    const { kernels, rows } = this
    const width = paddedToTwo(columns)
    const mark = kernels.mark()
    if (this.form === 'sparse') {
      const factor = this.evenFactor(w, this.columns, columns)
      const { values, indices, pointers } = this.sparse()
      kernels.call.multiplySparse(values, indices, pointers, rows, factor.pointer, width, out.pointer)
    } else {
      const { tall, wide, single, scratch } = this.dense()
      const factor = kernels.allocate(wide * width)
      packFactorInto(factor.f64, w.f64, this.columns, columns)
      kernels.call.multiplyPacked(this.values.pointer, tall, wide, single, factor.pointer, width, out.pointer, scratch)
    }
    closeUpRows(out.f64, rows, width, columns)
    kernels.release(mark)
  }

  /** Xᵀ·G for a row-major G (n×k) in the kernels' memory; the result (d×k, row-major) goes to `out`, made by `allocateTransposeResult(k)`. */
  transposeMultiplyInto(out: Block, g: Block, columns: number): void {
    const { kernels, rows } = this
    const width = paddedToTwo(columns)
    const mark = kernels.mark()
    if (this.form === 'sparse') {
      const factor = this.evenFactor(g, rows, columns)
      const { values, indices, pointers } = this.sparse()
      kernels.call.transposeMultiplySparse(
        values,
        indices,
        pointers,
        rows,
        this.columns,
        factor.pointer,
        width,
        out.pointer,
      )
    } else {
      const { tall, wide, single, scratch } = this.dense()
      const factor = kernels.allocate(tall * width)
      packFactorInto(factor.f64, g.f64, rows, columns)
      kernels.call.transposeMultiplyPacked(
        this.values.pointer,
        tall,
        wide,
        single,
        factor.pointer,
        width,
        out.pointer,
        scratch,
      )
    }
    closeUpRows(out.f64, this.columns, width, columns)
    kernels.release(mark)
  }

  /** Room for X·W with k columns. */
  allocateResult(columns: number): Block {
    return this.kernels.allocate(paddedToFour(this.rows) * paddedToTwo(columns))
  }

  /** Room for Xᵀ·G with k columns. */
  allocateTransposeResult(columns: number): Block {
    return this.kernels.allocate(paddedToFour(this.columns) * paddedToTwo(columns))
  }

  private product(factor: Matrix, inner: number, rows: number, compute: (out: Block, factor: Block) => void): Matrix {
    if (factor.rows !== inner)
      throw new InputError(`has ${factor.rows} rows where the other factor needs ${inner}, give matching shapes`, {
        code: 'wrong-shape',
        argument: 'factor',
        details: { rows: factor.rows, inner },
      })
    const mark = this.kernels.mark()
    try {
      const out = this.kernels.allocate(paddedToFour(rows) * paddedToTwo(factor.columns))
      compute(out, this.kernels.copyIn(factor.data))
      return matrix(rows, factor.columns, out.f64.slice(0, rows * factor.columns))
    } finally {
      this.kernels.release(mark)
    }
  }

  private dense() {
    const single = this.form === 'single'
    return {
      tall: paddedToFour(this.rows),
      wide: paddedToFour(this.columns),
      single,
      scratch: single ? this.kernels.allocate(BLOCK_LENGTH).pointer : 0,
    }
  }

  private sparse() {
    return { values: this.values.pointer, indices: this.indices!.pointer, pointers: this.pointers!.pointer }
  }

  /** The factor with an even number of columns: itself, or a copy with a column of zeros. */
  private evenFactor(factor: Block, rows: number, columns: number): Block {
    if (columns % 2 === 0) return factor
    const width = columns + 1
    const padded = this.kernels.allocate(rows * width)
    const from = factor.f64
    const to = padded.f64
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) to[i * width + j] = from[i * columns + j]
      to[i * width + columns] = 0
    }
    return padded
  }
}

function integersIn(kernels: Kernels, values: Uint32Array): Block {
  const block = kernels.allocate(Math.ceil(values.length / 2))
  block.i32.set(values)
  return block
}
