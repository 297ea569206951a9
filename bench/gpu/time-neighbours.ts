import type { Matrix } from '@manyview/core'
import { matrix, normal, Random } from '@manyview/core/numerics'
import type { GpuDevice } from '@manyview/gpu'
import { driven } from './driven.ts'

/** Centres around which points lie. */
const CLUSTERS = 50
/** Queries whose neighbours are checked by plain loops. */
const CHECKED = 50
/** Neighbours that a search finds for each point. */
const COUNT = 10

/** How long one search took, and how many of the neighbours it found. */
export interface SearchTime {
  seconds: number
  recall: number
}

/** Points of unit length around 50 centres. */
export function unitPoints(rows: number, columns: number): Matrix {
  const random = new Random(1)
  const draws = Float64Array.from({ length: 65_536 }, () => normal(random))
  const draw = () => draws[random.integer() >>> 16]
  const centres = Float64Array.from({ length: CLUSTERS * columns }, draw)
  const points = matrix(rows, columns)
  for (let i = 0; i < rows; i++) {
    const centre = random.below(CLUSTERS) * columns
    let square = 0
    for (let c = 0; c < columns; c++) {
      const value = centres[centre + c] + draw()
      points.data[i * columns + c] = value
      square += value * value
    }
    for (let c = 0; c < columns; c++) points.data[i * columns + c] /= Math.sqrt(square)
  }
  return points
}

/** Times the search for the 10 nearest, exact or by lists, and checks it. */
export async function timeNeighbours(device: GpuDevice, points: Matrix, exact: boolean): Promise<SearchTime> {
  const limit = exact ? Number.POSITIVE_INFINITY : 0
  const started = performance.now()
  const lists = await driven(device, device.nearest(points, COUNT, new Random(2), limit))
  const seconds = (performance.now() - started) / 1000
  return { seconds, recall: recallOf(points, lists) }
}

function recallOf(points: Matrix, lists: Int32Array): number {
  const random = new Random(3)
  let right = 0
  for (let q = 0; q < CHECKED; q++) {
    const i = random.below(points.rows)
    const listed = new Set(lists.subarray(i * COUNT, (i + 1) * COUNT))
    const limit = nearestBy(points, i)
    right += limit.filter((j) => listed.has(j)).length
  }
  return right / (CHECKED * COUNT)
}

/** The 10 nearest of point i by a plain loop. */
function nearestBy({ rows, columns, data }: Matrix, i: number): number[] {
  const nearest: { j: number; square: number }[] = []
  for (let j = 0; j < rows; j++) {
    if (j === i) continue
    let square = 0
    for (let c = 0; c < columns; c++) square += (data[i * columns + c] - data[j * columns + c]) ** 2
    if (nearest.length === COUNT && square >= nearest[COUNT - 1].square) continue
    nearest.push({ j, square })
    nearest.sort((a, b) => a.square - b.square)
    nearest.length = Math.min(nearest.length, COUNT)
  }
  return nearest.map(({ j }) => j)
}
