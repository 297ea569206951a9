import { fromRows, matrix } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { bipartiteComponents, connectedComponents } from '../../src/graph/connected-components.ts'

describe('connectedComponents(graph)', () => {
  it('numbers components by first appearance and joins along an edge in either direction', () => {
    const graph = matrix(6, 6)
    graph.data[4 * 6 + 0] = 0.5
    graph.data[1 * 6 + 5] = 2
    graph.data[5 * 6 + 3] = 1
    expect(connectedComponents(graph)).toEqual({ labels: Int32Array.of(0, 1, 2, 1, 0, 1), count: 3 })
  })

  it('leaves entries up to the tolerance out', () => {
    const graph = fromRows([
      [0, 1e-11],
      [1e-11, 0],
    ])
    expect(connectedComponents(graph).count).toBe(1)
    expect(connectedComponents(graph, 1e-10).count).toBe(2)
  })

  it('joins a path of 3,000 nodes into one component', () => {
    const n = 3000
    const graph = matrix(n, n)
    for (let i = 1; i < n; i++) graph.data[i * n + i - 1] = 1
    expect(connectedComponents(graph).count).toBe(1)
  })
})

describe('bipartiteComponents(graph)', () => {
  it('joins rows through shared columns and does not count empty columns', () => {
    const graph = fromRows([
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0.5, 0, 0, 0.5],
      [0, 0, 0, 1],
    ])
    expect(bipartiteComponents(graph)).toEqual({ labels: Int32Array.of(0, 1, 0, 0), count: 2 })
  })
})
