import type { Matrix, Progress } from '@manyview/core'
import {
  largestEigen,
  matrix,
  multiply,
  multiplyFast,
  projectRowsOntoSimplex,
  transpose,
} from '@manyview/core/numerics'
import type { Kernels } from '@manyview/core/runtime'
import { bipartiteComponents, type Components } from './connected-components.ts'

export interface CoclusterOptions {
  clusters: number
  /** Most passes, default 50. */
  passes?: number
  /**
   * Which eigenvalue tells that there are too many components: `next`, the (clusters + 1)-th, or `same`, which never stops before the last pass
   * and lets the weight swing around its threshold, as UDBGL does (it has no further eigenvalue). Default `next`.
   */
  rankTest?: 'next' | 'same'
  /** Give the graph of the last pass that had `clusters` components, where there is one, instead of the very last. Default false. */
  keepComplete?: boolean
  /** Give a graph that already has `clusters` or more components (entries over 1e-10) back as it is, as TBGL does. Default false. */
  acceptInput?: boolean
}

export interface Cocluster extends Components {
  /** n×m, the graph with (as a rule) as many components as clusters; `labels` and `count` are its components among the rows. */
  graph: Matrix
  /** Weight of the rank term in every pass, and the sum of the `clusters` largest eigenvalues after it. */
  trace: { lambda: number; eigenvalueSum: number }[]
}

/**
 * The bipartite graph nearest to a given one (n×m, nonnegative) that falls into exactly `clusters` connected components. Rows and columns are
 * projected onto the simplex within the given edges, closer ends in the spectral embedding attract, and the weight λ of that attraction doubles while
 * there are too few components. Columns without an edge are left out. Yields within every pass.
 * O(n·m² + m³) a pass at most. Source: Nie, Wang, Deng and Huang, Learning a Structured Optimal Bipartite Graph for Co-Clustering, NIPS 2017.
 */
export function* cocluster(kernels: Kernels, graph: Matrix, options: CoclusterOptions): Generator<Progress, Cocluster> {
  const { clusters, passes = 50, rankTest = 'next', keepComplete = false, acceptInput = false } = options
  const trace: Cocluster['trace'] = []
  const progress: Progress = { stage: 'co-clustering', iteration: 0, total: passes }
  if (acceptInput) {
    const components = bipartiteComponents(graph, 1e-10)
    if (components.count >= clusters) return { ...components, graph, trace }
  }
  const transposed = transpose(graph)
  let ends: BipartiteSpectrum = {
    ...(yield* bipartiteSpectrum(kernels, graph, clusters, { ...progress })),
    // The published first pass draws the columns out by ten instead of scaling by degrees.
    rowScale: new Float64Array(graph.rows).fill(1),
    columnScale: new Float64Array(graph.columns).fill(10),
  }
  let lambda = 0.1
  let structured = graph
  let complete: Matrix | null = null
  for (let pass = 1; pass <= passes; pass++) {
    const [left, right] = [scaleRows(ends.left, ends.rowScale), scaleRows(ends.right, ends.columnScale)]
    const byRow = projectWithinEdges(graph, left, right, lambda)
    yield { ...progress }
    const byColumn = projectWithinEdges(transposed, right, left, lambda)
    structured = matrix(graph.rows, graph.columns)
    for (let i = 0; i < graph.rows; i++)
      for (let j = 0; j < graph.columns; j++) {
        const place = i * graph.columns + j
        structured.data[place] = (byRow.data[place] + byColumn.data[j * graph.rows + i]) / 2
      }
    ends = yield* bipartiteSpectrum(kernels, structured, clusters, { ...progress })
    trace.push({ lambda, eigenvalueSum: ends.sum })
    progress.iteration = pass
    yield { ...progress }
    const enough = ends.sum >= clusters - 1e-7
    if (enough && keepComplete) complete = structured
    if (!enough) lambda *= 2
    else if (rankTest === 'same' || ends.sumWithNext > clusters + 1 - 1e-7) lambda /= 2
    else break
  }
  const result = complete ?? structured
  return { ...bipartiteComponents(result), graph: result, trace }
}

interface BipartiteSpectrum {
  /** Singular vectors of the normalised graph for the largest singular values, over √2: n×clusters and m×clusters. */
  left: Matrix
  right: Matrix
  rowScale: Float64Array
  columnScale: Float64Array
  /** Sum of the `clusters` largest squared singular values, and of one more. */
  sum: number
  sumWithNext: number
}

/** `progress` is yielded between the steps. */
function* bipartiteSpectrum(
  kernels: Kernels,
  graph: Matrix,
  clusters: number,
  progress: Progress,
): Generator<Progress, BipartiteSpectrum> {
  const { rows: n, columns: m } = graph
  const [rowScale, columnScale] = [new Float64Array(n), new Float64Array(m)]
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      rowScale[i] += graph.data[i * m + j]
      columnScale[j] += graph.data[i * m + j]
    }
  for (const scale of [rowScale, columnScale])
    for (let i = 0; i < scale.length; i++) scale[i] = scale[i] > 0 ? 1 / Math.sqrt(scale[i]) : 0
  const normalised = matrix(n, m)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) normalised.data[i * m + j] = rowScale[i] * graph.data[i * m + j] * columnScale[j]

  yield progress
  const gram = multiplyFast(kernels, transpose(normalised), normalised)
  yield progress
  const { values, vectors } = largestEigen(gram, Math.min(clusters + 1, m))
  const dimensions = Math.min(clusters, m)
  const right = matrix(m, dimensions)
  for (let j = 0; j < m; j++)
    for (let l = 0; l < dimensions; l++)
      right.data[j * dimensions + l] = vectors.data[j * vectors.columns + l] * Math.SQRT1_2
  const left = multiply(normalised, right)
  for (let i = 0; i < n; i++)
    for (let l = 0; l < dimensions; l++) left.data[i * dimensions + l] *= values[l] > 0 ? 1 / Math.sqrt(values[l]) : 0
  let sum = 0
  for (let l = 0; l < dimensions; l++) sum += values[l]
  return { left, right, rowScale, columnScale, sum, sumWithNext: sum + (m > clusters ? values[clusters] : 0) }
}

/** Row i on the simplex over its edges j, nearest to a_ij − ½·λ·‖left_i − right_j‖². */
function projectWithinEdges(graph: Matrix, left: Matrix, right: Matrix, lambda: number): Matrix {
  const { rows, columns, data } = graph
  const dimensions = left.columns
  const result = matrix(rows, columns)
  for (let i = 0; i < rows; i++) {
    const edges: number[] = []
    for (let j = 0; j < columns; j++) if (data[i * columns + j] > 0) edges.push(j)
    if (edges.length === 0) continue
    const target = matrix(1, edges.length)
    edges.forEach((j, e) => {
      let distance = 0
      for (let l = 0; l < dimensions; l++) {
        const difference = left.data[i * dimensions + l] - right.data[j * dimensions + l]
        distance += difference * difference
      }
      target.data[e] = data[i * columns + j] - 0.5 * lambda * distance
    })
    const projected = projectRowsOntoSimplex(target)
    edges.forEach((j, e) => {
      result.data[i * columns + j] = projected.data[e]
    })
  }
  return result
}

function scaleRows(a: Matrix, scale: Float64Array): Matrix {
  const result = matrix(a.rows, a.columns)
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.columns; j++) result.data[i * a.columns + j] = scale[i] * a.data[i * a.columns + j]
  return result
}
