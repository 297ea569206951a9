import { graphComponents } from '../../src/graphs/graph-components.ts'
import { neighbourGraph } from '../../src/graphs/neighbour-graph.ts'
import { sumGraphs } from '../../src/graphs/sum-graphs.ts'
import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import type { Device, EmbedOptions } from '../../src/runtime/device/device.ts'
import type { WeighedGroups } from '../../src/runtime/device/device-refinement.ts'
import type { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'

/** What a fit asks of a graphics card from its graphs to the refinement, in plain loops; `asked` gets what samples are to be embedded by. */
export function plainDevice(kernels: Kernels, many: number, asked: EmbedOptions[] = []): Device {
  const device: Partial<Device> = {
    name: 'plain',
    many,
    lacks: [],
    searchesUpTo: 0,
    graphComponents: (graph) => done(graphComponents(graph)),
    neighbourGraph: (lists) => done(neighbourGraph(kernels, lists, lists.samples, singleProcess)),
    sumGraphs: (graphs, weights) => done(sumGraphs(kernels, graphs, weights)),
    embed(_, features, options) {
      asked.push(options)
      const take = ({ length }: Uint32Array) => done(matrix(length, 7))
      return done({ joined: { rows: features.rows, columns: 7, take, close: () => undefined }, functions: 5 })
    },
    foldSums: (points, groups, folds) =>
      done(Array.from({ length: folds }, (_, fold) => foldSum(points, groups, fold))),
    spreadWithin({ rows, columns, data }, { labels, weights }, means) {
      let sum = 0
      for (let i = 0; i < rows; i++) {
        let square = 0
        for (let j = 0; j < columns; j++) square += (data[i * columns + j] - means.data[labels[i] * columns + j]) ** 2
        sum += (weights[i] * square) ** 2
      }
      return done(sum)
    },
    besideTurned({ rows, columns, data }, { folds }, turns) {
      const more = turns[0].turn.columns
      const turned = Array.from({ length: rows }, (_, i) => {
        const { turn, offset } = turns[folds[i]]
        return Array.from(offset, (away, c) => {
          let sum = -away
          for (let j = 0; j < columns; j++) sum += data[i * columns + j] * turn.data[j * more + c]
          return sum
        })
      })
      const mean = turned.reduce((sum, row) => sum + Math.hypot(...row) ** 2, 0) / rows
      const result = matrix(rows, columns + more)
      for (const [i, row] of turned.entries()) {
        const soft = Math.sqrt(Math.hypot(...row) ** 2 + mean)
        const both = [...data.subarray(i * columns, (i + 1) * columns), ...row.map((value) => value / soft)]
        const length = Math.hypot(...both)
        result.data.set(
          both.map((value) => value / length),
          i * both.length,
        )
      }
      return done(result)
    },
  }
  return device as Device
}

/** What a step gives that waits for nothing. */
function* done<T>(value: T): Generator<never, T> {
  yield* []
  return value
}

function foldSum({ rows, columns, data }: Matrix, { labels, clusters, weights, folds }: WeighedGroups, fold: number) {
  const [points, squares] = [matrix(clusters, columns), matrix(columns, columns)]
  for (let i = 0; i < rows; i++) {
    if (folds[i] !== fold) continue
    for (let j = 0; j < columns; j++) {
      const value = weights[i] * data[i * columns + j]
      points.data[labels[i] * columns + j] += value
      for (let k = 0; k < columns; k++) squares.data[j * columns + k] += value * data[i * columns + k]
    }
  }
  return { points, squares }
}
