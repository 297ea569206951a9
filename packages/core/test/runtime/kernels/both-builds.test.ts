import { beforeAll, expect, it } from 'vitest'
import { rowsOf } from '../../../src/consensus/embedding.ts'
import { embedOnDemand } from '../../../src/consensus/rows-on-demand.ts'
import { placeSamples } from '../../../src/consensus/vote.ts'
import { dstlIterations, residentViews } from '../../../src/dstl/iterations.ts'
import { layOutGraph } from '../../../src/explain/map/map-samples.ts'
import { rankEffects } from '../../../src/explain/rank-effects.ts'
import { approximateNeighbours } from '../../../src/graphs/approximate-neighbours.ts'
import { clusterLinks } from '../../../src/graphs/cluster-links.ts'
import { graphBasis } from '../../../src/graphs/graph-basis.ts'
import { listSquares, placeMarked, sumListDistances } from '../../../src/graphs/list-squares.ts'
import { nearestNeighbours } from '../../../src/graphs/nearest-neighbours.ts'
import { neighbourGraph } from '../../../src/graphs/neighbour-graph.ts'
import { squaredDistance } from '../../../src/graphs/neighbour-lists.ts'
import { assignToCentres } from '../../../src/numerics/kmeans/assign-to-centres.ts'
import { clusterCentres } from '../../../src/numerics/kmeans/cluster-centres.ts'
import { kmeans } from '../../../src/numerics/kmeans/kmeans.ts'
import { runKmeansJobs } from '../../../src/numerics/kmeans/kmeans-jobs.ts'
import { kmeansOverRanks } from '../../../src/numerics/kmeans/kmeans-over-ranks.ts'
import { largestEigenFast } from '../../../src/numerics/linalg/largest-eigen-fast.ts'
import { type Matrix, matrix, multiply, multiplyTranspose } from '../../../src/numerics/linalg/matrix.ts'
import { unitRows } from '../../../src/numerics/linalg/scale.ts'
import { shiftedGram } from '../../../src/numerics/linalg/shifted-gram.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { tensorShrink } from '../../../src/numerics/tensor/tensor-shrink.ts'
import type { KernelFunctions } from '../../../src/runtime/kernels/built/kernel-functions.ts'
import { KernelMatrix } from '../../../src/runtime/kernels/kernel-matrix.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { StreamedMatrix } from '../../../src/runtime/kernels/streamed-matrix.ts'
import { singleProcess } from '../../../src/runtime/ranks/single-process.ts'
import { makeRuntime } from '../../../src/runtime/runtime.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'
import { sparseRows } from '../../../src/views/sparse-rows.ts'
import { standardisedShares } from '../../../src/views/standardised-shares.ts'
import { randomMatrix } from '../../numerics/random-matrix.ts'
import { samplesInOrder } from '../../samples-in-order.ts'

/** Kernels of one build that notes the name of every function called. */
async function loadNoting(build: 'simd' | 'scalar', called: Set<string>): Promise<Kernels> {
  const kernels = await Kernels.load(build)
  const call = new Proxy({} as KernelFunctions, {
    get(_, name: keyof KernelFunctions) {
      called.add(name)
      return original[name]
    },
  })
  const original = kernels.call
  return Object.assign(kernels, { call })
}

const called = new Set<string>()
let simd: Kernels
let scalar: Kernels
let names: string[]
beforeAll(async () => {
  names = Object.entries((await Kernels.load('simd')).call)
    .filter(([, value]) => typeof value === 'function')
    .map(([name]) => name)
  simd = await loadNoting('simd', called)
  scalar = await loadNoting('scalar', called)
})

/** The same job on both builds must give the same numbers to the last bit. */
function expectSameBytes(job: (kernels: Kernels) => Float64Array[]): void {
  const [first, second] = [simd, scalar].map((kernels) => {
    const mark = kernels.mark()
    const results = job(kernels).map((values) => new BigInt64Array(values.slice().buffer))
    kernels.release(mark)
    return results
  })
  expect(second).toEqual(first)
}

it('nearest centres are the same in both builds', () => {
  const sets = [{ centres: randomMatrix(6, 3, 2), first: 1 }]
  expectSameBytes((kernels) =>
    runToEnd(assignToCentres(kernels, randomMatrix(50, 5, 1), sets)).map((labels) => Float64Array.from(labels)),
  )
})

