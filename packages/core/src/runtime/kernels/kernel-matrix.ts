import { InputError } from '../../input-error.ts'
import { type Matrix, matrix } from '../../numerics/linalg/matrix.ts'
import type { SparseMatrix } from '../../numerics/linalg/sparse-matrix.ts'
import { featureRanges, LEAST } from './feature-ranges.ts'
import type { Block, Kernels } from './kernels.ts'
import { type PackedRows, packResident, type RawRows } from './pack-kernel-matrix.ts'
import { BLOCK_LENGTH, closeUpRows, packMatrixInto, paddedToFour, paddedToTwo } from './pack-matrix.ts'
import { type SparseBlocks, sparseIn, turnedIn } from './sparse-blocks.ts'
import { rangesFrom, workRanges } from './work-ranges.ts'

/** Dense matrix of single-precision numbers, row by row; products with it are summed in double precision. */
export interface SingleMatrix {
  readonly rows: number
  readonly columns: number
  readonly data: Float32Array
}

/** How a matrix is held. */
export interface ResidentOptions {
  /** A sparse X is held as its transpose, too, so that threads share Xᵀ·G; default true. */
  turned?: boolean
  /** Rows of an X in double precision are brought to unit length, as by `unitRows`. Default false. */
  unit?: boolean
}

/**
 * A matrix X (n×d) that stays in the kernels' memory, packed once, for many products with skinny matrices: X·W and Xᵀ·G in O(n·d·k),
 * or in O(entries·k) if X is sparse, on all threads of the kernels' pool. Every product has the bytes of the plain one in linalg/matrix.ts.
 * It takes memory from `kernels` until that is released; 8 bytes per entry, 4 in single precision, 12 a stored entry if sparse, 24 if it is `turned` too:
 * then Xᵀ·G of a sparse X is done from a transposed copy, faster and by threads.
 */
export class KernelMatrix {
  readonly rows: number
  readonly columns: number
  readonly kernels: Kernels
  readonly form: 'double' | 'single' | 'sparse'
  /** Squared lengths of the rows, where these were brought to unit length. */
  readonly squaredLengths: Float64Array = new Float64Array(0)
  /** The numbers of a dense X as the products want them. */
  readonly packed: Block | undefined
  private readonly sparse: SparseBlocks | undefined
  private readonly turned: SparseBlocks | undefined

  constructor(
    kernels: Kernels,
    x: Matrix | SingleMatrix | SparseMatrix | RawRows | PackedRows,
    { turned = true, unit = false }: ResidentOptions = {},
  ) {
    this.kernels = kernels
    this.rows = x.rows
    this.columns = x.columns
    if ('pointers' in x) {
      this.form = 'sparse'
      this.sparse = sparseIn(kernels, x)
      if (unit) this.squaredLengths = unitSparseIn(kernels, this.sparse, x.rows)
      if (turned) this.turned = turnedIn(kernels, this.sparse, x.rows, x.columns)
    } else if ('packed' in x) {
      this.form = 'double'
      this.packed = x.packed
    } else {
      const packed = paddedToFour(x.rows) * paddedToFour(x.columns)
      const single = 'data' in x && x.data instanceof Float32Array
      this.form = single ? 'single' : 'double'
      this.packed = kernels.allocate(single ? packed / 2 : packed)
      if (single) packMatrixInto(this.packed.f32, x.data, x.rows, x.columns)
      else this.squaredLengths = packResident(kernels, this.packed, x as Matrix | RawRows, { unit })
    }
  }

  /** Numbers that a product multiplies with: stored ones if sparse, else all. */
  get entries(): number {
    return this.sparse?.values.length ?? this.rows * this.columns
  }

  /** X·W (n×k) for W d×k. */
  multiply(w: Matrix): Matrix {
    return this.product(w, this.columns, this.rows, (out, factor) => this.multiplyInto(out, factor, w.columns))
  }

  /** Xᵀ·G (d×k) for G n×k. */
  transposeMultiply(g: Matrix): Matrix {
    return this.product(g, this.rows, this.columns, (out, factor) => this.transposeMultiplyInto(out, factor, g.columns))
  }

