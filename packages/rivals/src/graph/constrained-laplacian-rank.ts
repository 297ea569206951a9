import type { Matrix, Progress, SparseMatrix } from '@manyview/core'
import { matrix, projectRowsOntoSimplex, toDense } from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { weightedSum } from '../linalg/weighted-sum.ts'
import { type Components, connectedComponents } from './connected-components.ts'
import { laplacianVectors } from './laplacian-vectors.ts'

/** What `constrainedLaplacianRank` may be given. */
export interface ConstrainedLaplacianRankOptions {
  clusters: number
  /** n×n graph whose spectrum starts the search; the weighted affinities when absent. */
  start?: Matrix
  /** n×clusters vectors to start with in place of that spectrum. */
  startVectors?: Matrix
}

/** A graph of (as a rule) exactly as many components as clusters; `labels` and `count` are its components. */
export interface ConstrainedGraph extends Components {
  /** n×n, rows on the simplex. */
  graph: Matrix
  /** Weight of the rank term in every pass. */
  lambdas: number[]
}

const PASSES = 30

/**
 * The graph S nearest to the weighted affinities Σ w_v·A_v (n×n, nonnegative) that falls into exactly `clusters` connected components: rows on the simplex
 * within the given edges, ends close in the spectrum of S attract, and the weight λ of that attraction doubles while there are too few components and halves
 * while there are too many. Components are counted on the graph itself, not by eigenvalues near zero. Yields within every pass; at most 30.
 * O(edges·clusters) a pass and `laplacianVectors`. Source: Nie, Wang, Jordan and Huang, The Constrained Laplacian Rank Algorithm, AAAI 2016.
 */
export function* constrainedLaplacianRank(
  kernels: Kernels,
  affinities: readonly Matrix[],
  weights: ArrayLike<number>,
  { clusters, start, startVectors }: ConstrainedLaplacianRankOptions,
): Generator<Progress, ConstrainedGraph> {
  const begun = { stage: 'splitting the graph', iteration: 0, total: PASSES }
  const affinity = weightedSum(affinities, weights)
  yield begun
  const edges = sparseCopy(affinity, true)
  yield begun
  let total = 0
  for (let v = 0; v < affinities.length; v++) total += weights[v]
  let vectors = startVectors ?? (yield* startingVectors(kernels, start ?? affinity, clusters))
  const lambdas: number[] = []
  let lambda = 0.1
  for (let pass = 1; ; pass++) {
    const projected = projectOntoEdges(edges, vectors, lambda, total)
    yield begun
    const graph = toDense(projected)
    yield begun
    const components = connectedComponents(graph)
    lambdas.push(lambda)
    yield { stage: 'splitting the graph', iteration: pass, total: PASSES }
    if (components.count === clusters || pass === PASSES) return { ...components, graph, lambdas }
    if (components.count > clusters) lambda /= 2
    else {
      vectors = yield* laplacianVectors(kernels, sparseCopy(graph, true), components, clusters, { near: vectors })
      lambda *= 2
    }
  }
}

/** Eigenvectors 2 … clusters + 1, as published: the constant one is skipped although the graph may have several components already. */
function* startingVectors(kernels: Kernels, graph: Matrix, clusters: number): Generator<Progress, Matrix> {
  const edges = sparseCopy(graph, false)
  yield { stage: 'splitting the graph', iteration: 0, total: PASSES }
  return yield* laplacianVectors(kernels, edges, connectedComponents(graph), clusters, { skipConstant: true })
}

/** Row i on the simplex over its edges j, nearest to (a_ij − ½·λ·‖f_i − f_j‖²) / total. */
function projectOntoEdges(edges: SparseMatrix, vectors: Matrix, lambda: number, total: number): SparseMatrix {
  const { indices, pointers } = edges
  const { columns, data } = vectors
  const values = new Float64Array(edges.values.length)
  for (let i = 0; i < edges.rows; i++) {
    const [begin, end] = [pointers[i], pointers[i + 1]]
    if (begin === end) continue
    for (let p = begin; p < end; p++) {
      let distance = 0
      for (let l = 0; l < columns; l++) {
        const difference = data[i * columns + l] - data[indices[p] * columns + l]
        distance += difference * difference
      }
      values[p] = (edges.values[p] - 0.5 * lambda * distance) / total
    }
    values.set(projectRowsOntoSimplex(matrix(1, end - begin, values.slice(begin, end))).data, begin)
  }
  return { ...edges, values }
}

/** The positive entries, with or without the diagonal. */
function sparseCopy({ rows, columns, data }: Matrix, diagonal: boolean): SparseMatrix {
  const pointers = new Uint32Array(rows + 1)
  let entries = 0
  for (let p = 0; p < data.length; p++) if (data[p] > 0) entries++
  const indices = new Uint32Array(entries)
  const values = new Float64Array(entries)
  let position = 0
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const value = data[i * columns + j]
      if (!(value > 0) || (i === j && !diagonal)) continue
      indices[position] = j
      values[position++] = value
    }
    pointers[i + 1] = position
  }
  return { rows, columns, values: values.subarray(0, position), indices: indices.subarray(0, position), pointers }
}