it('chosen rows that are added up have the bytes of a plain loop in both builds', () => {
  for (const columns of [1, 6, 7]) {
    const random = new Random(columns)
    const members = [3, 5, 9].map((clusters) => {
      const labels = Int32Array.from({ length: 9000 }, () => random.below(clusters))
      const kind = 'kmeans' as const
      return { round: 0, graph: 0, embedding: 0, kind, clusters, modularity: 0, fitted: labels, labels }
    })
    const places = randomMatrix(17, columns, 3)
    const add = (kernels: Kernels) => runToEnd(placeSamples(kernels, samplesInOrder(9000), members, places)).data
    expectSameBytes((kernels) => [add(kernels)])
    const plain = matrix(9000, columns)
    let first = 0
    for (const { labels, clusters } of members) {
      for (let p = 0; p < plain.data.length; p++)
        plain.data[p] += places.data[(first + labels[Math.floor(p / columns)]) * columns + (p % columns)]
      first += clusters
    }
    expect(add(simd)).toEqual(unitRows(plain).data)
  }
})

it('rows of an embedding have the same bytes in both builds', () => {
  const features = randomMatrix(60, 9, 3)
  const places = Uint32Array.from({ length: 60 }, (_, i) => 59 - i)
  expectSameBytes((kernels) => {
    const rt = makeRuntime({ kernels, random: new Random(1), ranks: singleProcess })
    const graph = neighbourGraph(
      kernels,
      runToEnd(nearestNeighbours(kernels, features, 5, singleProcess)),
      60,
      singleProcess,
    )
    const embedded = { samples: samplesInOrder(60), graph, features, clusters: 3, random: rt.random('embedding') }
    return [runToEnd(rowsOf(runToEnd(embedOnDemand(rt, embedded, {})), places)).data]
  })
})

it('standardised shares have the same bytes in both builds', () => {
  const standardise = (kernels: Kernels) =>
    runToEnd(standardisedShares(kernels, randomMatrix(60, 5, 4), singleProcess))!.rows as Matrix
  expectSameBytes((kernels) => [standardise(kernels).data])
})

it('neighbours have the same bytes in both builds', () => {
  const points = randomMatrix(700, 5, 3)
  for (const search of [
    (kernels: Kernels) => nearestNeighbours(kernels, points, 4, singleProcess),
    // Equal points, of which rounding cannot tell who is near.
    (kernels: Kernels) => nearestNeighbours(kernels, matrix(30, 2), 4, singleProcess),
    // More points than one cell has.
    (kernels: Kernels) => approximateNeighbours(kernels, randomMatrix(2100, 5, 3), 4, new Random(1), singleProcess),
    (kernels: Kernels) => approximateNeighbours(kernels, randomMatrix(700, 21, 4), 4, new Random(1), singleProcess),
  ])
    expectSameBytes((kernels) => {
      const { indices, squaredDistances } = runToEnd(search(kernels))
      return [Float64Array.from(indices), squaredDistances]
    })
})

it('distances within lists have the same bytes in both builds and in plain loops, also where samples lack points', () => {
  const points = randomMatrix(900, 7, 5)
  const random = new Random(6)
  const drawn = (samples: number, below: number) => ({
    samples,
    count: 4,
    indices: Int32Array.from({ length: 4 * samples }, () => random.below(below)),
    squaredDistances: new Float64Array(0),
  })
  const all = Uint32Array.from({ length: 900 }, (_, i) => i)
  const even = all.filter((i) => i % 2 === 0)
  for (const [view, first] of [
    [{ neighbours: drawn(900, 900), place: all }, 0],
    [{ neighbours: drawn(200, 450), place: even }, 250],
  ] as const) {
    expectSameBytes((kernels) => [listSquares(kernels, points, view, first)])
    const { place, neighbours } = view
    const plain = Float64Array.from(neighbours.indices, (point, e) =>
      squaredDistance(points, place[first + Math.floor(e / 4)], place[point]),
    )
    expect(listSquares(simd, points, view, first)).toEqual(plain)

    const marks = Uint8Array.from(all, (i) => (i % 3 === 0 ? 0 : 1))
    const owners = Uint32Array.from({ length: 300 }, () => random.below(900))
    const lists = Int32Array.from(owners, () => random.below(neighbours.samples + 50) - 50)
    const summed = (kernels: Kernels) => {
      const mark = kernels.mark()
      const { sums, counts } = sumListDistances(kernels, placeMarked(kernels, points, marks), view, owners, lists)
      kernels.release(mark)
      return [sums, counts]
    }
    expectSameBytes(summed)
    const [sums, counts] = [new Float64Array(300), new Float64Array(300)]
    owners.forEach((owner, l) => {
      if (lists[l] < 0 || marks[owner] === 0) return
      for (const point of neighbours.indices.subarray(4 * lists[l], 4 * lists[l] + 4)) {
        if (marks[place[point]] === 0) continue
        sums[l] += Math.sqrt(squaredDistance(points, owner, place[point]))
        counts[l]++
      }
    })
    expect(summed(simd)).toEqual([sums, counts])
  }
})

