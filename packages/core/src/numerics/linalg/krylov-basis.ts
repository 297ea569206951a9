import type { Block, Kernels } from '../../runtime/kernels/kernels.ts'
import { workRanges } from '../../runtime/kernels/work-ranges.ts'
import type { Ranks } from '../../runtime/ranks/ranks.ts'
import { type Matrix, matrix, squaredLengths } from './matrix.ts'

/**
 * Holds at most `capacity` orthonormal rows of length n and a symmetric operator's projection onto their span, for `blockLanczos`.
 * The rows lie in the kernels' memory until that is released. Over ranks each rank has `length` entries of every row, and all have
 * one projection.
 */
export class KrylovBasis {
  size = 0
  private readonly kernels: Kernels
  private readonly length: number
  private readonly stride: number
  private readonly capacity: number
  private readonly vectors: Block
  private readonly entries: Matrix
  private readonly careful: boolean
  private readonly ranks: Ranks
  private lastBlock = 0

  /** Starts an empty basis; with `careful` (default) rows are made orthogonal twice over: to the last bits, for twice the work. */
  constructor(kernels: Kernels, length: number, capacity: number, ranks: Ranks, careful = true) {
    this.careful = careful
    this.ranks = ranks
    this.kernels = kernels
    this.length = length
    this.stride = Math.ceil(length / 2) * 2
    this.capacity = capacity
    this.vectors = kernels.allocate(capacity * this.stride)
    this.entries = matrix(capacity, capacity)
  }

  /** Copies the rows out, size×n. */
  rows(): Matrix {
    return this.unpadded(this.vectors.f64, this.size)
  }

  /** Adds orthonormal rows to the basis. */
  append(block: Matrix): void {
    this.copyInto(this.vectors.f64.subarray(this.size * this.stride), block)
    this.size += block.rows
    this.lastBlock = block.rows
  }

  /** Records the projection of the newest block's image and returns what of the image lies outside the basis. */
  project(image: Matrix): Matrix {
    const first = this.size - this.lastBlock
    const { data, columns } = this.entries
    for (let b = 0; b < image.rows; b++) data.fill(0, (first + b) * columns, (first + b) * columns + this.size)
    const remainder = this.outside(image, this.careful ? 2 : 1, (dots) => {
      for (let b = 0; b < image.rows; b++)
        for (let j = 0; j < this.size; j++) data[(first + b) * columns + j] += dots[b * this.size + j]
    })
    for (let b = first; b < this.size; b++)
      for (let j = 0; j <= b; j++) {
        const lower = data[b * columns + j]
        const mean = j < first ? lower : (lower + data[j * columns + b]) / 2
        data[b * columns + j] = mean
        data[j * columns + b] = mean
      }
    return remainder
  }

  /** Makes the rows of `block` orthonormal among themselves and to the basis; rows whose remainder is at most `floor` are left out. */
  orthonormal(block: Matrix, floor: number): Matrix {
    const remainder = this.outside(block, 1)
    if (this.ranks.size > 1) return this.alignedRows(this.orthonormalByProducts(remainder, floor))
    const mark = this.kernels.mark()
    const target = this.kernels.allocate(remainder.rows * this.stride)
    this.copyInto(target.f64, remainder)
    const count = this.kernels.call.orthonormaliseRows(target.pointer, remainder.rows, this.stride, floor)
    const rows = this.unpadded(target.f64, count)
    this.kernels.release(mark)
    return this.alignedRows(rows)
  }

  /** Makes the rows of `block` orthonormal by their inner products, twice, so that two sums over the ranks are enough. */
  private orthonormalByProducts(block: Matrix, floor: number): Matrix {
    const { stride } = this
    let rows = block
    for (const least of [floor, 0]) {
      const count = rows.rows
      if (count === 0) return rows
      const mark = this.kernels.mark()
      const source = this.kernels.allocate(count * stride)
      this.copyInto(source.f64, rows)
      const products = this.kernels.allocate(count * count)
      this.dots(source, count, products, source, count)
      const combinations = orthonormalCombinations(matrix(count, count, products.f64.slice()), least)
      const factors = this.kernels.allocate(combinations.data.length)
      factors.f64.set(combinations.data.map((value) => -value))
      const target = this.kernels.allocate(combinations.rows * stride)
      target.f64.fill(0)
      this.subtract(target, combinations.rows, factors, source, count)
      rows = this.unpadded(target.f64, combinations.rows)
      this.kernels.release(mark)
    }
    return rows
  }

  /** Makes rows orthogonal to the basis once more: normalising a short remainder has magnified its rounding errors. */
  private alignedRows(rows: Matrix): Matrix {
    if (!this.careful) return rows
    const result = this.outside(rows, 1)
    const squares = squaredLengths(result)
    this.ranks.allReduceSum(squares)
    for (let b = 0; b < result.rows; b++) {
      const length = Math.sqrt(squares[b])
      for (let p = b * result.columns; p < (b + 1) * result.columns; p++) result.data[p] /= length
    }
    return result
  }

  /** Copies the projection out, size×size. */
  projection(): Matrix {
    const result = matrix(this.size, this.size)
    for (let i = 0; i < this.size; i++)
      result.data.set(this.entries.data.subarray(i * this.capacity, i * this.capacity + this.size), i * this.size)
    return result
  }

