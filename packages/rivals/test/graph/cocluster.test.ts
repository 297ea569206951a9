import type { Matrix } from '@manyview/core'
import { matrix, Random } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { type CoclusterOptions, cocluster } from '../../src/graph/cocluster.ts'

/** n×m graph whose rows and columns belong to `clusters` blocks, with weak edges between them. */
function blocks(n: number, m: number, clusters: number, leak: number): Matrix {
  const random = new Random(3)
  const graph = matrix(n, m)
  for (let i = 0; i < n; i++) {
    let sum = 0
    for (let j = 0; j < m; j++)
      sum += graph.data[i * m + j] = (i % clusters === j % clusters ? 1 : leak) * (0.5 + random.uniform())
    for (let j = 0; j < m; j++) graph.data[i * m + j] /= sum
  }
  return graph
}

async function run(graph: Matrix, options: CoclusterOptions) {
  const generator = cocluster(await Kernels.load(), graph, options)
  for (;;) {
    const step = generator.next()
    if (step.done) return step.value
  }
}

describe('cocluster(graph)', () => {
  it.each([
    [20, 3],
    [30, 6],
    [40, 20],
  ])('cuts a leaky block graph of %i rows and %i columns into its 3 blocks', async (n, m) => {
    const found = await run(blocks(n, m, 3, 0.05), { clusters: 3 })
    expect(found.count).toBe(3)
    expect(Array.from(found.labels)).toEqual(Array.from({ length: n }, (_, i) => i % 3))
    expect(found.trace.length).toBeLessThan(50)
  })

  it('rankTest same uses every pass', async () => {
    const found = await run(blocks(20, 3, 3, 0.05), { clusters: 3, rankTest: 'same', passes: 30 })
    expect(found.trace.length).toBe(30)
  })

  it('keepComplete gives the last pass with enough components where the very last has swung below', async () => {
    const graph = blocks(40, 4, 4, 0.3)
    const clusters = 4
    const counts = { last: new Set<number>(), complete: new Set<number>() }
    for (let passes = 30; passes < 36; passes++) {
      counts.last.add((await run(graph, { clusters, passes, rankTest: 'same' })).count)
      counts.complete.add((await run(graph, { clusters, passes, rankTest: 'same', keepComplete: true })).count)
    }
    expect(counts.last.size).toBeGreaterThan(1)
    expect([...counts.complete]).toEqual([clusters])
  })

  it('leaves out columns without an edge and stays finite', async () => {
    const graph = blocks(20, 6, 3, 0.05)
    for (let i = 0; i < 20; i++) graph.data[i * 6 + 5] = 0
    const found = await run(graph, { clusters: 3 })
    expect(found.graph.data.every(Number.isFinite)).toBe(true)
    expect(found.count).toBe(3)
  })

  it('acceptInput gives a graph that already falls into the clusters back as it is', async () => {
    const graph = blocks(12, 6, 3, 0)
    const found = await run(graph, { clusters: 3, acceptInput: true })
    expect(found.graph).toBe(graph)
    expect(found.trace).toEqual([])
    expect((await run(graph, { clusters: 2, acceptInput: true })).count).toBe(3)
    expect((await run(graph, { clusters: 4, acceptInput: true })).trace.length).toBeGreaterThan(0)
  })
})
