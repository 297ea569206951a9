import { blockLanczos } from '../numerics/linalg/block-lanczos.ts'
import { largestEigenFast } from '../numerics/linalg/largest-eigen-fast.ts'
import { type Matrix, matrix, transpose } from '../numerics/linalg/matrix.ts'
import { type SparseMatrix, toDense } from '../numerics/linalg/sparse-matrix.ts'
import type { Random } from '../numerics/random/random.ts'
import { KernelMatrix } from '../runtime/kernels/kernel-matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { orderedSum } from '../runtime/ranks/ordered-sum.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { type FunctionHints, filteredFunctions } from './filtered-functions.ts'
import { componentsOverRanks, type GraphComponents } from './graph-components.ts'

import { degreeScales, degrees, normaliseDegrees } from './normalise-degrees.ts'

/** The smoothest functions on a graph. */
export interface GraphBasis {
  /** Eigenvalues of the normalised graph, largest (smoothest) first, clipped at 0. */
  values: Float64Array
  /** n×q, one function a column. */
  vectors: Matrix
  components: GraphComponents
  converged: boolean
}

/** Graphs up to this many nodes are solved whole. */
const WHOLE = 256
/** Residual of the eigenvectors: the clusters drawn from them do not change below it. */
const TOLERANCE = 1e-6

/**
 * Graph Fourier basis: the `count` leading eigenpairs of D^−½·G·D^−½ for a symmetric non-negative graph G (n×n). The functions that are constant on one
 * connected part are known beforehand and start the search, so that a graph in many parts is no harder. They are found to a `residual`, which on graphs with many eigenvalues near 1 is what takes the time; with 'rough' they are filtered out twice in single precision (`filteredFunctions`), with what `hints` say, and `converged` is false.
 * Ranks (of more than 256 nodes together) have their own rows of the graph each (own × n) and get their own rows of the functions; each product takes n × block numbers on every rank for a moment.
 * O(edges · count) a sweep.
 */
export function* graphBasis(
  kernels: Kernels,
  graph: SparseMatrix,
  count: number,
  random: Random,
  ranks: Ranks,
  residual: number | 'rough' = TOLERANCE,
  hints?: FunctionHints,
): Generator<Progress, GraphBasis> {
  const n = graph.columns
  const turn = { stage: 'eigenvectors', iteration: 1, total: 1 }
  const components = componentsOverRanks(ranks, graph)
  yield turn
  const clip = (values: Float64Array) => values.map((value) => Math.max(value, 0))
  if (n <= WHOLE) {
    const normalised = normaliseDegrees(graph, ranks)
    const { values, vectors, converged } = largestEigenFast(kernels, toDense(normalised), count)
    return { values: clip(values), vectors, components, converged }
  }
  const start = partFunctions(graph, components, count, ranks)
  if (residual === 'rough') {
    const scales = degreeScales(graph, ranks)
    const scaledHints = { ...hints, scales }
    const { values, vectors } = yield* filteredFunctions(kernels, graph, count, random, start, ranks, scaledHints)
    return { values: clip(values), vectors, components, converged: false }
  }
  const mark = kernels.mark()
  const resident = new KernelMatrix(kernels, normaliseDegrees(graph, ranks), { turned: false })
  yield turn
  const apply = (rows: Matrix) => {
    const all = matrix(n, rows.rows, ranks.allGather(transpose(rows).data))
    return transpose(resident.multiply(all))
  }
  const { values, vectors, converged } = yield* blockLanczos(apply, n, count, {
    kernels,
    random,
    start,
    ranks,
    tolerance: residual,
  })
  kernels.release(mark)
  yield turn
  return { values: clip(values), vectors: transpose(vectors), components, converged }
}

/** √degree on one part, zero elsewhere, unit length: the eigenvectors of eigenvalue 1, for the `most` largest parts that have edges. */
function partFunctions(graph: SparseMatrix, { labels, sizes }: GraphComponents, most: number, ranks: Ranks): Matrix {
  const parts = [...sizes.keys()].filter((part) => sizes[part] > 1)
  parts.sort((a, b) => sizes[b] - sizes[a] || a - b)
  const chosen = parts.slice(0, most)
  const row = new Map(chosen.map((part, r) => [part, r]))
  const result = matrix(chosen.length, graph.rows)
  const totals = new Float64Array(chosen.length)
  const degree = degrees(graph)
  for (let i = 0; i < graph.rows; i++) {
    const r = row.get(labels[i])
    if (r === undefined) continue
    result.data[r * graph.rows + i] = Math.sqrt(degree[i])
  }
  orderedSum(ranks, [totals], () => {
    for (let i = 0; i < graph.rows; i++) {
      const r = row.get(labels[i])
      if (r !== undefined) totals[r] += degree[i]
    }
  })
  for (let r = 0; r < result.rows; r++)
    for (let i = 0; i < graph.rows; i++) result.data[r * graph.rows + i] /= Math.sqrt(totals[r])
  return result
}
