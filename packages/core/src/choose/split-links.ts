import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Random } from '../numerics/random/random.ts'

/** Two graphs that share out the links of one (n×n, symmetric) by the toss of a coin, both directions of a link together. O(links). */
export function splitLinks(graph: SparseMatrix, random: Random): [SparseMatrix, SparseMatrix] {
  const sides = new Uint8Array(graph.values.length)
  const next = graph.pointers.slice(0, graph.rows)
  // Row i meets its links to earlier rows in the order in which those rows met them.
  for (let i = 0; i < graph.rows; i++)
    for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++) {
      const j = graph.indices[p]
      if (j < i) continue
      sides[p] = random.integer() & 1
      if (j === i) continue
      while (graph.indices[next[j]] < i) next[j]++
      if (graph.indices[next[j]] === i) sides[next[j]] = sides[p]
    }
  return [half(graph, sides, 0), half(graph, sides, 1)]
}

function half(graph: SparseMatrix, sides: Uint8Array, side: number): SparseMatrix {
  const kept = sides.reduce((sum, value) => sum + (value === side ? 1 : 0), 0)
  const indices = new Uint32Array(kept)
  const values = new Float64Array(kept)
  const pointers = new Uint32Array(graph.rows + 1)
  let end = 0
  for (let i = 0; i < graph.rows; i++) {
    for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++)
      if (sides[p] === side) {
        indices[end] = graph.indices[p]
        values[end++] = graph.values[p]
      }
    pointers[i + 1] = end
  }
  return { rows: graph.rows, columns: graph.columns, values, indices, pointers }
}
