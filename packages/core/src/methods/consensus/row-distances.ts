import type { PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { placeMarked, sumListDistances } from '../../graph/list-squares.ts'
import { NeighbourLists } from '../../graph/neighbour-lists.ts'
import { pointShares } from '../../graph/point-shares.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import { squaredDistances } from '../../linalg/squared-distances.ts'
import type { Communicator } from '../../ranks/communicator.ts'

/** Rows that are compared at a time. */
const BLOCK = 4096

/** One view as all ranks have it: scores of all samples (n×r) with marks of those that speak in it, its own neighbours and those in the other views. */
interface MeasuredView {
  readonly scores: Matrix
  readonly speaking: Uint8Array
  readonly own: PlacedNeighbours
  readonly others: readonly PlacedNeighbours[]
}

/** Made-up rows (m×r), each with the sample in whose place it stands. */
interface MadeUpPoints {
  readonly points: Matrix
  readonly places: Uint32Array
}

/** The mean distance of each row of a view from its nearest ones, as the search for neighbours found them; 0 where there is no row. All ranks get all. */
export function distancesToNearest({ scores, own }: MeasuredView, communicator: Communicator): Float64Array {
  const { place, neighbours } = own
  const first = firstPoint(own, scores.rows, communicator)
  const near = new Float64Array(scores.rows)
  for (let p = 0; p < neighbours.samples; p++)
    near[place[first + p]] = meanDistance(neighbours.squaredDistances, p, neighbours.count)
  communicator.allReduceSum(near)
  return near
}

/** The mean distance of each point from its nearest rows. O(points · n · r). */
export function nearestRows(kernels: Kernels, { scores, speaking, own }: MeasuredView, points: Matrix): Float64Array {
  const lists = new NeighbourLists(points.rows, Math.min(own.neighbours.count, own.place.length))
  for (let begin = 0; begin < scores.rows; begin += BLOCK) {
    const end = Math.min(begin + BLOCK, scores.rows)
    const block = scores.data.subarray(begin * scores.columns, end * scores.columns)
    const { data } = squaredDistances(kernels, points, matrix(end - begin, scores.columns, block))
    for (let m = 0, p = 0; m < points.rows; m++)
      for (let i = begin; i < end; i++, p++)
        if (data[p] < lists.limits[m] && speaking[i] === 1) lists.insert(m, i, data[p])
  }
  return Float64Array.from({ length: points.rows }, (_, m) => meanDistance(lists.distances, m, lists.length))
}

/** How far rows, and after them made-up ones, are on average from the rows that the neighbours of their samples in other views have in this one; NaN where there are none. */
export function distancesAway(
  kernels: Kernels,
  { scores, speaking, others }: MeasuredView,
  { points, places }: MadeUpPoints,
  communicator: Communicator,
): Float64Array {
  const n = scores.rows
  const all = matrix(n + points.rows, scores.columns)
  all.data.set(scores.data)
  all.data.set(points.data, scores.data.length)
  const marks = new Uint8Array(all.rows).fill(1)
  marks.set(speaking)
  const owners = Uint32Array.from(marks.keys())
  const [sums, counts] = [new Float64Array(all.rows), new Float64Array(all.rows)]
  const mark = kernels.mark()
  const placed = placeMarked(kernels, all, marks)
  for (const near of others) {
    const first = firstPoint(near, n, communicator)
    const listOf = new Int32Array(n).fill(-1)
    for (let p = 0; p < near.neighbours.samples; p++) listOf[near.place[first + p]] = p
    const lists = Int32Array.from(owners, (owner) => listOf[owner < n ? owner : places[owner - n]])
    const found = sumListDistances(kernels, placed, near, owners, lists)
    for (let i = 0; i < all.rows; i++) {
      sums[i] += found.sums[i]
      counts[i] += found.counts[i]
    }
  }
  kernels.release(mark)
  communicator.allReduceSum(sums)
  communicator.allReduceSum(counts)
  return sums.map((sum, i) => (counts[i] > 0 ? sum / counts[i] : Number.NaN))
}

/** The number of the first point whose list this rank has. */
function firstPoint({ place }: PlacedNeighbours, samples: number, { rank, size }: Communicator): number {
  return pointShares(place, samples, size)[rank].begin
}

function meanDistance(squares: Float64Array, row: number, count: number): number {
  let sum = 0
  for (let c = row * count; c < (row + 1) * count; c++) sum += Math.sqrt(squares[c])
  return sum / count
}
