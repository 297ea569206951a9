import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'

import type { Device } from '../runtime/device/device.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'

import { share } from '../runtime/ranks/share.ts'

/** The connected parts of a sparse graph. */
export interface GraphComponents {
  /** Part of each node, counted from 0 in the order of first appearance. */
  labels: Int32Array
  /** Nodes in each part. */
  sizes: number[]
}

/** Parts of the undirected graph whose edges are the non-zero entries of a symmetric n×n matrix. O(non-zeros). */
export function graphComponents({ rows, pointers, indices, values }: SparseMatrix): GraphComponents {
  const labels = new Int32Array(rows).fill(-1)
  const sizes: number[] = []
  const queue = new Uint32Array(rows)
  for (let first = 0; first < rows; first++) {
    if (labels[first] >= 0) continue
    let end = 1
    queue[0] = first
    labels[first] = sizes.length
    // Where all are found there is nothing more to see.
    for (let next = 0; next < end && end < rows; next++)
      for (let p = pointers[queue[next]]; p < pointers[queue[next] + 1]; p++) {
        const other = indices[p]
        if (labels[other] >= 0 || values[p] === 0) continue
        labels[other] = sizes.length
        queue[end++] = other
      }
    sizes.push(end)
  }
  return { labels, sizes }
}

/** How many connected parts a symmetric graph has, of which ranks have their own rows; on a device where there are many nodes. O(non-zeros). */
export function* countParts(device: Device | null, graph: SparseMatrix, ranks: Ranks): Generator<Progress, number> {
  const onDevice = device && graph.rows > device.many
  const { sizes } = onDevice ? yield* device.graphComponents(graph) : componentsOverRanks(ranks, graph)
  return sizes.length
}

/**
 * `graphComponents` where every rank has its own rows of the graph (own × n): the parts of its own nodes, numbered alike on all ranks, and the sizes of all parts.
 * Ranks join what they know of all n nodes two and two: 4·n bytes to one other rank at most, then from rank 0 to all. O(own non-zeros + n·log ranks).
 */
export function componentsOverRanks(ranks: Ranks, graph: SparseMatrix): GraphComponents {
  const { rank, size } = ranks
  if (size === 1) return graphComponents(graph)
  const n = graph.columns
  const range = share(n, size, rank)
  // The parent of a node is one that it hangs together with, never a later one: the root of a part is its first node.
  const parents = Int32Array.from({ length: n }, (_, i) => i)
  for (let i = 0; i < graph.rows; i++)
    for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++)
      if (graph.values[p] !== 0) join(parents, range.begin + i, graph.indices[p])
  for (let step = 1; step < size; step *= 2) {
    const other = passTo(ranks, parents, step)
    for (let i = 0; i < other.length; i++) if (other[i] !== i) join(parents, i, other[i])
  }
  ranks.broadcast(parents)
  const sizes: number[] = []
  const labels = new Int32Array(n)
  for (let i = 0; i < n; i++) {
    labels[i] = parents[i] === i ? sizes.push(0) - 1 : labels[root(parents, i)]
    sizes[labels[i]]++
  }
  return { labels: labels.slice(range.begin, range.end), sizes }
}

/** Rank r + step sends its parents to rank r, for r = 0, 2·step, …; what came here, which is nothing for most. */
function passTo(ranks: Ranks, parents: Int32Array, step: number): Int32Array {
  const { rank, size } = ranks
  const sendCounts = Array<number>(size).fill(0)
  const receiveCounts = Array<number>(size).fill(0)
  if (rank % (2 * step) === step) sendCounts[rank - step] = parents.length
  if (rank % (2 * step) === 0 && rank + step < size) receiveCounts[rank + step] = parents.length
  const received = new Int32Array(receiveCounts.some((count) => count > 0) ? parents.length : 0)
  const sent = sendCounts.some((count) => count > 0) ? parents : new Int32Array(0)
  ranks.allToAll(sent, sendCounts, received, receiveCounts)
  return received
}

function join(parents: Int32Array, i: number, j: number): void {
  const [a, b] = [root(parents, i), root(parents, j)]
  if (a < b) parents[b] = a
  else parents[a] = b
}

/** The root of a node; the way there becomes half as long. */
function root(parents: Int32Array, i: number): number {
  let node = i
  while (parents[node] !== node) {
    parents[node] = parents[parents[node]]
    node = parents[node]
  }
  return node
}