  /** Replaces the rows by their combinations with the first `keep` columns of `vectors` (size×any), which diagonalise the projection. */
  rotate(vectors: Matrix, keep: number, values: Float64Array): void {
    const { size, stride } = this
    const mark = this.kernels.mark()
    const factors = this.kernels.allocate(keep * size)
    for (let i = 0; i < size; i++)
      for (let j = 0; j < keep; j++) factors.f64[j * size + i] = -vectors.data[i * vectors.columns + j]
    const rotated = this.kernels.allocate(keep * stride)
    rotated.f64.fill(0)
    this.subtract(rotated, keep, factors)
    this.vectors.f64.set(rotated.f64)
    this.kernels.release(mark)
    this.size = keep
    this.entries.data.fill(0)
    for (let j = 0; j < keep; j++) this.entries.data[j * this.capacity + j] = values[j]
  }

  /** Takes the span of the basis out of the rows of `block`, `passes` times; `see` gets the inner products of each pass. */
  private outside(block: Matrix, passes: number, see?: (dots: Float64Array) => void): Matrix {
    const { size, stride } = this
    if (size === 0 || block.rows === 0) return { ...block, data: block.data.slice() }
    const mark = this.kernels.mark()
    const x = this.kernels.allocate(block.rows * stride)
    this.copyInto(x.f64, block)
    const dots = this.kernels.allocate(block.rows * size)
    for (let pass = 0; pass < passes; pass++) {
      this.dots(x, block.rows, dots)
      this.subtract(x, block.rows, dots)
      see?.(dots.f64)
    }
    this.kernels.release(mark)
    return this.unpadded(x.f64, block.rows)
  }

  /** Computes out[b·size + j] = x_b · v_j for the rows v of the basis, or `size` others, over the entries of all ranks. */
  private dots(x: Block, count: number, out: Block, vectors = this.vectors, size = this.size): void {
    const { kernels, stride } = this
    const shared = [vectors.pointer, size, x.pointer, count, stride, out.pointer] as const
    kernels.share(
      'basisDots',
      workRanges(size, 4, stride * count).map((range) => [...shared, ...range]),
    )
    this.ranks.allReduceSum(out.f64)
  }

  /** Subtracts x_b −= Σ_j factors[b·size + j] · v_j for the rows v of the basis, or `size` others. */
  private subtract(x: Block, count: number, factors: Block, vectors = this.vectors, size = this.size): void {
    const { kernels, stride } = this
    const shared = [vectors.pointer, size, x.pointer, count, stride, factors.pointer] as const
    kernels.share(
      'basisSubtract',
      workRanges(stride, 512, size * count).map((range) => [...shared, ...range]),
    )
  }

  /** Copies rows and writes the zero that pads an odd length. */
  private copyInto(target: Float64Array, block: Matrix): void {
    for (let b = 0; b < block.rows; b++) {
      target.set(block.data.subarray(b * this.length, (b + 1) * this.length), b * this.stride)
      if (this.stride > this.length) target[b * this.stride + this.length] = 0
    }
  }

  private unpadded(source: Float64Array, rows: number): Matrix {
    const result = matrix(rows, this.length)
    for (let b = 0; b < rows; b++)
      result.data.set(source.subarray(b * this.stride, b * this.stride + this.length), b * this.length)
    return result
  }
}

/** Makes rows (b×n) orthonormal one after the other by Gram and Schmidt's steps, twice over, and leaves out those whose remainder is at most `floor` long. O(b²·n). It is the plain form of the kernel `orthonormaliseRows`. */
export function orthonormalRows({ rows, columns, data }: Matrix, floor: number): Matrix {
  const basis: Float64Array[] = []
  for (let b = 0; b < rows; b++) {
    const row = data.slice(b * columns, (b + 1) * columns)
    for (let pass = 0; pass < 2; pass++)
      for (const other of basis) {
        const overlap = dot(row, other)
        for (let i = 0; i < columns; i++) row[i] -= overlap * other[i]
      }
    const length = Math.sqrt(dot(row, row))
    if (!(length > floor)) continue
    basis.push(row.map((value) => value / length))
  }
  const result = matrix(basis.length, columns)
  basis.forEach((row, b) => {
    result.data.set(row, b * columns)
  })
  return result
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i]
  return sum
}

/** Share of a row, squared, below which a remainder is a rounding error of the inner products. */
const ROUNDING = 1e-14

/**
 * Finds the combinations (at most b×b) of b rows that Gram and Schmidt's steps make orthonormal, one after the other, from the inner products of the rows (b×b) alone; rows whose remainder is
 * at most `floor` are left out. Done twice, the second time on what the first one made, the result is orthonormal to the last bits. O(b⁴).
 * Source: Yamamoto et al., roundoff error analysis of the Cholesky QR2 algorithm, 2015.
 */
export function orthonormalCombinations({ rows: b, data: products }: Matrix, floor: number): Matrix {
  const basis: Float64Array[] = []
  const inner = (x: Float64Array, y: Float64Array) => {
    let sum = 0
    for (let i = 0; i < b; i++) for (let j = 0; j < b; j++) sum += x[i] * products[i * b + j] * y[j]
    return sum
  }
  for (let r = 0; r < b; r++) {
    const row = new Float64Array(b)
    row[r] = 1
    for (const other of basis) {
      const overlap = inner(row, other)
      for (let i = 0; i < b; i++) row[i] -= overlap * other[i]
    }
    const square = inner(row, row)
    if (!(square > Math.max(floor * floor, ROUNDING * products[r * b + r]))) continue
    const length = Math.sqrt(square)
    basis.push(row.map((value) => value / length))
  }
  const result = matrix(basis.length, b)
  basis.forEach((row, k) => {
    result.data.set(row, k * b)
  })
  return result
}
