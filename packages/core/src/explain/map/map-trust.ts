import { NeighbourLists } from '../../graphs/neighbour-lists.ts'
import type { Matrix } from '../../numerics/linalg/matrix.ts'
import { squaredDistances } from '../../numerics/linalg/squared-distances.ts'
import { takeRows } from '../../numerics/linalg/take-rows.ts'
import type { Random } from '../../numerics/random/random.ts'
import type { Kernels } from '../../runtime/kernels/kernels.ts'

/** Samples that are looked at, and neighbours of each. */
const SAMPLES = 1000
const NEAR = 15

/**
 * How far to believe that samples near each other at `places` (n×2) are near in the data (`points`, n×p), by their ranks among 1,000 sampled ones: 2T − 1 of the trustworthiness T of Venna and Kaski (Neighborhood preservation
 * in nonlinear projection methods, ICANN 2001) for 15 neighbours. 1 where every neighbour on the map is one in the data, 0 where places have nothing to do with the data, never below 0. O(1,000² · p).
 */
export function mapTrust(kernels: Kernels, points: Matrix, places: Matrix, random: Random): number {
  const rows = random.permutation(points.rows).subarray(0, SAMPLES).sort()
  const count = rows.length
  const near = Math.min(NEAR, (count - 1) >> 1)
  if (near < 1) return 1
  const data = squaredDistances(kernels, takeRows(points, rows))
  const lists = nearestOf(takeRows(places, rows), near)
  let beyond = 0
  for (let i = 0; i < count; i++)
    for (let p = i * near; p < (i + 1) * near; p++) {
      const limit = data.data[i * count + lists.indices[p]]
      let closer = 0
      for (let j = 0; j < count; j++) if (j !== i && data.data[i * count + j] < limit) closer++
      beyond += Math.max(0, closer + 1 - near)
    }
  return Math.max(0, 1 - (4 * beyond) / (count * near * (2 * count - 3 * near - 1)))
}

/** The nearest other places of each. */
function nearestOf({ rows, data }: Matrix, count: number): NeighbourLists {
  const lists = new NeighbourLists(rows, count)
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < rows; j++) {
      const [x, y] = [data[2 * i] - data[2 * j], data[2 * i + 1] - data[2 * j + 1]]
      const square = x * x + y * y
      if (i !== j && square < lists.limits[i]) lists.insert(i, j, square)
    }
  return lists
}
