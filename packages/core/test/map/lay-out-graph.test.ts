import { expect, it } from 'vitest'
import { nearestNeighbours } from '../../src/graph/nearest-neighbours.ts'
import { neighbourGraph } from '../../src/graph/neighbour-graph.ts'
import { Kernels } from '../../src/kernels/kernels.ts'
import { matrix } from '../../src/linalg/matrix.ts'
import type { SparseMatrix } from '../../src/linalg/sparse-matrix.ts'
import { layOutGraph } from '../../src/map/lay-out-graph.ts'
import { Random } from '../../src/random/random.ts'
import { drain } from '../../src/steps.ts'

/** The passes over the edges as plain loops. */
function plainPasses(graph: SparseMatrix, place: Float64Array, random: Random, epochs: number): void {
  const heaviest = graph.values.reduce((most, weight) => Math.max(most, weight), 0)
  const due = graph.values.map((weight) => heaviest / weight)
  const clip = (step: number) => Math.min(4, Math.max(-4, step))
  const apart = (i: number, j: number) => [place[2 * i] - place[2 * j], place[2 * i + 1] - place[2 * j + 1]]
  for (let epoch = 1; epoch <= epochs; epoch++)
    for (let i = 0; i < graph.rows; i++)
      for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++) {
        if (due[p] > epoch) continue
        due[p] += heaviest / graph.values[p]
        const rate = 1 - (epoch - 1) / epochs
        const j = graph.indices[p]
        const [dx, dy] = apart(i, j)
        const pull = -3 / (1 + 1.5 * (dx * dx + dy * dy))
        ;[dx, dy].forEach((way, axis) => {
          const step = rate * clip(pull * way)
          place[2 * i + axis] += step
          place[2 * j + axis] -= step
        })
        for (let s = 0; s < 5; s++) {
          const stranger = random.below(graph.rows)
          if (stranger === i) continue
          const [x, y] = apart(i, stranger)
          const square = x * x + y * y
          const push = 2 / ((0.001 + square) * (1 + 1.5 * square))
          place[2 * i] += rate * clip(push * x)
          place[2 * i + 1] += rate * clip(push * y)
        }
      }
}

it('gives the bytes of the plain loops, with and without SIMD', async () => {
  const random = new Random(5)
  const points = matrix(
    90,
    3,
    Float64Array.from({ length: 270 }, () => random.uniform()),
  )
  for (const build of ['simd', 'scalar'] as const) {
    const kernels = await Kernels.load(build)
    const graph = neighbourGraph(drain(nearestNeighbours(kernels, points, 7)), 90)
    const start = { rows: 90, columns: 2, data: points.data.slice(0, 180) }
    // Without a pass over the edges a layout is its start, and the generator stands where the passes begin.
    const own = new Random(2)
    const place = drain(layOutGraph(kernels, graph, start, { random: own, epochs: 0 })).data
    plainPasses(graph, place, own, 12)
    const found = drain(layOutGraph(kernels, graph, start, { random: new Random(2), epochs: 12 }))
    expect(found.data).toEqual(place)
  }
})
