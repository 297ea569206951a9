import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { share } from '../runtime/ranks/share.ts'

/**
 * D^−½ · A · D^−½ with the row sums D of a symmetric graph; a node without edges keeps its zero row. Ranks that have their own rows of the graph each (own × n) tell
 * each other the sums. The new weights go to `values`, which may be those of the graph. O(non-zeros).
 */
export function normaliseDegrees(
  graph: SparseMatrix,
  ranks: Ranks,
  values: Float64Array = new Float64Array(graph.values.length),
): SparseMatrix {
  const scales = degreeScales(graph, ranks)
  const { begin } = share(graph.columns, ranks.size, ranks.rank)
  const { rows, pointers, indices, values: weights } = graph
  for (let i = 0; i < rows; i++) {
    const scale = scales[begin + i]
    // One product of the two scales keeps the result symmetric to the last bit.
    for (let p = pointers[i]; p < pointers[i + 1]; p++) values[p] = weights[p] * (scale * scales[indices[p]])
  }
  return { ...graph, values }
}

/** What the rows and columns of a graph are multiplied by to take degrees out, for all nodes: 1/√D, 0 for a node without edges. */
export function degreeScales(graph: SparseMatrix, ranks: Ranks): Float64Array {
  return ranks.allGather(degrees(graph)).map((degree) => (degree > 0 ? 1 / Math.sqrt(degree) : 0))
}

/** Row sums of a graph. */
export function degrees(graph: SparseMatrix): Float64Array {
  const sums = new Float64Array(graph.rows)
  const { rows, pointers, values } = graph
  for (let i = 0; i < rows; i++) {
    let sum = 0
    for (let p = pointers[i]; p < pointers[i + 1]; p++) sum += values[p]
    sums[i] = sum
  }
  return sums
}
