import type { Matrix } from '../linalg/matrix.ts'
import type { Progress } from '../methods/method.ts'
import type { Random } from '../random/random.ts'
import { type Neighbours, nearestNeighbours } from './nearest-neighbours.ts'

export function* approximateNeighbours(points: Matrix, count: number, _random: Random): Generator<Progress, Neighbours> {
  return yield* nearestNeighbours(points, count)
}
