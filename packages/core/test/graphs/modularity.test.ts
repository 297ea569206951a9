import type { Matrix, SparseMatrix } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { splitLinks } from '../../src/choose/measure-numbers.ts'
import { clusterLinks, modularity } from '../../src/graphs/cluster-links.ts'

import { fromRows } from '../../src/numerics/linalg/matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'

function sparse({ rows, columns, data }: Matrix): SparseMatrix {
  const kept = Array.from(data.keys()).filter((p) => data[p] !== 0)
  const pointers = new Uint32Array(rows + 1)
  for (const p of kept) pointers[Math.floor(p / columns) + 1]++
  for (let i = 0; i < rows; i++) pointers[i + 1] += pointers[i]
  return {
    rows,
    columns,
    values: Float64Array.from(kept, (p) => data[p]),
    indices: Uint32Array.from(kept, (p) => p % columns),
    pointers,
  }
}

/** Σ over pairs in one cluster of A_ij / 2m − d_i·d_j / (2m)², as the formula reads. */
function byFormula({ rows, data }: Matrix, labels: Int32Array): number {
  const degrees = Array.from({ length: rows }, (_, i) =>
    data.subarray(i * rows, (i + 1) * rows).reduce((a, b) => a + b),
  )
  const all = degrees.reduce((a, b) => a + b)
  let sum = 0
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < rows; j++)
      if (labels[i] === labels[j]) sum += data[i * rows + j] / all - (degrees[i] * degrees[j]) / (all * all)
  return sum
}

function randomGraph(nodes: number, random: Random): Matrix {
  const rows = Array.from({ length: nodes }, () => new Array<number>(nodes).fill(0))
  for (let i = 0; i < nodes; i++)
    for (let j = 0; j < i; j++) if (random.uniform() < 0.4) rows[i][j] = rows[j][i] = random.uniform()
  return fromRows(rows)
}

const kernels = await Kernels.load()
function within(graph: SparseMatrix, labels: Int32Array, clusters: number): number {
  const [links] = clusterLinks(kernels, graph, [{ labels, clusters }])
  return modularity(links)
}

describe('modularity of clusterLinks(kernels, graph, partitions)', () => {
  it('is what the formula gives on random graphs', () => {
    const random = new Random(1)
    for (let round = 0; round < 20; round++) {
      const graph = randomGraph(12, random)
      const labels = Int32Array.from({ length: 12 }, () => random.below(4))
      expect(within(sparse(graph), labels, 4)).toBeCloseTo(byFormula(graph, labels), 12)
    }
  })

  it('is 0 for one cluster and for a graph without links, and 1 − 1/k for k separate equal parts', () => {
    const pairs = sparse(
      fromRows([0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => (i !== j && i >> 1 === j >> 1 ? 1 : 0)))),
    )
    expect(within(pairs, new Int32Array(4), 1)).toBe(0)
    expect(within(pairs, Int32Array.of(0, 0, 1, 1), 2)).toBe(0.5)
    const none = sparse(
      fromRows([
        [0, 0],
        [0, 0],
      ]),
    )
    expect(within(none, Int32Array.of(0, 1), 2)).toBe(0)
  })
})

describe('splitLinks(graph, random)', () => {
  it('shares every link out to one of two symmetric graphs', () => {
    const random = new Random(2)
    const graph = sparse(randomGraph(30, random))
    const halves = splitLinks(graph, random)
    const dense = halves.map(({ rows, values, indices, pointers }) => {
      const result = new Map<string, number>()
      for (let i = 0; i < rows; i++)
        for (let p = pointers[i]; p < pointers[i + 1]; p++) result.set(`${i} ${indices[p]}`, values[p])
      return result
    })
    for (const half of dense)
      for (const [place, value] of half) expect(half.get(place.split(' ').reverse().join(' '))).toBe(value)
    expect(dense[0].size + dense[1].size).toBe(graph.values.length)
    expect([...dense[0].keys()].some((place) => dense[1].has(place))).toBe(false)
    expect(Math.min(dense[0].size, dense[1].size)).toBeGreaterThan(graph.values.length / 4)
  })
})
