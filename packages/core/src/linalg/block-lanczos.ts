import type { Progress } from '../methods/method.ts'
import type { Random } from '../random/random.ts'
import { type Matrix, matrix, multiply, multiplyTranspose } from './matrix.ts'
import { symmetricEigen } from './symmetric-eigen.ts'

/** Leading eigenpairs, largest first: row j of `vectors` (count×n) belongs to `values[j]`. */
export interface LeadingEigen {
  values: Float64Array
  vectors: Matrix
  /** False where the cap on restarts came first; the pairs are then the best found. */
  converged: boolean
  /** Times the operator was applied to a vector. */
  products: number
}

/** How `blockLanczos` searches. */
export interface BlockLanczosOptions {
  random: Random
  /** New directions a step, default 8. */
  block?: number
  /** Largest residual ‖A·v − λ·v‖ relative to the largest |λ|, default 1e-7. */
  tolerance?: number
  /** Most times the basis is filled, default 60. */
  maxRestarts?: number
  /** Rows (any number × n) that are known or likely to be eigenvectors; they join the first block. */
  start?: Matrix
  /** The dense products A·B and A·Bᵀ, for a faster pair than the plain one. */
  products?: { multiply(a: Matrix, b: Matrix): Matrix; multiplyTranspose(a: Matrix, b: Matrix): Matrix }
}

/**
 * The `count` largest eigenpairs of a symmetric operator of size n, given as `apply`: rows (b×n, one vector a row) to rows.
 * Block Lanczos with full orthogonalisation and thick restarts; after convergence fresh random directions join until they change nothing,
 * so that equal eigenvalues are found as often as they occur. Yields after every block. O(n · basis²) a filling and its products.
 * Source: Wu and Simon, thick-restart Lanczos, 2000; Golub and Underwood, block Lanczos, 1977.
 */
export function* blockLanczos(
  apply: (rows: Matrix) => Matrix,
  n: number,
  count: number,
  options: BlockLanczosOptions,
): Generator<Progress, LeadingEigen> {
  const { random, block = 8, tolerance = 1e-7, maxRestarts = 60 } = options
  const products = options.products ?? { multiply, multiplyTranspose }
  const wanted = Math.min(count, n)
  const room = Math.max(5 * block, Math.ceil(wanted / 2))
  const largest = Math.min(n, Math.max(wanted, options.start?.rows ?? 0) + room)
  const basis = new GrowingBasis(n, largest, products)
  let next = basis.orthonormal(join(options.start, randomRows(random, block, n)), 0)
  let verified: Float64Array | null = null
  let scale = 0
  let applied = 0
  for (let restart = 1; ; restart++) {
    let residual = matrix(0, n)
    while (next.rows > 0 && basis.size + next.rows <= largest) {
      basis.append(next)
      const image = apply(next)
      applied += next.rows
      scale = Math.max(scale, longestRow(image))
      residual = basis.project(image)
      yield { stage: 'eigenvectors', iteration: restart, total: maxRestarts }
      next = basis.orthonormal(residual, 1e-3 * tolerance * scale)
      if (next.rows === 0) next = basis.orthonormal(randomRows(random, block, n), 1e-8)
    }
    const { values, vectors } = symmetricEigen(basis.projection())
    yield { stage: 'eigenvectors', iteration: restart, total: maxRestarts }
    const found = values.slice(0, wanted)
    const complete = basis.size === n
    const settled = complete || basis.largestResidual(vectors, residual, wanted) <= tolerance * scale
    const previous = verified
    const confirmed = previous !== null && found.every((value, j) => Math.abs(value - previous[j]) <= tolerance * scale)
    const converged = complete || (settled && confirmed)
    if (converged || restart >= maxRestarts) {
      basis.rotate(vectors, wanted, values)
      return { values: found, vectors: basis.rows(), converged, products: applied }
    }
    if (settled) {
      // Directions nobody asked for yet: they find what the first block had no part in.
      verified = found
      const fresh = Math.min(block, largest - wanted - next.rows)
      if (fresh > 0) next = basis.orthonormal(join(next, randomRows(random, fresh, n)), 1e-8)
    }
    // The residuals of all kept vectors lie in the span of `next`, so nothing is lost by the restart.
    basis.rotate(vectors, Math.min(largest - next.rows, wanted + Math.floor((largest - wanted) / 2)), values)
  }
}

/** Orthonormal rows with the operator's projection onto their span. */
class GrowingBasis {
  size = 0
  private readonly vectors: Matrix
  private readonly entries: Matrix
  private lastBlock = 0
  private readonly products: { multiply(a: Matrix, b: Matrix): Matrix; multiplyTranspose(a: Matrix, b: Matrix): Matrix }

  constructor(n: number, largest: number, products: NonNullable<BlockLanczosOptions['products']>) {
    this.vectors = matrix(largest, n)
    this.entries = matrix(largest, largest)
    this.products = products
  }

  rows(): Matrix {
    const { columns, data } = this.vectors
    return { rows: this.size, columns, data: data.subarray(0, this.size * columns) }
  }

  append(block: Matrix): void {
    this.vectors.data.set(block.data, this.size * block.columns)
    this.size += block.rows
    this.lastBlock = block.rows
  }