  /** XᵀX (d×d) of a dense X in double precision, half of the work of `transposeMultiply` with X and the same bytes; null for others. */
  square(): Matrix | null {
    const sums = matrix(this.columns, this.columns)
    return this.addSquareInto(sums) ? sums : null
  }

  /** Adds XᵀX to symmetric `sums` (d×d), row after row: as if these rows came after those that the sums were made of. False where X is not dense or not in double precision. */
  addSquareInto(sums: Matrix): boolean {
    const { kernels, columns, packed } = this
    if (this.form !== 'double' || !packed) return false
    const mark = kernels.mark()
    const [tall, wide, width] = [paddedToFour(this.rows), paddedToFour(columns), paddedToTwo(columns)]
    const panels = kernels.allocate(tall * width)
    kernels.share(
      'panelsOfPacked',
      workRanges(width, 4, tall).map((range) => [packed.pointer, tall, wide, width, panels.pointer, ...range]),
    )
    const out = kernels.allocate(wide * width)
    out.f64.fill(0)
    for (let i = 0; i < columns; i++) out.f64.set(sums.data.subarray(i * columns, (i + 1) * columns), i * width)
    kernels.share(
      'addSquarePacked',
      workRanges(wide, 4, (tall * width) / 2, LEAST).map((range) => [
        packed.pointer,
        tall,
        wide,
        panels.pointer,
        width,
        out.pointer,
        ...range,
      ]),
    )
    const from = out.f64
    for (let i = 0; i < columns; i++)
      for (let j = i; j < columns; j++) {
        sums.data[i * columns + j] = from[i * width + j]
        sums.data[j * columns + i] = from[i * width + j]
      }
    kernels.release(mark)
    return true
  }

  /** Adds Xᵀ·G to `sums` (d×k), row after row of X and G (n×k): as if these rows came after those that the sums were made of. A sparse X is added in plain loops. */
  addTransposeMultiplyInto(sums: Matrix, g: Matrix): void {
    const { kernels, rows, columns, sparse } = this
    if (sparse) {
      this.addSparseInto(sparse, sums.data, g.data, g.columns)
      return
    }
    const mark = kernels.mark()
    const width = paddedToTwo(g.columns)
    const out = this.allocateTransposeResult(g.columns)
    for (let j = 0; j < columns; j++) out.f64.set(sums.data.subarray(j * g.columns, (j + 1) * g.columns), j * width)
    this.addTransposePanels(out, this.factor(kernels.copyIn(g.data), rows, g.columns), width)
    closeUpRows(out.f64, columns, width, g.columns)
    sums.data.set(out.f64.subarray(0, sums.data.length))
    kernels.release(mark)
  }

  /** X·W for a row-major W (d×k) in the kernels' memory; the result (n×k, row-major) goes to `out`, made by `allocateResult(k)`. */
  multiplyInto(out: Block, w: Block, columns: number): void {
    const { kernels, rows } = this
    const width = paddedToTwo(columns)
    const mark = kernels.mark()
    this.multiplyPanels(out, this.factor(w, this.columns, columns), width)
    closeUpRows(out.f64, rows, width, columns)
    kernels.release(mark)
  }

