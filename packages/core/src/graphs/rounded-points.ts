import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Block, Kernels } from '../runtime/kernels/kernels.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'

/** Rounded points are at most this long, so that the squared distance of any two is below 2³¹. */
const LONGEST = 23_168
/** Points that are more times as far from the centre as the mean are brought to that distance: they lie apart from all others even so, and others keep their digits. */
const FAR = 16
/** Numbers that the kernels look at in one go. */
const PIECE = 1_048_576

/** Points (n×r) as whole numbers of 16 bits: differences from their centre by `scale`. */
export interface RoundedPoints {
  readonly scale: number
  /** Points farther from the centre were brought to this distance first. */
  readonly radius: number
  /** How far each point is from the centre. */
  readonly distances: Block
  /** The rounded points, i16, row-major; rows are filled up with zeros to a multiple of 8 columns. */
  readonly rows: Block
  /** The square of the length of each rounded point, i32. */
  readonly squares: Block
  /** The longest way that rounding moved a point, in units of the points. */
  readonly moved: number
}

/** Rounds points into the kernels' memory. Allocates and leaves the release to the caller. O(n·r). */
export function roundedPoints(kernels: Kernels, points: Matrix): RoundedPoints {
  const { rows: count, columns, data } = points
  const width = 2 * Math.ceil(columns / 8)
  const rows = kernels.allocate(count * width)
  const squares = kernels.allocate(Math.ceil(count / 2))
  const distances = kernels.allocate(count)
  const mark = kernels.mark()
  const centre = kernels.allocate(columns)
  const height = Math.max(1, Math.min(count, Math.floor(PIECE / columns)))
  const piece = kernels.allocate(height * columns)
  const middle = new Float64Array(columns)
  for (let i = 0, p = 0; i < count; i++) for (let c = 0; c < columns; c++) middle[c] += data[p++]
  centre.f64.set(middle.map((sum) => sum / count))
  const inPieces = (work: (begin: number, ranges: [number, number][]) => void) => {
    for (let begin = 0; begin < count; begin += height) {
      const end = Math.min(begin + height, count)
      piece.f64.set(data.subarray(begin * columns, end * columns))
      work(begin, workRanges(end - begin, 1, 4 * columns))
    }
  }
  const rowOf = (row: number) => piece.pointer + 8 * columns * row
  inPieces((begin, ranges) => {
    const out = distances.pointer + 8 * begin
    // biome-ignore format: CONTRIBUTING.md shows this line
    kernels.share('distancesFrom', ranges.map(([first, end]) => [rowOf(first), end - first, columns, centre.pointer, out + 8 * first]))
  })
  let [largest, mean] = [0, 0]
  for (const distance of distances.f64) {
    if (distance > largest) largest = distance
    mean += distance / count
  }
  const radius = Math.min(largest, FAR * mean)
  const ideal = (LONGEST - Math.sqrt(columns)) / radius
  const scale = ideal < Infinity ? ideal : 1
  let furthest = 0
  inPieces((begin, ranges) => {
    const ways = kernels.share(
      'roundPoints',
      ranges.map(([first, end]) => [
        rowOf(first),
        end - first,
        columns,
        centre.pointer,
        distances.pointer + 8 * (begin + first),
        radius,
        scale,
        rows.pointer + 8 * width * (begin + first),
        squares.pointer + 4 * (begin + first),
      ]),
    )
    for (let r = 0; r < ranges.length; r++) furthest = Math.max(furthest, ways[r])
  })
  kernels.release(mark)
  return { scale, radius, distances, rows, squares, moved: Math.sqrt(furthest) / scale }
}
