import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { share } from '../ranks/share.ts'

/**
 * D^−½ · A · D^−½ with the row sums D of a symmetric graph; a node without edges keeps its zero row. Ranks that have their own rows of the graph each (own × n) tell
 * each other the sums. O(non-zeros).
 */
export function normaliseDegrees(graph: SparseMatrix, communicator: Communicator = oneProcess): SparseMatrix {
  const scales = degreeScales(graph, communicator)
  const { begin } = share(graph.columns, communicator.size, communicator.rank)
  const values = new Float64Array(graph.values.length)
  for (let i = 0; i < graph.rows; i++)
    for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++)
      // One product of the two scales keeps the result symmetric to the last bit.
      values[p] = graph.values[p] * (scales[begin + i] * scales[graph.indices[p]])
  return { ...graph, values }
}

/** What the rows and columns of a graph are multiplied by to take degrees out, for all nodes: 1/√D, 0 for a node without edges. */
export function degreeScales(graph: SparseMatrix, communicator: Communicator): Float64Array {
  return communicator.allGather(degrees(graph)).map((degree) => (degree > 0 ? 1 / Math.sqrt(degree) : 0))
}

/** Row sums of a graph. */
export function degrees(graph: SparseMatrix): Float64Array {
  const sums = new Float64Array(graph.rows)
  for (let i = 0; i < graph.rows; i++)
    for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++) sums[i] += graph.values[p]
  return sums
}
