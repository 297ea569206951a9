import type { PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { squaredDistance } from '../../graph/neighbour-lists.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import { median } from '../../math/median.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { gatherRows } from '../../ranks/gather-rows.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { rowsOnRanks } from '../../ranks/own-rows.ts'
import { sumInTurn } from '../../ranks/sum-in-turn.ts'
import type { JudgedView } from './outlier-scores.ts'

/** Two samples that nearly coincide. */
export interface NearDuplicate {
  first: number
  second: number
  /** Position of the one view in which they do not; null: they coincide in every view that they share. */
  except: number | null
}

/** Two samples nearly coincide where they are closer than this share of the distance to usual neighbours. */
const CLOSE = 0.15

/**
 * The pairs of samples that coincide, wholly or nearly, in every view, or in all of three or more views but one, from the neighbours within each view; the lower sample first, in order. Close is what lies within 15 % of the
 * distance to the furthest neighbour of both samples, and of the median of that distance. Ranks give the lists of their own samples and all get all pairs. O(n · neighbours · views · rank).
 */
export function nearDuplicates(
  views: readonly JudgedView[],
  found: readonly PlacedNeighbours[],
  communicator: Communicator = oneProcess,
): NearDuplicate[] {
  const marks = views.map(({ speaking }) => communicator.allGather(speaking))
  const samples = marks[0].length
  const close = found.map((near, v) => closePairs(principalScores(views[v], communicator), near, communicator))
  const pairs = new Set(close.flatMap((each) => [...each]))
  const result: NearDuplicate[] = []
  for (const pair of pairs) {
    const [first, second] = [Math.floor(pair / samples), pair % samples]
    const shared = found.map((_, v) => v).filter((v) => marks[v][first] === 1 && marks[v][second] === 1)
    const apart = shared.filter((v) => !close[v].has(pair))
    if (apart.length === 0 || (apart.length === 1 && shared.length > 2))
      result.push({ first, second, except: apart[0] ?? null })
  }
  return result.sort((a, b) => a.first - b.first || a.second - b.second)
}

/**
 * The principal scores of all samples in the proportions of the features: scores of anything but words were made by s^¼ where s would be true, which is good for clusters but makes small noise large. Their lengths are
 * s^¼ of the columns, so that the cube of those makes up for it.
 */
function principalScores({ scores, lengths, kind }: JudgedView, communicator: Communicator): Matrix {
  if (kind === 'words') return gatherRows(communicator, scores)
  const { rows, columns, data } = scores
  const own = matrix(
    rows,
    columns,
    data.map((value, p) => value * lengths[Math.floor(p / columns)]),
  )
  const squares = new Float64Array(columns)
  sumInTurn(communicator, [squares], (sums) => {
    own.data.forEach((value, p) => {
      sums[p % columns] += value * value
    })
  })
  const cubes = squares.map((square) => square * Math.sqrt(square))
  own.data.forEach((value, p) => {
    own.data[p] = value * cubes[p % columns]
  })
  return gatherRows(communicator, own)
}

/** The pairs that are close in one view, as first · n + second, of all ranks. */
function closePairs(points: Matrix, { neighbours, place }: PlacedNeighbours, communicator: Communicator): Set<number> {
  const { samples, count, indices } = neighbours
  const first = rowsOnRanks(communicator, samples).begin
  const distances = Float64Array.from(indices, (other, c) =>
    squaredDistance(points, place[first + Math.floor(c / count)], place[other]),
  )
  const own = Float64Array.from({ length: samples }, (_, p) =>
    distances.subarray(p * count, (p + 1) * count).reduce((most, distance) => Math.max(most, distance), 0),
  )
  const furthest = communicator.allGather(own)
  const usual = median(furthest)
  const pairs: number[] = []
  indices.forEach((other, c) => {
    const p = first + Math.floor(c / count)
    const [a, b] = [place[p], place[other]]
    if (distances[c] <= CLOSE * CLOSE * Math.min(furthest[p], furthest[other], usual))
      pairs.push(Math.min(a, b) * points.rows + Math.max(a, b))
  })
  return new Set(communicator.allGather(Float64Array.from(pairs)))
}
