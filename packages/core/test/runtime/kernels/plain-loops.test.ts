import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { placeSamples } from '../../../src/consensus/vote.ts'
import { listSquares, placeLists, placeMarked, sumListDistances } from '../../../src/graphs/list-squares.ts'
import { squaredDistance } from '../../../src/graphs/neighbour-lists.ts'
import { type Matrix, matrix, multiply, multiplyTranspose } from '../../../src/numerics/linalg/matrix.ts'
import { unitRows } from '../../../src/numerics/linalg/scale.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'
import { randomMatrix } from '../../numerics/random-matrix.ts'
import { samplesInOrder } from '../../samples-in-order.ts'

const kernels = await Kernels.load()

it('chosen rows that are added up have the bytes of a plain loop', () => {
  for (const columns of [1, 6, 7]) {
    const random = new Random(columns)
    const members = [3, 5, 9].map((clusters) => {
      const labels = Int32Array.from({ length: 9000 }, () => random.below(clusters))
      const kind = 'kmeans' as const
      return { round: 0, graph: 0, embedding: 0, kind, clusters, modularity: 0, fitted: labels, labels }
    })
    const places = randomMatrix(17, columns, 3)
    const plain = matrix(9000, columns)
    let first = 0
    for (const { labels, clusters } of members) {
      for (let p = 0; p < plain.data.length; p++)
        plain.data[p] += places.data[(first + labels[Math.floor(p / columns)]) * columns + (p % columns)]
      first += clusters
    }
    const added = runToEnd(placeSamples({ kernels, device: null }, samplesInOrder(9000), members, places)).data
    expect(added).toEqual(unitRows(plain).data)
  }
})

it('distances within lists have the bytes of plain loops, also where samples lack points', () => {
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
    const { place, neighbours } = view
    const plain = Float64Array.from(neighbours.indices, (point, e) =>
      squaredDistance(points, place[first + Math.floor(e / 4)], place[point]),
    )
    const mark = kernels.mark()
    const placed = placeLists(kernels, view, first, 900)
    expect(listSquares(kernels, points, placed)).toEqual(plain)

    const marks = Uint8Array.from(all, (i) => (i % 3 === 0 ? 0 : 1))
    const asked = [300, 40].map((count) => {
      const owners = Uint32Array.from({ length: count }, () => random.below(900))
      const numbers = Int32Array.from(owners, () => random.below(neighbours.samples + 50) - 50)
      const [sums, counts] = [new Float64Array(count), new Float64Array(count)]
      owners.forEach((owner, l) => {
        if (numbers[l] < 0 || marks[owner] === 0) return
        for (const point of neighbours.indices.subarray(4 * numbers[l], 4 * numbers[l] + 4)) {
          if (marks[place[point]] === 0) continue
          sums[l] += Math.sqrt(squaredDistance(points, owner, place[point]))
          counts[l]++
        }
      })
      const blocks = { owners: kernels.copyWhole(owners), numbers: kernels.copyWhole(numbers) }
      return { plain: { sums, counts }, lists: placed, count, ...blocks }
    })
    const summed = sumListDistances(kernels, placeMarked(kernels, points, marks), asked)
    kernels.release(mark)
    expect(summed).toEqual(asked.map(({ plain }) => plain))
  }
})

it('neighbours on a map that are none in the data are those of plain loops', () => {
  const n = 150
  for (const [columns, near] of [
    [0, 6],
    [3, 1],
    [4, 8],
    [30, 15],
  ]) {
    const points = randomMatrix(n, columns, 8)
    const places = randomMatrix(n, 2, 9)
    // Copies and equal places.
    points.data.copyWithin(0, columns, 2 * columns)
    places.data.copyWithin(0, 2, 4)
    const order = (matrix: Matrix, i: number) =>
      Array.from({ length: n }, (_, j) => ({ j, square: squaredDistance(matrix, i, j) }))
        .filter(({ j }) => j !== i)
        .sort((a, b) => a.square - b.square || a.j - b.j)
    let beyond = 0
    for (let i = 20; i < n; i++) {
      const data = order(points, i)
      for (const { j } of order(places, i).slice(0, near)) {
        const limit = squaredDistance(points, i, j)
        beyond += Math.max(0, data.filter(({ square }) => square < limit).length + 1 - near)
      }
    }
    const mark = kernels.mark()
    const [data, map] = [kernels.copyIn(points.data).pointer, kernels.copyIn(places.data).pointer]
    const ranges = [
      [20, 90],
      [90, n],
    ] as const
    const counts = kernels.share(
      'countIntruders',
      ranges.map(([begin, end]) => [data, columns, map, n, near, begin, end]),
      5 * near,
    )
    kernels.release(mark)
    expect(counts[0] + counts[1], `${columns} columns`).toBe(beyond)
  }
})

it('products with a growing basis are those of plain loops to rounding', () => {
  for (const [rows, count, stride] of [
    [1, 1, 2],
    [7, 3, 1030],
    [8, 4, 64],
  ]) {
    const products = multiplyTranspose(randomMatrix(count, stride, 2), randomMatrix(rows, stride, 1))
    const mark = kernels.mark()
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
    kernels.release(mark)
  }
})

it('every kernel has a caller in the sources', () => {
  const root = fileURLToPath(new URL('../../../src/', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('built/'),
  )
  const sources = files.map((file) => readFileSync(root + file, 'utf8')).join('\n')
  const names = Object.entries(kernels.call).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !new RegExp(`(call\\.${name}\\b|'${name}')`).test(sources))).toEqual([])
})