it('products have the same bytes in both builds', () => {
  for (const [rows, columns, width] of [
    [1, 1, 1],
    [131, 250, 7],
    [40, 9, 66],
  ]) {
    const x = randomMatrix(rows, columns, 1)
    const single = { rows, columns, data: Float32Array.from(x.data) }
    const sparse = {
      rows,
      columns,
      values: x.data,
      indices: Uint32Array.from(x.data, (_, at) => at % columns),
      pointers: Uint32Array.from({ length: rows + 1 }, (_, i) => i * columns),
    }
    const [w, g] = [randomMatrix(columns, width, 2), randomMatrix(rows, width, 3)]
    for (const form of [x, single, sparse])
      expectSameBytes((kernels) => {
        const resident = new KernelMatrix(kernels, form)
        return [resident.multiply(w).data, resident.transposeMultiply(g).data]
      })
    const blocks = {
      ...{ rows, columns, blockRows: 12 },
      readRows: (begin: number, end: number, to: Float64Array) =>
        to.set(x.data.subarray(begin * columns, end * columns)),
    }
    expectSameBytes((kernels) => [runToEnd(new StreamedMatrix(kernels, blocks).gram(w)).data])
  }
})

it('k-means has the same bytes in both builds', () => {
  for (const start of ['greedy', 'k-means++', 'random'] as const) {
    const points = randomMatrix(300, 7, 4)
    expectSameBytes((kernels) => {
      const result = kmeans(kernels, points, { clusters: 13, random: new Random(1), restarts: 2, start })
      const [{ centres }] = clusterCentres(kernels, points, [{ labels: result.labels, clusters: 13 }])
      return [result.centres.data, Float64Array.from(result.labels), Float64Array.of(result.squaredError), centres.data]
    })
  }
})

it('many k-means runs have the same bytes in both builds', () => {
  const points = randomMatrix(300, 7, 4)
  expectSameBytes((kernels) =>
    (['greedy', 'k-means++'] as const).map((start) => {
      const job = { points: 0, clusters: 13, restarts: 2, start, random: new Random(1) }
      return Float64Array.from(runToEnd(runKmeansJobs(kernels, [points], [job]))[0])
    }),
  )
})

it('k-means over ranks and copies of rows have the same bytes in both builds', () => {
  const points = randomMatrix(90, 5, 4)
  expectSameBytes((kernels) => {
    const labels = runToEnd(kmeansOverRanks(singleProcess, kernels, points, { clusters: 6, random: new Random(1) }))
    const [from, to] = [kernels.copyIn(points.data), kernels.allocate(40)]
    kernels.call.copyRows(from.pointer + 16, 80, to.pointer, 32, 10, 4)
    return [Float64Array.from(labels), to.f64]
  })
})

it('Fourier transforms and tensor shrinkage have the same bytes in both builds, whatever the length', () => {
  for (const samples of [1, 2, 3, 4, 8, 9, 15, 30, 49, 64, 77, 101, 166, 167, 202, 210, 303]) {
    const slices = Array.from({ length: samples === 77 ? 7 : 3 }, (_, view) => randomMatrix(samples, 5, view + 1))
    for (const tau of [0.01, 2])
      expectSameBytes((kernels) => tensorShrink(kernels, slices, tau).map((slice) => slice.data))
  }
})

it('products with a growing basis have the same bytes in both builds, and are those of plain loops', () => {
  for (const [rows, count, stride] of [
    [1, 1, 2],
    [7, 3, 1030],
    [8, 4, 64],
  ]) {
    const products = multiplyTranspose(randomMatrix(count, stride, 2), randomMatrix(rows, stride, 1))
    expectSameBytes((kernels) => {
      const v = kernels.copyIn(randomMatrix(rows, stride, 1).data)
      const x = kernels.copyIn(randomMatrix(count, stride, 2).data)
      const out = kernels.allocate(rows * count)
      kernels.call.basisDots(v.pointer, rows, x.pointer, count, stride, out.pointer, 0, rows)
      const dots = out.f64.slice()
      for (const [p, value] of products.data.entries()) expect(dots[p]).toBeCloseTo(value, 10)
      kernels.call.basisSubtract(v.pointer, rows, x.pointer, count, stride, out.pointer, 0, stride)
      const inside = multiply(products, randomMatrix(rows, stride, 1)).data
      for (const [p, value] of randomMatrix(count, stride, 2).data.entries())
        expect(x.f64[p]).toBeCloseTo(value - inside[p], 9)
      return [dots, x.f64]
    })
  }
})

it('rows made orthonormal and layouts of graphs have the same bytes in both builds', () => {
  const rows = randomMatrix(7, 12, 5)
  expectSameBytes((kernels) => {
    const block = kernels.copyIn(rows.data)
    kernels.call.orthonormaliseRows(block.pointer, 7, 12, 0)
    return [block.f64]
  })
  const points = randomMatrix(60, 2, 6)
  expectSameBytes((kernels) => {
    const graph = neighbourGraph(
      kernels,
      runToEnd(nearestNeighbours(kernels, points, 5, singleProcess)),
      60,
      singleProcess,
    )
    return [runToEnd(layOutGraph(kernels, graph, points, { random: new Random(4), epochs: 5 })).data]
  })
})

