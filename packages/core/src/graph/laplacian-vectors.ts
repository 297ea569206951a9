import { blockLanczos } from '../linalg/block-lanczos.ts'
import { identity, type Matrix, matrix, transpose } from '../linalg/matrix.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import { smallestEigen } from '../linalg/symmetric-eigen.ts'
import type { Progress } from '../methods/method.ts'
import { Random } from '../random/random.ts'
import type { Components } from './connected-components.ts'

/** How `laplacianVectors` searches. */
export interface LaplacianVectorsOptions {
  /** Leave the constant vector out. Default false. */
  skipConstant?: boolean
  /** n×any: vectors near the wanted ones, which only save steps. */
  near?: Matrix
}

/** Up to this many samples the dense eigenproblem is quicker than the iteration. */
const DENSE = 160

/**
 * Eigenvectors (n×count) of the `count` smallest eigenvalues of D − (S + Sᵀ)/2, for a nonnegative n×n graph S and its components. The null space is written
 * down from the components, exactly: contrasts between them and, unless skipped, the constant. What is missing is searched orthogonally to it.
 * Fewer columns come back where n has no more. O(edges + n·count) a step of the iteration.
 */
export function* laplacianVectors(
  graph: SparseMatrix,
  components: Components,
  count: number,
  { skipConstant = false, near }: LaplacianVectorsOptions = {},
): Generator<Progress, Matrix> {
  const n = graph.rows
  const known = nullVectors(components, skipConstant).slice(0, count)
  const missing = Math.min(count - known.length, n - components.count)
  let found: Matrix = matrix(0, n)
  if (missing > 0) {
    const apply = negatedAboveNullSpace(graph, components)
    if (n <= DENSE) {
      const dense = apply(identity(n))
      found = transpose(
        smallestEigen(
          matrix(
            n,
            n,
            dense.data.map((value) => -value),
          ),
          missing,
        ).vectors,
      )
    } else {
      const options = { random: new Random(1), block: missing + 2, tolerance: 1e-12, maxRestarts: 200 }
      const start = near && transpose(near)
      found = (yield* blockLanczos(apply, n, missing, { ...options, start })).vectors
    }
  }
  const result = matrix(n, known.length + found.rows)
  for (let i = 0; i < n; i++) {
    known.forEach((vector, j) => {
      result.data[i * result.columns + j] = vector[i]
    })
    for (let j = 0; j < found.rows; j++) result.data[i * result.columns + known.length + j] = found.data[j * n + i]
  }
  return result
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

/** x ↦ −L·x − σ·(projection of x onto the null space), by rows, with σ ≥ the largest eigenvalue: the null space comes last instead of first. */
function negatedAboveNullSpace(graph: SparseMatrix, { labels, count }: Components): (rows: Matrix) => Matrix {
  const { rows: n, values, indices, pointers } = graph
  const degrees = new Float64Array(n)
  for (let i = 0; i < n; i++)
    for (let p = pointers[i]; p < pointers[i + 1]; p++) {
      degrees[i] += values[p] / 2
      degrees[indices[p]] += values[p] / 2
    }
  const shift = 2 * degrees.reduce((high, degree) => Math.max(high, degree), 0)
  const sizes = new Float64Array(count)
  for (const label of labels) sizes[label]++
  return (vectors) => {
    const result = matrix(vectors.rows, n)
    for (let row = 0; row < vectors.rows; row++) {
      const x = vectors.data.subarray(row * n, (row + 1) * n)
      const y = result.data.subarray(row * n, (row + 1) * n)
      const means = new Float64Array(count)
      for (let i = 0; i < n; i++) means[labels[i]] += x[i]
      for (let l = 0; l < count; l++) means[l] /= sizes[l]
      for (let i = 0; i < n; i++) y[i] -= degrees[i] * x[i] + shift * means[labels[i]]
      for (let i = 0; i < n; i++) {
        let sum = 0
        const half = x[i] / 2
        for (let p = pointers[i]; p < pointers[i + 1]; p++) {
          sum += values[p] * x[indices[p]]
          y[indices[p]] += values[p] * half
        }
        y[i] += sum / 2
      }
    }
    return result
  }
}
