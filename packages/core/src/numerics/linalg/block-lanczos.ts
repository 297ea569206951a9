import type { Kernels } from '../../runtime/kernels/kernels.ts'
import type { Progress } from '../../runtime/progress.ts'
import type { Ranks } from '../../runtime/ranks/ranks.ts'
import { type Share, share } from '../../runtime/ranks/share.ts'
import type { Random } from '../random/random.ts'
import { KrylovBasis } from './krylov-basis.ts'
import { largestEigenFast } from './largest-eigen-fast.ts'
import { type Matrix, matrix, multiplyTranspose, squaredLengths } from './matrix.ts'

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
  /** Kernels that compute the long sums. */
  kernels: Kernels
  /** New directions per step, default 4. */
  block?: number
  /** Largest residual ‖A·v − λ·v‖ relative to the largest |λ|, default 1e-7. */
  tolerance?: number
  /** Most fillings of the basis, default 60. */
  maxRestarts?: number
  /** Number of leading pairs that must be right, default all: the others are as good as they have become by then. */
  settle?: number
  /** A single pass of orthogonalisation instead of two, and no search from fresh directions: a third of the work for residuals that need not be small. Default false. */
  rough?: boolean
  /** Rows (any number × n) that are or may be close to eigenvectors; they join the first block. */
  start?: Matrix
  /** Ranks, of which each has the entries `share(n, size, rank)` of every vector; `start`, `apply` and the result hold only these. */
  ranks: Ranks
}

/** Fillings of the basis with fresh directions that must change nothing before a result counts as complete. */
const CHECKS = 3

/**
 * Finds the `count` largest eigenpairs of a symmetric operator of size n, given as `apply`: rows (b×n, one vector per row) to rows, or a generator of them.
 * Block Lanczos with full orthogonalisation and thick restarts; after convergence a search from fresh random directions must find nothing larger,
 * so that equal eigenvalues are found as often as they occur. Yields after every block. O(n · basis²) per filling, and the products.
 * Sources: Golub and Underwood, block Lanczos, 1977; Wu and Simon, thick restarts, 2000.
 */
export function* blockLanczos(
  apply: (rows: Matrix) => Matrix | Generator<Progress, Matrix>,
  n: number,
  count: number,
  options: BlockLanczosOptions,
): Generator<Progress, LeadingEigen> {
  const { random, kernels, block = 4, tolerance = 1e-7, maxRestarts = 60, rough = false, start } = options
  const { ranks } = options
  const range = share(n, ranks.size, ranks.rank)
  const fresh = () => randomRows(random, block, n, range)
  const pairs = Math.min(count, n)
  const certain = Math.min(options.settle ?? pairs, pairs)
  // Pairs without gaps between their values settle in a space of some six times their number.
  const extraRows = Math.max(5 * block, Math.ceil(pairs / 2), options.settle ? Math.min(6 * certain, 180) - pairs : 80)
  const largest = Math.min(n, Math.max(pairs, start?.rows ?? 0) + extraRows)
  const mark = kernels.mark()
  const basis = new KrylovBasis(kernels, range.end - range.begin, largest, ranks, !rough)
  const progress = (restart: number) => ({ stage: 'eigenvectors', iteration: restart, total: maxRestarts })
  const first = join(start, fresh())
  yield progress(1)
  let next = basis.orthonormal(first, 0)
  yield progress(1)
  let verified = new Float64Array(pairs)
  // Fillings of the basis since all pairs had settled; 0 while they have not.
  let fillings = 0
  let scale = 0
  let applied = 0
  for (let restart = 1; ; restart++) {
    let residual = matrix(0, range.end - range.begin)
    while (next.rows > 0 && basis.size + next.rows <= largest) {
      basis.append(next)
      const product = apply(next)
      const image = 'data' in product ? product : yield* product
      yield progress(restart)
      applied += next.rows
      scale = Math.max(scale, longestRow(image, ranks))
      residual = basis.project(image)
      yield progress(restart)
      next = basis.orthonormal(residual, 1e-3 * tolerance * scale)
      if (next.rows === 0) next = basis.orthonormal(fresh(), 1e-8)
    }
    const restartSize = pairs + Math.floor((largest - pairs) / 4)
    // Pairs beyond those that are kept or judged are not looked at.
    const { values, vectors } = largestEigenFast(kernels, basis.projection(), Math.max(restartSize, certain + 1))
    yield progress(restart)
    const leading = values.slice(0, pairs)
    const remains = multiplyTranspose(residual, residual)
    ranks.allReduceSum(remains.data)
    const complete = basis.size === n
    if (fillings > 0 && leading.some((value, j) => j < certain && Math.abs(value - verified[j]) > tolerance * scale))
      fillings = 0
    const settled = complete || fillings > 0 || residualOf(vectors, remains, 0, certain) <= tolerance * scale
    const beyond = fillings > 0 && certain < basis.size ? residualOf(vectors, remains, certain, certain + 1) : Infinity
    const converged = complete || (rough && settled) || fillings === CHECKS || (fillings > 0 && beyond <= 0.01 * scale)
    if (converged || restart >= maxRestarts) {
      basis.rotate(vectors, pairs, values)
      yield progress(restart)
      const rows = basis.rows()
      kernels.release(mark)
      return { values: leading, vectors: rows, converged, products: applied }
    }
    if (settled && fillings === 0) {
      // What was found is set aside; directions nobody asked for yet show whether the first blocks had no part in something larger.
      verified = leading
      basis.rotate(vectors, pairs, values)
      next = basis.orthonormal(fresh(), 1e-8)
    } else {
      // The residuals of all kept vectors lie in the span of `next`, so nothing is lost by the restart.
      basis.rotate(vectors, Math.min(largest - next.rows, restartSize), values)
    }
    if (settled) fillings++
  }
}

/** Computes the largest ‖A·v_j − λ_j·v_j‖ for begin ≤ j < end: only the entries of eigenvector j that belong to the last block meet the last residual, given by its inner products. */
function residualOf(vectors: Matrix, remains: Matrix, begin: number, end: number): number {
  const first = vectors.rows - remains.rows
  let largest = 0
  for (let j = begin; j < end; j++) {
    let square = 0
    for (let a = 0; a < remains.rows; a++)
      for (let b = 0; b < remains.rows; b++)
        square +=
          vectors.data[(first + a) * vectors.columns + j] *
          remains.data[a * remains.rows + b] *
          vectors.data[(first + b) * vectors.columns + j]
    largest = Math.max(largest, square)
  }
  return Math.sqrt(largest)
}

function longestRow(a: Matrix, ranks: Ranks): number {
  const squares = squaredLengths(a)
  ranks.allReduceSum(squares)
  return Math.sqrt(squares.reduce((longest, square) => Math.max(longest, square), 0))
}

/** Draws random rows of length n and returns their entries in `range`; all are drawn, so that any number of ranks starts alike. */
function randomRows(random: Random, rows: number, n: number, range: Share): Matrix {
  const result = matrix(Math.min(rows, n), range.end - range.begin)
  let next = 0
  for (let r = 0; r < result.rows; r++)
    for (let i = 0; i < n; i++) {
      const value = random.uniform() - 0.5
      if (i >= range.begin && i < range.end) result.data[next++] = value
    }
  return result
}

function join(first: Matrix | undefined, second: Matrix): Matrix {
  if (!first) return second
  const result = matrix(first.rows + second.rows, second.columns)
  result.data.set(first.data)
  result.data.set(second.data, first.data.length)
  return result
}