it('Cholesky factors and their solutions have the same bytes in both builds', () => {
  for (const size of [2, 8, 30]) {
    const root = randomMatrix(size, size, 1)
    const a = multiplyTranspose(root, root)
    for (let i = 0; i < size; i++) a.data[i * size + i] += 1
    expectSameBytes((kernels) => {
      const lower = kernels.copyIn(a.data)
      const rows = kernels.copyIn(randomMatrix(4, size, 2).data)
      expect(kernels.call.cholesky(lower.pointer, size, 8 * size)).toBe(0)
      kernels.call.choleskySolve(lower.pointer, size, 8 * size, rows.pointer, 4)
      return [lower.f64, rows.f64]
    })
  }
})

it('iterations of DSTL have the same bytes in both builds, whatever the latent dimension', () => {
  for (const latentDimension of [1, 5, 6]) {
    const views = [3, 9].map((columns) => randomMatrix(70, columns, columns))
    // One view is sparse enough to be kept so.
    views[1].data.fill(0, 50)
    const settings = {
      lambda1: 0.1,
      lambda2: 0.3,
      lambda3: 0.2,
      latentDimension,
      consensusRule: 'mean',
      variant: 'full',
    } as const
    expectSameBytes((kernels) => {
      const resident = residentViews(kernels, views, latentDimension === 5 ? 'single' : 'double')
      const run = dstlIterations(kernels, resident, {
        ...settings,
        tolerance: 0,
        maxIterations: 3,
      })
      run.next()
      run.next()
      const { S, H, Y, W, objective } = run.next().value
      return [...S, ...H, ...W, Y].map(({ data }) => data).concat(Float64Array.of(objective))
    })
  }
})

it('links of neighbours, between clusters, and of graphs that are added up', () => {
  const points = randomMatrix(90, 3, 40)
  const labels = Int32Array.from({ length: 90 }, (_, i) => i % 7)
  expectSameBytes((kernels) => {
    const graph = neighbourGraph(
      kernels,
      runToEnd(nearestNeighbours(kernels, points, 6, singleProcess)),
      90,
      singleProcess,
    )
    const [links] = clusterLinks(kernels, graph, [{ labels, clusters: 7 }])
    return [graph.values, Float64Array.from(graph.indices), links.data]
  })
})

it('functions on a graph', () => {
  const near = runToEnd(nearestNeighbours(simd, randomMatrix(300, 5, 33), 10, singleProcess))
  const graph = neighbourGraph(simd, near, 300, singleProcess)
  for (const isRounded of [false, true])
    expectSameBytes((kernels) => {
      const hints = { isRounded }
      const { values, vectors } = runToEnd(graphBasis(kernels, graph, 11, new Random(34), singleProcess, true, hints))
      return [values, vectors.data]
    })
})

it('the Gram matrix of a dense matrix', () => {
  expectSameBytes((kernels) => [new KernelMatrix(kernels, randomMatrix(61, 131, 32)).square()!.data])
})

it('the Gram matrix of sparse rows', () => {
  const rows = sparseRows(
    matrix(
      9,
      5,
      randomMatrix(9, 5, 33).data.map((value, p) => (p % 3 === 0 ? value : 0)),
    ),
  )
  const [shift, scales] = [new Float64Array(5).fill(0.1), new Float64Array(9).fill(0.7)]
  expectSameBytes((kernels) => [runToEnd(shiftedGram(kernels, rows, shift, scales, singleProcess)).data])
})

it('leading eigenvectors of a symmetric matrix', () => {
  for (const size of [1, 2, 17, 60])
    expectSameBytes((kernels) => {
      const { values, vectors } = largestEigenFast(kernels, randomMatrix(size, size, 31), Math.ceil(size / 3))
      return [values, vectors.data]
    })
})

it('how far features set clusters apart', () => {
  const seen = {
    clusters: 3,
    samples: Uint32Array.from({ length: 40 }, (_, i) => i),
    labels: Int32Array.from({ length: 40 }, (_, i) => i % 3),
    weights: Float64Array.of(1, 2, 1.5),
  }
  const features = [51, 52].map((seed) => ({ rows: seen.samples, values: randomMatrix(40, 1, seed).data }))
  expectSameBytes((kernels) =>
    rankEffects(kernels, features, seen).flatMap(({ effects, deviations }) => [effects, deviations]),
  )
})

it('no kernel is left out of these comparisons', () => {
  expect(names.filter((name) => !called.has(name))).toEqual([])
})
