import type { Matrix } from '@manyview/core'
import { matrix } from '@manyview/core/numerics'

/** Entries summed at a time: few enough that the sums stay in the fastest memory while all parts are added. */
const STRETCH = 2048

/** Σ weights[v]·parts[v] for matrices of one shape; all weights 1 where none are given. O(entries). */
export function weightedSum(parts: readonly Matrix[], weights?: ArrayLike<number>): Matrix {
  const result = matrix(parts[0].rows, parts[0].columns)
  weightedSumInto(result, parts, weights)
  return result
}

/** Writes Σ weights[v]·parts[v] into `result`, which may be one of the parts: large matrices cost more to allocate than to add. */
export function weightedSumInto(result: Matrix, parts: readonly Matrix[], weights?: ArrayLike<number>): void {
  const { length } = result.data
  const sums = new Float64Array(Math.min(STRETCH, length))
  for (let begin = 0; begin < length; begin += STRETCH) {
    const count = Math.min(STRETCH, length - begin)
    sums.fill(0)
    for (let v = 0; v < parts.length; v++) addInto(sums, parts[v].data, weights ? weights[v] : 1, begin, count)
    result.data.set(count < sums.length ? sums.subarray(0, count) : sums, begin)
  }
}

function addInto(sums: Float64Array, data: Float64Array, weight: number, begin: number, count: number): void {
  for (let i = 0; i < count; i++) sums[i] += weight * data[begin + i]
}
