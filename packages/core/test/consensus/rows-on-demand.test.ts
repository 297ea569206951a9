import { beforeAll, describe, expect, it } from 'vitest'
import {
  basisSize,
  type Embedding,
  embed,
  filteredRank,
  partColumns,
  partMatrix,
  rowsOf,
} from '../../src/consensus/embedding.ts'
import { embedOnDemand } from '../../src/consensus/rows-on-demand.ts'
import { orderForMemory } from '../../src/graphs/filtered-functions.ts'
import { graphComponents } from '../../src/graphs/graph-components.ts'
import { diffusionWeights, graphCoordinates, graphFilter } from '../../src/graphs/graph-filter.ts'
import type { RowsOnDemand } from '../../src/numerics/kmeans/assign-to-centres.ts'
import { columnsOf, type Matrix, multiplyTranspose } from '../../src/numerics/linalg/matrix.ts'
import { concatenateColumns, unitRows } from '../../src/numerics/linalg/scale.ts'
import { singularScores } from '../../src/numerics/linalg/singular-scores.ts'
import { Random } from '../../src/numerics/random/random.ts'
import type { EmbedOptions } from '../../src/runtime/device/device.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { comparableRowsInto } from '../../src/views/comparable-rows.ts'
import { randomMatrix } from '../numerics/random-matrix.ts'
import { plainRuntime } from '../plain-runtime.ts'
import { placedGroups } from './placed-groups.ts'
import { plainDevice } from './plain-device.ts'

const everyone = Uint32Array.from({ length: 320 }, (_, i) => i)
const kernels = await Kernels.load()
const rt = plainRuntime(kernels, new Random(1))

/** Axes may point the other way, products of rows stay. */
function expectSameProducts(found: Matrix, expected: Matrix, tolerance: number): void {
  const [one, other] = [found, expected].map((rows) => multiplyTranspose(rows, rows).data)
  for (let p = 0; p < one.length; p += 7) expect(Math.abs(one[p] - other[p])).toBeLessThan(tolerance)
}

describe.each([
  [3, false],
  [6, false],
  [60, false],
  [3, true],
  [60, true],
])('embedOnDemand(rt, embedded, hints), %i features, a graph in parts: %s', (features, apart) => {
  let embedding: Embedding
  let all: Matrix
  const made = () => placedGroups(kernels, features, apart)

  beforeAll(() => {
    embedding = runToEnd(embedOnDemand(rt, made(), {}))
    all = runToEnd(rowsOf(embedding, everyone))
  })

  it('makes the rows that its eigenvectors give in memory', () => {
    const { graph, features: rows, clusters, random } = made()
    const { values, vectors } = embedding.likely!
    const basis = {
      values,
      vectors: { ...vectors, data: Float64Array.from(vectors.data) },
      components: graphComponents(graph),
      converged: true,
    }
    const parts = partColumns(basis.components, clusters)
    expect(parts?.count ?? 0).toBe(apart ? 4 : 0)
    const beside = (a: Matrix) => (parts ? concatenateColumns([a, partMatrix(parts)]) : a)
    const coordinates = beside(unitRows(graphCoordinates(basis, diffusionWeights(values, clusters))))
    const smooth = comparableRowsInto(graphFilter(kernels, basis, rows, singleProcess), singleProcess)
    const scores = beside(runToEnd(singularScores(kernels, smooth, filteredRank(clusters), random, singleProcess)))
    expect([embedding.split, all.columns]).toEqual([coordinates.columns, coordinates.columns + scores.columns])
    columnsOf(all, 0, embedding.split).data.forEach((value, p) => {
      expect(Math.abs(value - coordinates.data[p])).toBeLessThan(1e-5)
    })
    expectSameProducts(columnsOf(all, embedding.split, all.columns), scores, 1e-4)
  })

  it('places the samples nearly as in memory, by eigenvectors that are found roughly', () => {
    const { points, split } = runToEnd(embed(rt, made()))
    const inMemory = points as Matrix
    expect([embedding.split, all.columns]).toEqual([split, inMemory.columns])
    expectSameProducts(columnsOf(all, split, all.columns), columnsOf(inMemory, split, inMemory.columns), 0.02)
  })

  it('gives the same rows whichever are asked for, in double and in single precision', () => {
    const { columns, data } = all
    const places = Uint32Array.of(5, 319, 0, 64)
    const taken = runToEnd(rowsOf(embedding, places))
    places.forEach((place, i) => {
      const row = taken.data.slice(i * columns, (i + 1) * columns)
      expect(row).toEqual(data.slice(place * columns, (place + 1) * columns))
    })
    const mark = kernels.mark()
    const singles = kernels.allocate(160 * columns)
    singles.f32.fill(7)
    ;(embedding.points as RowsOnDemand).singlesInto(3, 310, singles)
    expect(singles.f32.slice(0, 307 * columns)).toEqual(Float32Array.from(data.subarray(3 * columns, 310 * columns)))
    // Behind the rows, which come in fours, nothing is written.
    expect(singles.f32.subarray(308 * columns).every((value) => value === 7)).toBe(true)
    kernels.release(mark)
  })
})

describe('embedOnDemand on a device', () => {
  const embedded = placedGroups(kernels, 6, true)
  const embedOn = (many: number, given = embedded) => {
    const asked: EmbedOptions[] = []
    const { split } = runToEnd(embedOnDemand({ ...rt, device: plainDevice(kernels, many, asked) }, given, {}))
    return { split, asked }
  }

  it('leaves more samples than are few to it to the device, with the part columns and the weights of diffusion', () => {
    const { split, asked } = embedOn(319)
    expect(split).toBe(5)
    const [{ count, rank, parts, weigh }] = asked
    expect([count, rank]).toEqual([basisSize(320, 4), filteredRank(4)])
    expect(parts).toEqual(partMatrix(partColumns(graphComponents(embedded.graph), 4)!))
    const values = Float64Array.from({ length: count }, (_, c) => 1 - c / count)
    expect(weigh(values)).toEqual(diffusionWeights(values, 4))
    expect(embedOn(319, placedGroups(kernels, 6, false)).asked[0].parts).toBeNull()
  })

  it('does fewer samples itself, and features of fewer than four dimensions', () => {
    expect(embedOn(320).asked).toEqual([])
    expect(embedOn(0, placedGroups(kernels, 3, true)).asked).toEqual([])
    expect(embedOn(0, placedGroups(kernels, 4, true)).asked).toHaveLength(1)
  })
})

describe('orderForMemory(kernels, features, random)', () => {
  it('has every sample once, those of a group one after the other', () => {
    const groups = randomMatrix(1000, 2, 1)
    for (let i = 0; i < 1000; i++) groups.data[2 * i] += 100 * (i % 8)
    const order = runToEnd(orderForMemory({ kernels, device: null }, groups, new Random(2)))
    expect([...order].sort((a, b) => a - b)).toEqual([...Array(1000).keys()])
    // A group may be several pieces, which need not lie side by side.
    const changes = order.filter((sample, p) => p > 0 && sample % 8 !== order[p - 1] % 8).length
    expect(changes).toBeLessThan(64)
  })
})
