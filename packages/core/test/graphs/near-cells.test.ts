import { expect, it } from 'vitest'
import { randomCells } from '../../src/graphs/approximate-neighbours.ts'
import { CandidateLists } from '../../src/graphs/candidate-lists.ts'
import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../src/runtime/steps.ts'

const kernels = await Kernels.load()
const SIZE = 300

/** The points of each cell. */
function cellsOf(points: Matrix, seed = 1): number[][] {
  const mark = kernels.mark()
  const meeting = new CandidateLists(kernels, points, 4)
  const ids = kernels.allocate(points.rows)
  const progress = { stage: 'neighbours', iteration: 1, total: 1 }
  const cells = runToEnd(randomCells(meeting, ids, SIZE, new Random(seed), progress))
  const found = cells.map(({ begin, end }) => Array.from(ids.i32.subarray(begin, end)))
  kernels.release(mark)
  return found
}

function expectAllOnce(cells: number[][], points: number): void {
  expect(cells.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: points }, (_, i) => i))
  expect(Math.max(...cells.map((cell) => cell.length))).toBeLessThanOrEqual(SIZE)
}

it('every point is in one cell, none of which is too large, and those of a cell are near each other', () => {
  const random = new Random(5)
  // Twenty heaps along a line, far apart.
  const points = matrix(
    2000,
    2,
    Float64Array.from({ length: 4000 }, (_, p) => (p % 2 ? 0 : 100 * ((p / 2) % 20)) + normal(random)),
  )
  const cells = cellsOf(points)
  expectAllOnce(cells, 2000)
  const heaps = cells.map((cell) => new Set(cell.map((i) => i % 20)).size)
  expect(heaps.reduce((sum, count) => sum + count, 0) / cells.length).toBeLessThan(5)
})

it('other draws give other cells, the same draw the same', () => {
  const random = new Random(6)
  const points = matrix(
    1000,
    3,
    Float64Array.from({ length: 3000 }, () => normal(random)),
  )
  expect(cellsOf(points)).toEqual(cellsOf(points))
  expect(cellsOf(points, 2)).not.toEqual(cellsOf(points))
})

it('points that are all equal, or nearly all, are cut into cells of their own', () => {
  const points = matrix(1500, 2)
  expectAllOnce(cellsOf(points), 1500)
  points.data.set([1, 2, 3, 4, 5, 6])
  expectAllOnce(cellsOf(points), 1500)
})
