import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Neighbours } from '../runtime/device/device.ts'

export type { Neighbours }

/** For each point a list of the closest candidates seen so far, closest first. */
export class NeighbourLists {
  readonly length: number
  readonly indices: Int32Array
  readonly distances: Float64Array
  /** Distance of the last candidate of each point: a new one must be closer. */
  readonly limits: Float64Array

  constructor(points: number, length: number) {
    this.length = length
    this.indices = new Int32Array(points * length).fill(-1)
    this.distances = new Float64Array(points * length).fill(Infinity)
    this.limits = new Float64Array(points).fill(length > 0 ? Infinity : -Infinity)
  }

  /** Takes in candidate j of point i, which is closer than its limit; of equal distances the first comer stays ahead. */
  insert(i: number, j: number, distance: number): void {
    const { length, indices, distances } = this
    const first = i * length
    let place = first + length - 1
    for (; place > first && distance < distances[place - 1]; place--) {
      distances[place] = distances[place - 1]
      indices[place] = indices[place - 1]
    }
    distances[place] = distance
    indices[place] = j
    this.limits[i] = distances[first + length - 1]
  }
}

/** Σ (a − b)² over the features of rows i and j. */
export function squaredDistance({ columns, data }: Matrix, i: number, j: number): number {
  let sum = 0
  for (let c = 0; c < columns; c++) {
    const difference = data[i * columns + c] - data[j * columns + c]
    sum += difference * difference
  }
  return sum
}
