import type { Block, Kernels } from '../../runtime/kernels/kernels.ts'
import { paddedToFour, paddedToTwo } from '../../runtime/kernels/pack-matrix.ts'
import { type Matrix, matrix } from './matrix.ts'
import { polar } from './polar.ts'

/** A matrix and its last polar factor in the kernels' memory, both rows × `width`, row by row. */
interface Pair {
  rows: number
  product: Block
  factor: Block
}

/**
 * Holds matrices A (d×k each, d may differ) that change from step to step, and the factor F = polar(A, F₋) of each, which starts as the identity. Both stay in the kernels' memory, with
 * columns of zeros up to an even number, so that products write A and read F without copies. The memory is taken until the caller releases it.
 */
export class KernelFactors {
  private readonly kernels: Kernels
  private readonly columns: number
  private readonly width: number
  private readonly pairs: Pair[]

  constructor(kernels: Kernels, rows: readonly number[], columns: number) {
    this.kernels = kernels
    this.columns = columns
    this.width = paddedToTwo(columns)
    const empty = (count: number) => {
      const block = kernels.allocate(paddedToFour(count) * this.width + 2)
      block.f64.fill(0)
      return block
    }
    this.pairs = rows.map((count) => ({ rows: count, product: empty(count), factor: empty(count) }))
    for (const { rows, factor } of this.pairs)
      for (let i = 0; i < Math.min(rows, columns); i++) factor.f64[i * this.width + i] = 1
  }

  /** The block for A of number p, with its rows up to the next multiple of 4. */
  product(p: number): Block {
    return this.pairs[p].product
  }

  /** The block of F of number p. */
  factor(p: number): Block {
    return this.pairs[p].factor
  }

  /** Sets F ← polar(A, F) for all, as `polarFast` does. O(d·k²) each. */
  update(): void {
    const { kernels, columns, width } = this
    // Where A is zero, F stays.
    const activePairs = this.pairs.filter(({ rows, product }) => {
      // Mostly the first number tells.
      if (Math.abs(product.f64[0]) > 1e-150) return true
      return kernels.call.innerProduct(product.pointer, product.pointer, rows * width) !== 0
    })
    const tall = activePairs.filter(({ rows }) => rows >= columns)
    if (tall.length > 0) {
      const outcomes = kernels.share(
        'polarFactor',
        tall.map(({ rows, product, factor }) => [product.pointer, rows, columns, width, factor.pointer]),
        Math.max(...tall.map(({ rows }) => polarWork(rows, columns))),
      )
      const open = tall.filter((_, p) => outcomes[p] === 0)
      for (const pair of open) this.write(pair, 'factor', polar(this.read(pair, 'product'), this.read(pair, 'factor')))
    }
    const widePairs = activePairs.filter(({ rows }) => rows < columns)
    if (widePairs.length === 0) return
    const [from, previous] = (['product', 'factor'] as const).map((name) =>
      widePairs.map((pair) => this.read(pair, name)),
    )
    polarFast(kernels, from, previous).forEach((factor, p) => {
      this.write(widePairs[p], 'factor', factor)
    })
  }

  /** Computes Σ AᵢFᵢ over the entries of number p. */
  inner(p: number): number {
    const { rows, product, factor } = this.pairs[p]
    return this.kernels.call.innerProduct(product.pointer, factor.pointer, rows * this.width)
  }

  /** Calls `change` with the entries of every A, which it may change. */
  changeProducts(change: (entries: Float64Array) => void): void {
    for (const { rows, product } of this.pairs) {
      // A copy: what sends numbers to other processes may not take shared memory.
      const entries = product.f64.slice(0, rows * this.width)
      change(entries)
      product.f64.set(entries)
    }
  }

  readFactors(): Matrix[] {
    return this.pairs.map((pair) => this.read(pair, 'factor'))
  }

  readFactor(p: number): Matrix {
    return this.read(this.pairs[p], 'factor')
  }

  writeFactors(factors: readonly Matrix[]): void {
    factors.forEach((factor, p) => {
      this.write(this.pairs[p], 'factor', factor)
    })
  }

  /** Sets A of number p. */
  writeProduct(p: number, product: Matrix): void {
    this.write(this.pairs[p], 'product', product)
  }

  private read({ rows, ...blocks }: Pair, name: 'product' | 'factor'): Matrix {
    const { width, columns } = this
    const from = blocks[name].f64
    const result = matrix(rows, columns)
    for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) result.data[i * columns + j] = from[i * width + j]
    return result
  }

  private write({ rows, ...blocks }: Pair, name: 'product' | 'factor', { data }: Matrix): void {
    const { width, columns } = this
    const to = blocks[name].f64
    for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) to[i * width + j] = data[i * columns + j]
  }
}

/**
 * Computes `polar(a, previous)` of several matrices on all threads. Those of full rank with a condition up to 1e5 (1e12 where they are square) go through products (see kernels/polar.ts) and
 * may differ from `polar` in digits that rounding has taken anyway; all others, the completed ones among them, go to `polar`. O(d·k²) each.
 */
export function polarFast(kernels: Kernels, matrices: readonly Matrix[], previous: readonly Matrix[]): Matrix[] {
  const mark = kernels.mark()
  const places = matrices.map((a) => {
    const wide = a.rows < a.columns
    const [rows, size] = wide ? [a.columns, a.rows] : [a.rows, a.columns]
    const width = paddedToTwo(size)
    const length = paddedToFour(rows) * width + 2
    return { wide, rows, size, width, from: kernels.allocate(length), out: kernels.allocate(length) }
  })
  matrices.forEach((a, g) => {
    const { wide, width, from } = places[g]
    const target = from.f64
    target.fill(0)
    if (!wide && width === a.columns) target.set(a.data)
    else
      for (let i = 0; i < a.rows; i++)
        for (let j = 0; j < a.columns; j++) target[wide ? j * width + i : i * width + j] = a.data[i * a.columns + j]
  })
  const scratch = Math.max(...places.map(({ rows, size }) => polarWork(rows, size)))
  const outcomes = kernels.share(
    'polarFactor',
    places.map(({ rows, size, width, from, out }) => [from.pointer, rows, size, width, out.pointer]),
    scratch,
  )
  const results = matrices.map((a, g) => {
    if (outcomes[g] === 0) return polar(a, previous[g])
    const { wide, width, out } = places[g]
    const values = out.f64
    if (!wide && width === a.columns) return matrix(a.rows, a.columns, values.slice(0, a.data.length))
    const result = matrix(a.rows, a.columns)
    for (let i = 0; i < a.rows; i++)
      for (let j = 0; j < a.columns; j++) result.data[i * a.columns + j] = values[wide ? j * width + i : i * width + j]
    return result
  })
  kernels.release(mark)
  return results
}

/** Counts the doubles of scratch space that kernels/polar.ts needs for a tall matrix. */
function polarWork(rows: number, columns: number): number {
  const width = paddedToTwo(columns)
  return (5 * (columns + 4) + paddedToFour(rows)) * width + 2
}