  /** Xᵀ·G for a row-major G (n×k) in the kernels' memory; the result (d×k, row-major) goes to `out`, made by `allocateTransposeResult(k)`. */
  transposeMultiplyInto(out: Block, g: Block, columns: number): void {
    const { kernels, rows } = this
    const width = paddedToTwo(columns)
    const mark = kernels.mark()
    this.transposeMultiplyPanels(out, this.factor(g, rows, columns), width)
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

  /**
   * X·W for a factor as the kernels want it (panels of four columns, see `packFactorInto`; row by row for a sparse X) with an even number of columns, `width`; the
   * result is row-major with as many columns. `out` as from `allocateResult(width)`. Of rows begin … end − 1 alone (begin a multiple of 4), the first of which then is the first of `out`, where these are given.
   */
  multiplyPanels(out: Block, w: Block, width: number, begin = 0, end = this.rows): void {
    const { kernels, rows, columns, sparse } = this
    const first = out.pointer - 8 * begin * width
    if (sparse) {
      const { values, indices, pointers } = sparse
      const matrix = [values.pointer, indices.pointer, pointers.pointer] as const
      kernels.share(
        'multiplySparse',
        rangesFrom(begin, end, (values.length / rows) * width).map((range) => [
          ...matrix,
          w.pointer,
          width,
          first,
          ...range,
        ]),
      )
    } else {
      const ranges = rangesFrom(begin, paddedToFour(end), columns * width)
      this.multiplyPacked('multiplyPacked', first, w, width, ranges)
    }
  }

  /** Xᵀ·G, as `multiplyPanels`; `out` as from `allocateTransposeResult(width)`. */
  transposeMultiplyPanels(out: Block, g: Block, width: number): void {
    const { kernels, rows, columns, sparse, turned } = this
    if (turned) {
      const { values, indices, pointers } = turned
      const share = workRanges(columns, 4, (values.length / columns) * width)
      const matrix = [values.pointer, indices.pointer, pointers.pointer] as const
      kernels.share(
        'multiplySparse',
        share.map((range) => [...matrix, g.pointer, width, out.pointer, ...range]),
      )
    } else if (sparse) {
      out.f64.fill(0)
      this.addSparseInto(sparse, out.f64, g.f64, width)
    } else
      this.multiplyPacked(
        'transposeMultiplyPacked',
        out.pointer,
        g,
        width,
        featureRanges(kernels, columns, rows * width),
      )
  }

  /** Adds Xᵀ·G to `out`, row after row; factors as for `transposeMultiplyPanels`. */
  addTransposePanels(out: Block, g: Block, width: number): void {
    const { kernels, rows, columns, sparse } = this
    if (sparse) this.addSparseInto(sparse, out.f64, g.f64, width)
    else this.multiplyPacked('addTransposePacked', out.pointer, g, width, featureRanges(kernels, columns, rows * width))
  }

  private multiplyPacked(
    name: 'multiplyPacked' | 'transposeMultiplyPacked' | 'addTransposePacked',
    out: number,
    factor: Block,
    width: number,
    ranges: [number, number][],
  ): void {
    const single = this.form === 'single'
    const x = [this.packed!.pointer, paddedToFour(this.rows), paddedToFour(this.columns), single ? 1 : 0] as const
    this.kernels.share(
      name,
      ranges.map((range) => [...x, factor.pointer, width, out, ...range]),
      single ? BLOCK_LENGTH : 0,
    )
  }

  private addSparseInto(
    { values, indices, pointers }: SparseBlocks,
    sums: Float64Array,
    g: Float64Array,
    width: number,
  ): void {
    const [entries, columns, ends] = [values.f64, indices.i32, pointers.i32]
    for (let i = 0; i < this.rows; i++)
      for (let p = ends[i]; p < ends[i + 1]; p++)
        for (let c = 0, to = columns[p] * width, from = i * width; c < width; c++, to++, from++)
          sums[to] += entries[p] * g[from]
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

  /** A row-major factor as the kernels want it. */
  private factor(given: Block, rows: number, columns: number): Block {
    const even = this.evenFactor(given, rows, columns)
    if (this.sparse) return even
    const width = paddedToTwo(columns)
    const packed = this.kernels.allocate(paddedToFour(rows) * width)
    this.kernels.share(
      'packPanels',
      workRanges(width, 4, rows).map((range) => [even.pointer, rows, width, 0, packed.pointer, ...range]),
    )
    return packed
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

/** Divides its rows by their lengths; gives the squared lengths that they then have. */
function unitSparseIn(kernels: Kernels, { values, pointers }: SparseBlocks, rows: number): Float64Array {
  const mark = kernels.mark()
  const squares = kernels.allocate(rows)
  kernels.call.unitSparse(values.pointer, pointers.pointer, rows, squares.pointer)
  kernels.release(mark)
  return squares.f64.slice()
}
