// Run on every rank by lists-over-ranks.test.ts: searches of which one rank does each, as for many points.
import type { PlacedNeighbours } from '../../src/graph/approximate-shared-neighbours.ts'
import type { Neighbours } from '../../src/graph/neighbour-lists.ts'
import { type PointSet, placedNeighbours } from '../../src/graph/placed-neighbours.ts'
import { Kernels } from '../../src/kernels/kernels.ts'
import { type Matrix, matrix } from '../../src/linalg/matrix.ts'
import { jointNeighbours } from '../../src/methods/consensus/joint-neighbours.ts'
import { normal } from '../../src/random/normal.ts'
import { Random } from '../../src/random/random.ts'
import type { Communicator } from '../../src/ranks/communicator.ts'
import { oneProcess } from '../../src/ranks/one-process.ts'
import { share } from '../../src/ranks/share.ts'
import { drain } from '../drain.ts'

const SAMPLES = 300

export interface FoundLists {
  within: PlacedNeighbours[]
  joint: Neighbours
}

function gaussian(columns: number, seed: number): Matrix {
  const random = new Random(seed)
  const data = Float64Array.from({ length: SAMPLES * columns }, () => normal(random))
  return matrix(SAMPLES, columns, data)
}

/** Lists of all samples, put together from the ranks. */
export async function run(communicator: Communicator = oneProcess): Promise<FoundLists> {
  const kernels = await Kernels.load()
  const { begin, end } = share(SAMPLES, communicator.size, communicator.rank)
  const blocks = [gaussian(3, 1), gaussian(5, 2), gaussian(4, 3)].map(({ columns, data }) =>
    matrix(end - begin, columns, data.slice(begin * columns, end * columns)),
  )
  const present = [2, 7, 5].map((step) =>
    Uint8Array.from({ length: end - begin }, (_, i) => Number((begin + i) % step !== 1)),
  )
  const sets = blocks.map((points, v): PointSet => ({ points, present: present[v], random: new Random(v) }))
  const within = drain(placedNeighbours(communicator, kernels, sets, 6, 10))
  const points = { blocks, present, weights: [1, 2, 1] }
  const search = jointNeighbours(communicator, kernels, points, blocks[1], within, 6, SAMPLES, new Random(9), 10)
  return {
    within: within.map(({ place, neighbours }) => ({ place, neighbours: together(communicator, neighbours) })),
    joint: together(communicator, drain(search)),
  }
}

function together(communicator: Communicator, lists: Neighbours): Neighbours {
  const indices = communicator.allGather(lists.indices)
  const squaredDistances = communicator.allGather(lists.squaredDistances)
  return { samples: indices.length / lists.count, count: lists.count, indices, squaredDistances }
}
