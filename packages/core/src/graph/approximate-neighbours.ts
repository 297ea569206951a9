import type { Matrix } from '../linalg/matrix.ts'
import type { Progress } from '../methods/method.ts'
import type { Random } from '../random/random.ts'
import type { Neighbours } from './neighbour-lists.ts'

export function* approximateNeighbours(
  _points: Matrix,
  _count: number,
  _random: Random,
): Generator<Progress, Neighbours> {
  throw new Error('todo')
}
