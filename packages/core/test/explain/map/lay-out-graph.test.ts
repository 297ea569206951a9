import { expect, it } from 'vitest'
import { layOutGraph } from '../../../src/explain/map/map-samples.ts'
import { nearestNeighbours } from '../../../src/graphs/nearest-neighbours.ts'
import { neighbourGraph } from '../../../src/graphs/neighbour-graph.ts'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'
import type { SparseMatrix } from '../../../src/numerics/linalg/sparse-matrix.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'

/** 32 random bits for each number. */
function scrambled(counter: number): number {
  const once = Math.imul(counter ^ (counter >>> 16), 0x21f0aaad)
  const twice = Math.imul(once ^ (once >>> 15), 0x735a2d97)
  return (twice ^ (twice >>> 15)) >>> 0
}

/** The passes over the edges as plain loops. */
function plainPasses(graph: SparseMatrix, start: Float64Array, random: Random, epochs: number): Float64Array {
  const heaviest = graph.values.reduce((most, weight) => Math.max(most, weight), 0)
  const due = graph.values.map((weight) => heaviest / weight)
  const clip = (step: number) => Math.min(4, Math.max(-4, step))
  let from = start
  for (let epoch = 1; epoch <= epochs; epoch++) {
    const rate = 0.25 * (1 - (epoch - 1) / epochs)
    const seed = random.integer()
    const to = from.slice()
    for (let i = 0; i < graph.rows; i++) {
      let counter = scrambled((seed + Math.imul(i, 0x9e3779b9)) | 0)
      const apart = (j: number) => [to[2 * i] - from[2 * j], to[2 * i + 1] - from[2 * j + 1]]
      for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++) {
        if (due[p] > epoch) continue
        due[p] += heaviest / graph.values[p]
        const [dx, dy] = apart(graph.indices[p])
        const pull = -6 / (1 + 1.5 * (dx * dx + dy * dy))
        const move = [pull * dx, pull * dy]
        for (let s = 0; s < 10; s++) {
          counter = (counter + 0x9e3779b9) | 0
          const other = Math.floor((scrambled(counter) * (graph.rows - 1)) / 4294967296)
          const [x, y] = apart(other < i ? other : other + 1)
          const square = x * x + y * y
          const push = 2 / ((0.001 + square) * (1 + 1.5 * square))
          move[0] += clip(push * x)
          move[1] += clip(push * y)
        }
        to[2 * i] += rate * move[0]
        to[2 * i + 1] += rate * move[1]
      }
    }
    from = to
  }
  return from
}

it('gives the bytes of the plain loops', async () => {
  const random = new Random(5)
  const points = matrix(
    90,
    3,
    Float64Array.from({ length: 270 }, () => random.uniform()),
  )
  const kernels = await Kernels.load()
  const graph = neighbourGraph(
    kernels,
    runToEnd(nearestNeighbours(kernels, points, 7, singleProcess)),
    90,
    singleProcess,
  )
  const start = { rows: 90, columns: 2, data: points.data.slice(0, 180) }
  // Without a pass over the edges a layout is its start, and the generator stands where the passes begin.
  const own = new Random(2)
  const place = runToEnd(layOutGraph(kernels, graph, start, { random: own, epochs: 0 })).data
  const found = runToEnd(layOutGraph(kernels, graph, start, { random: new Random(2), epochs: 12 }))
  expect(found.data).toEqual(plainPasses(graph, place, own, 12))
})
