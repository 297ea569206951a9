import type { Matrix, Progress, SparseMatrix } from '@manyview/core'
import { blockLanczos, Cholesky, matrix, Random, smallestEigen, transpose } from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { singleProcess } from '@manyview/core/runtime'
import type { Components } from './connected-components.ts'

/** How `laplacianVectors` searches. */
export interface LaplacianVectorsOptions {
  /** Leave the constant vector out. Default false. */
  skipConstant?: boolean
  /** n×any: vectors near the wanted ones, which only save steps. */
  near?: Matrix
}

/** Up to this many samples all eigenvectors come from the dense matrix at once, and up to that many its factor speeds the search up. */
const DENSE = 160
const FACTORED = 2000

/**
 * Eigenvectors (n×count) of the `count` smallest eigenvalues of L = D − (S + Sᵀ)/2, for a nonnegative n×n graph S and its components. The null space is
 * written down from the components, exactly: contrasts between them and, unless skipped, the constant. What is missing is searched orthogonally to it, by block
 * Lanczos on the inverse, or on L itself beyond 2000 samples. Fewer columns come back where n has no more. O(n³), beyond 2000 O(edges) a product.
 */
export function* laplacianVectors(
  kernels: Kernels,
  graph: SparseMatrix,
  components: Components,
  count: number,
  { skipConstant = false, near }: LaplacianVectorsOptions = {},
): Generator<Progress, Matrix> {
  const n = graph.rows
  const nullBasis = nullVectors(components, skipConstant).slice(0, count)
  const missing = Math.min(count - nullBasis.length, n - components.count)
  const eigenvectors = missing > 0 ? yield* smallestBeyondNull(kernels, graph, components, missing, near) : matrix(0, n)
  const result = matrix(n, nullBasis.length + eigenvectors.rows)
  for (let i = 0; i < n; i++) {
    nullBasis.forEach((vector, j) => {
      result.data[i * result.columns + j] = vector[i]
    })
    for (let j = 0; j < eigenvectors.rows; j++)
      result.data[i * result.columns + nullBasis.length + j] = eigenvectors.data[j * n + i]
  }
  return result
}

/** The eigenvectors of the smallest eigenvalues that are not null by structure, one per row. */
function* smallestBeyondNull(
  kernels: Kernels,
  graph: SparseMatrix,
  components: Components,
  count: number,
  near: Matrix | undefined,
): Generator<Progress, Matrix> {
  const n = graph.rows
  const options = { kernels, random: new Random(1), block: count + 2, tolerance: 1e-12, maxRestarts: 200 }
  const start = near && transpose(near)
  const lifted = liftNullSpace(graph, components)
  if (n > FACTORED)
    return (yield* blockLanczos((rows) => negatedProduct(lifted, rows), n, count, {
      ...options,
      start,
      ranks: singleProcess,
    })).vectors
  const shifted = shiftedMatrix(lifted)
  if (n <= DENSE) return transpose(smallestEigen(shifted, count).vectors)
  const mark = kernels.mark()
  const factor = new Cholesky(kernels, shifted)
  const { vectors } = yield* blockLanczos((rows) => factor.solveRows(rows), n, count, {
    ...options,
    start,
    ranks: singleProcess,
  })
  kernels.release(mark)
  return vectors
}

/** Orthonormal vectors, constant on each component: component t against all before it, then, unless skipped, all alike. */
function nullVectors({ labels, count }: Components, skipConstant: boolean): Float64Array[] {
  const n = labels.length
  const sizes = new Float64Array(count)
  for (const label of labels) sizes[label]++
  let before = sizes[0]
  const contrasts = Array.from({ length: count - 1 }, (_, index) => {
    const next = sizes[index + 1]
    const [first, second] = [
      Math.sqrt(next / (before * (before + next))),
      -Math.sqrt(before / (next * (before + next))),
    ]
    before += next
    return Float64Array.from(labels, (label) => (label <= index ? first : label === index + 1 ? second : 0))
  })
  return skipConstant ? contrasts : [new Float64Array(n).fill(1 / Math.sqrt(n)), ...contrasts]
}

/** L + σ·(projection onto the null space), σ above the largest eigenvalue (at most twice the largest degree): the null space comes last instead of first. */
interface Lifted {
  graph: SparseMatrix
  components: Components
  degrees: Float64Array
  /** σ over the size of each component: what is added between any two of its samples. */
  lifts: Float64Array
}

function liftNullSpace(graph: SparseMatrix, components: Components): Lifted {
  const { rows: n, values, indices, pointers } = graph
  const degrees = new Float64Array(n)
  for (let i = 0; i < n; i++)
    for (let p = pointers[i]; p < pointers[i + 1]; p++) {
      degrees[i] += values[p] / 2
      degrees[indices[p]] += values[p] / 2
    }
  const sigma = 3 * degrees.reduce((high, degree) => Math.max(high, degree), 0)
  const sizes = new Float64Array(components.count)
  for (const label of components.labels) sizes[label]++
  return { graph, components, degrees, lifts: sizes.map((size) => sigma / size) }
}

/** The n×n matrix, with 0.01 on the diagonal: that keeps its inverse small where parts hang together by a thread. */
function shiftedMatrix({ graph, components: { labels }, degrees, lifts }: Lifted): Matrix {
  const { rows: n, values, indices, pointers } = graph
  const result = matrix(n, n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) if (labels[i] === labels[j]) result.data[i * n + j] += lifts[labels[i]]
    result.data[i * n + i] += degrees[i] + 0.01
    for (let p = pointers[i]; p < pointers[i + 1]; p++) {
      result.data[i * n + indices[p]] -= values[p] / 2
      result.data[indices[p] * n + i] -= values[p] / 2
    }
  }
  return result
}

/** Minus its product with every row. */
function negatedProduct({ graph, components, degrees, lifts }: Lifted, vectors: Matrix): Matrix {
  const { rows: n, values, indices, pointers } = graph
  const { labels } = components
  const result = matrix(vectors.rows, n)
  for (let row = 0; row < vectors.rows; row++) {
    const x = vectors.data.subarray(row * n, (row + 1) * n)
    const y = result.data.subarray(row * n, (row + 1) * n)
    const sums = new Float64Array(components.count)
    for (let i = 0; i < n; i++) sums[labels[i]] += x[i]
    for (let i = 0; i < n; i++) y[i] -= degrees[i] * x[i] + lifts[labels[i]] * sums[labels[i]]
    for (let i = 0; i < n; i++) {
      const half = x[i] / 2
      let sum = 0
      for (let p = pointers[i]; p < pointers[i + 1]; p++) {
        sum += values[p] * x[indices[p]]
        y[indices[p]] += values[p] * half
      }
      y[i] += sum / 2
    }
  }
  return result
}
