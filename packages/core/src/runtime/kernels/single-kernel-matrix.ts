import type { Matrix } from '../../numerics/linalg/matrix.ts'
import { featureRanges } from './feature-ranges.ts'
import type { Block, Kernels } from './kernels.ts'
import { packResident } from './pack-kernel-matrix.ts'
import { paddedToFour, paddedToTwo } from './pack-matrix.ts'
import { rangesFrom, workRanges } from './work-ranges.ts'

/** Doubles that a call of the kernels works with. */
const SCRATCH = 16

/**
 * A dense matrix X (n×d) in single precision for products of half the cost: X and the factor are rounded to 24 bits, up to 124 products are summed in single precision, and these
 * sums in double precision. The error of an entry stays below some 1e-6 of the sizes that it sums, however large n and d are. 4 bytes per entry, in `kernels` until that is released.
 */
export class SingleResidentMatrix {
  readonly rows: number
  readonly columns: number
  readonly kernels: Kernels
  readonly form = 'single'
  /** Squared lengths of the rows, where these were brought to unit length. */
  readonly squaredLengths: Float64Array
  private readonly packed: Block

  /** With `unit` each row is divided by its length first, in double precision. */
  constructor(kernels: Kernels, x: Matrix, unit = false) {
    this.kernels = kernels
    this.rows = x.rows
    this.columns = x.columns
    this.packed = kernels.allocate((paddedToFour(x.rows) * paddedToFour(x.columns)) / 2)
    this.squaredLengths = packResident(kernels, this.packed, x, { single: true, unit })
  }

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

  /** X·W for a row-major factor with an even number of columns, `width`; the result is row-major with as many columns. Rows may be chosen as for a `ResidentMatrix`. */
  multiplyPanels(out: Block, w: Block, width: number, begin = 0, end = this.rows): void {
    const ranges = rangesFrom(begin, paddedToFour(end), this.columns * width)
    this.product('multiplySingle', out.pointer - 8 * begin * width, w, this.columns, width, ranges)
  }

  /** Xᵀ·G, as `multiplyPanels`. */
  transposeMultiplyPanels(out: Block, g: Block, width: number): void {
    const ranges = featureRanges(this.kernels, this.columns, this.rows * width)
    this.product('transposeMultiplySingle', out.pointer, g, this.rows, width, ranges)
  }

  private product(
    name: 'multiplySingle' | 'transposeMultiplySingle',
    out: number,
    factor: Block,
    inner: number,
    width: number,
    ranges: [number, number][],
  ): void {
    const { kernels, packed } = this
    const mark = kernels.mark()
    const tall = paddedToFour(inner)
    const panels = kernels.allocate((tall * paddedToFour(width)) / 2)
    // Rows up to the next multiple of 4 meet zeros of X; they only must not be infinite.
    panels.f64.fill(0)
    kernels.share(
      'packSingle',
      workRanges(inner, 4, 8 * width).map((range) => [factor.pointer, width, tall, ...range, panels.pointer]),
    )
    const x = [packed.pointer, paddedToFour(this.rows), paddedToFour(this.columns), panels.pointer, width, out] as const
    kernels.share(
      name,
      ranges.map((range) => [...x, ...range]),
      SCRATCH,
    )
    kernels.release(mark)
  }
}
