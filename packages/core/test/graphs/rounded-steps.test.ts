import { describe, expect, it } from 'vitest'
import { pairLinks, roundedSteps } from '../../src/graphs/rounded-steps.ts'
import { VectorPanels } from '../../src/graphs/vector-panels.ts'
import { matrix, multiply } from '../../src/numerics/linalg/matrix.ts'
import { type SparseMatrix, toDense } from '../../src/numerics/linalg/sparse-matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { inverseOrder } from '../../src/runtime/ranks/reorder-rows.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'

const kernels = await Kernels.load()

/** A graph of `rows` nodes with 0, 1, 2, … links each. */
function graphOf(rows: number, random: Random): SparseMatrix {
  const links = Array.from({ length: rows }, (_, i) => random.permutation(rows).subarray(0, i).sort())
  const pointers = new Uint32Array(rows + 1)
  for (const [i, { length }] of links.entries()) pointers[i + 1] = pointers[i] + length
  const indices = Uint32Array.from(links.flatMap((own) => [...own]))
  return { rows, columns: rows, pointers, indices, values: Float64Array.from(indices, () => random.uniform()) }
}

function functionsOf(rows: number, width: number, random: Random) {
  const data = Float64Array.from({ length: rows * width }, () => random.uniform() - 0.5)
  const panels = new VectorPanels(kernels, rows, width)
  panels.takeRows(kernels, 0, rows, kernels.copyIn(data))
  return { panels, dense: matrix(rows, width, data) }
}

/** The kernel `pairLinks` in plain loops: links of a node as whole numbers that come to 32,767, two and two. */
function pairLinksReference(graph: SparseMatrix, order: Uint32Array, scales: Float64Array) {
  const places = inverseOrder(order)
  const [weights, others, pointers]: number[][] = [[], [], [0]]
  const units: number[] = []
  for (const node of order) {
    const links = Array.from({ length: graph.pointers[node + 1] - graph.pointers[node] }, (_, l) => {
      const p = graph.pointers[node] + l
      return { other: graph.indices[p], value: graph.values[p] * scales[graph.indices[p]] }
    })
    const total = links.reduce((sum, { value }) => sum + value, 0)
    units.push(total > 0 ? Math.fround(scales[node] / (32_767 / total)) : 0)
    let [sum, before] = [0, 0]
    for (const { other, value } of links) {
      sum += value
      const reached = Math.floor(sum * (32_767 / total) + 0.5)
      weights.push(reached - before)
      others.push(places[other])
      before = reached
    }
    if (links.length % 2 === 1) {
      weights.push(0)
      others.push(0)
    }
    pointers.push(weights.length / 2)
  }
  return { weights, others, pointers, units }
}

describe('pairLinks', () => {
  it.each([2, 7, 1 << 22])('gives the bytes of plain loops, %i links at a time', (atATime) => {
    const random = new Random(3)
    const rows = 60
    const graph = graphOf(rows, random)
    const order = random.permutation(rows)
    const scales = Float64Array.from({ length: rows }, () => 0.5 + random.uniform())
    const nodes = { order, places: inverseOrder(order), scales, begin: 0 }
    const mark = kernels.mark()
    const { weights, indices, pointers, units } = pairLinks(kernels, graph, nodes, atATime)
    const wanted = pairLinksReference(graph, order, scales)
    const count = wanted.weights.length
    expect([...new Int16Array(weights.i32.buffer, weights.pointer, count)]).toEqual(wanted.weights)
    expect([...indices.i32.subarray(0, count)]).toEqual(wanted.others)
    expect([...pointers.i32.subarray(0, rows + 1)]).toEqual(wanted.pointers)
    expect([...units.f32.subarray(0, rows)]).toEqual(wanted.units)
    kernels.release(mark)
  })
})

describe('roundedSteps', () => {
  it.each([16, 48])('are a·graph·x + b·x + c·y to a few parts in 10,000, %i functions', (width) => {
    const random = new Random(width)
    const rows = 40
    const graph = graphOf(rows, random)
    const order = random.permutation(rows)
    const places = inverseOrder(order)
    const scales = Float64Array.from({ length: rows }, () => 0.5 + random.uniform())
    const mark = kernels.mark()
    const [x, y] = [functionsOf(rows, width, random), functionsOf(rows, width, random)]
    roundedSteps(kernels, graph, { order, places, scales, begin: 0 }, singleProcess)(x.panels, y.panels, 2, -0.5, 0.25)
    const found = y.panels.rowsIn(kernels, 0, rows).raw.f64.slice()
    kernels.release(mark)
    const dense = toDense(graph)
    for (let i = 0; i < rows; i++) {
      const row = order[i]
      const weights = Float64Array.from({ length: rows }, (_, j) => {
        return dense.data[row * rows + order[j]] * scales[row] * scales[order[j]]
      })
      const image = multiply(matrix(1, rows, weights), x.dense)
      const size = weights.reduce((sum, weight) => sum + weight, 0)
      for (let f = 0; f < width; f++) {
        const p = i * width + f
        const exact = 2 * image.data[f] - 0.5 * x.dense.data[p] + 0.25 * y.dense.data[p]
        expect(Math.abs(found[p] - exact)).toBeLessThan(1e-6 + 2e-4 * size)
      }
    }
  })

  it('keep what the links of a node come to, however many there are', () => {
    const rows = 70_000
    const indices = Uint32Array.from({ length: rows }, (_, i) => i)
    const pointers = new Uint32Array(rows + 1).fill(rows)
    pointers[0] = 0
    const graph = { rows, columns: rows, pointers, indices, values: new Float64Array(rows).fill(1 / rows) }
    const mark = kernels.mark()
    const [x, y] = [new VectorPanels(kernels, rows, 16), new VectorPanels(kernels, rows, 16)]
    x.block.f32.fill(1)
    y.block.f32.fill(0)
    roundedSteps(kernels, graph, { order: indices, places: null, begin: 0 }, singleProcess)(x, y, 1, 0, 0)
    const found = y.rowsIn(kernels, 0, 2).raw.f64.slice(0, 32)
    kernels.release(mark)
    found.subarray(0, 16).forEach((value) => {
      expect(value).toBeCloseTo(1, 5)
    })
    expect(Array.from(found.subarray(16))).toEqual(Array(16).fill(0))
  })
})
