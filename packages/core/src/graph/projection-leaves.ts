import type { Matrix } from '../linalg/matrix.ts'
import type { Progress } from '../methods/method.ts'
import type { Random } from '../random/random.ts'

/**
 * The leaves of one random-projection tree over the rows of `points` (n×r): every group is halved at the median of its projection onto the line through
 * two of its points, until it has at most `size` points. Ties by index, so that equal points are halved too. O(n·log n·r).
 */
export function* projectionLeaves(points: Matrix, size: number, random: Random): Generator<Progress, Uint32Array[]> {
  const { rows, columns, data } = points
  const leaves: Uint32Array[] = []
  const groups = [Uint32Array.from({ length: rows }, (_, i) => i)]
  const projections = new Float64Array(rows)
  for (let group = groups.pop(); group; group = groups.pop()) {
    if (group.length <= size) {
      leaves.push(group)
      continue
    }
    const from = group[random.below(group.length)]
    const to = group[random.below(group.length)]
    const direction = Float64Array.from(
      { length: columns },
      (_, c) => data[to * columns + c] - data[from * columns + c],
    )
    for (const i of group) {
      let sum = 0
      for (let c = 0; c < columns; c++) sum += direction[c] * data[i * columns + c]
      projections[i] = sum
    }
    const sorted = group.sort((a, b) => projections[a] - projections[b] || a - b)
    const half = sorted.length >> 1
    groups.push(sorted.slice(half), sorted.slice(0, half))
    if (group.length > 5000) yield { stage: 'neighbours', iteration: 0, total: 1 }
  }
  return leaves
}