  /** Records the projection of the newest block's image and gives what of the image lies outside the basis. */
  project(image: Matrix): Matrix {
    const rest = matrix(image.rows, image.columns, image.data.slice())
    const first = this.size - this.lastBlock
    for (let pass = 0; pass < 2; pass++) {
      const coupling = this.products.multiplyTranspose(rest, this.rows())
      subtract(rest, this.products.multiply(coupling, this.rows()))
      for (let b = 0; b < coupling.rows; b++)
        for (let j = 0; j < this.size; j++) {
          const value = coupling.data[b * coupling.columns + j]
          const place = (first + b) * this.entries.columns + j
          this.entries.data[place] = pass === 0 ? value : this.entries.data[place] + value
        }
    }
    for (let b = first; b < this.size; b++)
      for (let j = 0; j <= b; j++) {
        const lower = this.entries.data[b * this.entries.columns + j]
        const mean = j < first ? lower : (lower + this.entries.data[j * this.entries.columns + b]) / 2
        this.entries.data[b * this.entries.columns + j] = mean
        this.entries.data[j * this.entries.columns + b] = mean
      }
    return rest
  }

  /** `block` made orthonormal to the basis and in itself; rows whose remainder is at most `floor` are left out. */
  orthonormal(block: Matrix, floor: number): Matrix {
    const rest = matrix(block.rows, block.columns, block.data.slice())
    for (let pass = 0; pass < 2 && this.size > 0; pass++)
      subtract(rest, this.products.multiply(this.products.multiplyTranspose(rest, this.rows()), this.rows()))
    const kept: Float64Array[] = []
    for (let b = 0; b < rest.rows; b++) {
      const row = rest.data.subarray(b * rest.columns, (b + 1) * rest.columns)
      for (let pass = 0; pass < 2; pass++)
        for (const other of kept) {
          const overlap = dot(row, other)
          for (let i = 0; i < row.length; i++) row[i] -= overlap * other[i]
        }
      const length = Math.sqrt(dot(row, row))
      if (!(length > floor) || length === 0) continue
      for (let i = 0; i < row.length; i++) row[i] /= length
      kept.push(row)
    }
    const rows = matrix(kept.length, block.columns)
    kept.forEach((row, b) => {
      rows.data.set(row, b * block.columns)
    })
    // Normalising a short remainder magnifies its rounding errors: once more against the basis.
    if (this.size > 0 && rows.rows > 0) {
      subtract(rows, this.products.multiply(this.products.multiplyTranspose(rows, this.rows()), this.rows()))
      for (let b = 0; b < rows.rows; b++) {
        const row = rows.data.subarray(b * rows.columns, (b + 1) * rows.columns)
        const length = Math.sqrt(dot(row, row))
        for (let i = 0; i < row.length; i++) row[i] /= length
      }
    }
    return rows
  }

  projection(): Matrix {
    const result = matrix(this.size, this.size)
    for (let i = 0; i < this.size; i++)
      result.data.set(
        this.entries.data.subarray(i * this.entries.columns, i * this.entries.columns + this.size),
        i * this.size,
      )
    return result
  }

  /** max over j < wanted of ‖residualᵀ · (entries of eigenvector j that belong to the last block)‖. */
  largestResidual(vectors: Matrix, residual: Matrix, wanted: number): number {
    const gram = this.products.multiplyTranspose(residual, residual)
    const first = this.size - residual.rows
    let largest = 0
    for (let j = 0; j < wanted; j++) {
      let square = 0
      for (let a = 0; a < residual.rows; a++)
        for (let b = 0; b < residual.rows; b++)
          square +=
            vectors.data[(first + a) * vectors.columns + j] *
            gram.data[a * residual.rows + b] *
            vectors.data[(first + b) * vectors.columns + j]
      largest = Math.max(largest, square)
    }
    return Math.sqrt(largest)
  }

  /** Replaces the basis by its combinations with the first `keep` columns of `vectors`. */
  rotate(vectors: Matrix, keep: number, values: Float64Array): void {
    const leading = matrix(keep, this.size)
    for (let i = 0; i < this.size; i++)
      for (let j = 0; j < keep; j++) leading.data[j * this.size + i] = vectors.data[i * vectors.columns + j]
    const rotated = this.products.multiply(leading, this.rows())
    this.vectors.data.set(rotated.data)
    this.size = keep
    this.entries.data.fill(0)
    for (let j = 0; j < keep; j++) this.entries.data[j * this.entries.columns + j] = values[j]
  }
}

function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i]
  return sum
}

function subtract(a: Matrix, b: Matrix): void {
  for (let p = 0; p < a.data.length; p++) a.data[p] -= b.data[p]
}

function randomRows(random: Random, rows: number, n: number): Matrix {
  const result = matrix(Math.min(rows, n), n)
  for (let p = 0; p < result.data.length; p++) result.data[p] = random.uniform() - 0.5
  return result
}

function join(first: Matrix | undefined, second: Matrix): Matrix {
  if (!first) return second
  const result = matrix(first.rows + second.rows, second.columns)
  result.data.set(first.data)
  result.data.set(second.data, first.data.length)
  return result
}

function longestRow(a: Matrix): number {
  let longest = 0
  for (let i = 0; i < a.rows; i++) {
    const row = a.data.subarray(i * a.columns, (i + 1) * a.columns)
    longest = Math.max(longest, dot(row, row))
  }
  return Math.sqrt(longest)
}
