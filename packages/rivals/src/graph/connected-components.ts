import type { Matrix } from '@manyview/core'

/** The connected parts of a graph: one number per node, counted from 0 in the order of first appearance. */
export interface Components {
  labels: Int32Array
  count: number
}

/** Components of the undirected graph on n nodes with an edge i–j where entry (i, j) or (j, i) of the n×n matrix exceeds `tolerance` (default 0). O(n²). */
export function connectedComponents(graph: Matrix, tolerance = 0): Components {
  const sets = new DisjointSets(graph.rows)
  for (let i = 0; i < graph.rows; i++)
    for (let j = 0; j < graph.columns; j++)
      if (i !== j && graph.data[i * graph.columns + j] > tolerance) sets.join(i, j)
  return sets.number(graph.rows)
}

/**
 * Components among the n rows of a bipartite graph, given as an n×m matrix with an edge between row i and column j where entry (i, j) exceeds
 * `tolerance` (default 0). Columns without an edge count for nothing. O(n·m).
 */
export function bipartiteComponents(graph: Matrix, tolerance = 0): Components {
  const sets = new DisjointSets(graph.rows + graph.columns)
  for (let i = 0; i < graph.rows; i++)
    for (let j = 0; j < graph.columns; j++)
      if (graph.data[i * graph.columns + j] > tolerance) sets.join(i, graph.rows + j)
  return sets.number(graph.rows)
}

class DisjointSets {
  private readonly parent: Int32Array

  constructor(size: number) {
    this.parent = Int32Array.from({ length: size }, (_, i) => i)
  }

  private root(node: number): number {
    while (this.parent[node] !== node) node = this.parent[node] = this.parent[this.parent[node]]
    return node
  }

  join(a: number, b: number): void {
    const [rootA, rootB] = [this.root(a), this.root(b)]
    if (rootA !== rootB) this.parent[Math.max(rootA, rootB)] = Math.min(rootA, rootB)
  }

  /** Numbers of the first `nodes` nodes. */
  number(nodes: number): Components {
    const numbers = new Int32Array(this.parent.length).fill(-1)
    const labels = new Int32Array(nodes)
    let count = 0
    for (let i = 0; i < nodes; i++) {
      const root = this.root(i)
      if (numbers[root] < 0) numbers[root] = count++
      labels[i] = numbers[root]
    }
    return { labels, count }
  }
}
