import type { Matrix, Progress } from '@manyview/core'
import { matrix } from '@manyview/core/numerics'
import { smallestEntriesInto } from './smallest-entries.ts'

/** How `probabilisticNeighbours` reads the distances. */
export interface ProbabilisticNeighboursOptions {
  /** Edges of each row, default 10; at most one fewer than there are candidates. */
  neighbours?: number
  /** True where rows and columns are the same samples: nobody is their own neighbour. Default false. */
  skipSelf?: boolean
}

/**
 * Adaptive neighbour graph: n×m squared distances give n×m weights whose rows sum to 1. With the candidates of a row sorted, d₁ ≤ … ≤ d_{k+1}, neighbour
 * j ≤ k weighs (d_{k+1} − d_j) / (k·d_{k+1} − Σ_{h≤k} d_h), all others 0; equal distances go to the lower index, and k + 1 equal ones weigh 1/k each.
 * Yields every 256 rows. O(n·m·k) at worst. Source: Nie, Wang and Huang, KDD 2014.
 */
export function* probabilisticNeighbours(
  squaredDistances: Matrix,
  { neighbours = 10, skipSelf = false }: ProbabilisticNeighboursOptions = {},
): Generator<Progress, Matrix> {
  const { rows, columns, data } = squaredDistances
  const graph = matrix(rows, columns)
  const k = Math.min(neighbours, columns - (skipSelf ? 2 : 1))
  const nearest = new Int32Array(Math.max(k, 0) + 1)
  for (let i = 0; i < rows; i++) {
    if (i % 256 === 255) yield { stage: 'neighbours', iteration: i, total: rows }
    const row = data.subarray(i * columns, (i + 1) * columns)
    const count = smallestEntriesInto(nearest, row, skipSelf ? i : -1)
    if (k < 1) {
      // A single candidate takes the whole row.
      if (count > 0) graph.data[i * columns + nearest[0]] = 1
      continue
    }
    const limit = row[nearest[k]]
    let total = 0
    for (let h = 0; h < k; h++) total += limit - row[nearest[h]]
    for (let h = 0; h < k; h++)
      graph.data[i * columns + nearest[h]] = total > 0 ? (limit - row[nearest[h]]) / total : 1 / k
  }
  return graph
}
