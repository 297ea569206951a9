// Run on every rank by lists-over-ranks.test.ts: searches as for many points, and the parts of a graph.

import { approximateNeighbours } from '../../../src/graphs/approximate-neighbours.ts'
import {
  approximateSharedNeighbours,
  type PlacedNeighbours,
} from '../../../src/graphs/approximate-shared-neighbours.ts'
import { placedNeighbours } from '../../../src/graphs/find-neighbours.ts'
import { componentsOverRanks, type GraphComponents } from '../../../src/graphs/graph-components.ts'
import { neighbourGraph } from '../../../src/graphs/neighbour-graph.ts'
import type { Neighbours } from '../../../src/graphs/neighbour-lists.ts'

import { sharedPoints } from '../../../src/graphs/shared-points.ts'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { gatherRows } from '../../../src/runtime/ranks/gather-rows.ts'
import type { Ranks } from '../../../src/runtime/ranks/ranks.ts'
import { share, shares } from '../../../src/runtime/ranks/share.ts'
import { singleProcess } from '../../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'
import { normalMatrix } from '../../numerics/random-matrix.ts'

const SAMPLES = 300

/** Enough for several leaves of a tree and several rounds of candidates. */
const MANY = 9000

export interface FoundLists {
  within: PlacedNeighbours[]
  joint: Neighbours
  approximate: Neighbours
  parts: GraphComponents
}

/** Lists of all samples, put together from the ranks. */
export async function run(ranks: Ranks = singleProcess): Promise<FoundLists> {
  const kernels = await Kernels.load()
  const { begin, end } = share(SAMPLES, ranks.size, ranks.rank)
  const blocks = [normalMatrix(SAMPLES, 3, 1), normalMatrix(SAMPLES, 5, 2), normalMatrix(SAMPLES, 4, 3)].map(
    ({ columns, data }) => matrix(end - begin, columns, data.slice(begin * columns, end * columns)),
  )
  const present = [2, 7, 5].map((step) =>
    Uint8Array.from({ length: end - begin }, (_, i) => Number((begin + i) % step !== 1)),
  )
  const within = blocks.map((block, v) =>
    runToEnd(placedNeighbours(ranks, { kernels, device: null }, block, present[v], 6, new Random(v))),
  )
  const own = sharedPoints(kernels, { blocks, present, weights: [1, 2, 1] }, ranks)
  const points = {
    ...own,
    blocks: own.blocks.map((block) => gatherRows(ranks, block)),
    present: own.present.map((marks) => ranks.allGather(marks)),
  }
  const [, sideBySide] = points.blocks
  const search = approximateSharedNeighbours(kernels, points, sideBySide, within, 6, new Random(9), ranks)
  const graph = neighbourGraph(kernels, within[0].neighbours, SAMPLES, ranks, within[0].place)
  const { labels, sizes } = componentsOverRanks(ranks, graph)
  const many = normalMatrix(MANY, 3, 4)
  // Points that are the same have neighbours in common, at the same distance.
  many.data.copyWithin(0, 300, 600)
  const parts = shares(MANY, ranks.size)
  const approximate = approximateNeighbours(kernels, many, 6, new Random(10), ranks, parts)
  return {
    approximate: together(ranks, runToEnd(approximate)),
    within: within.map(({ place, neighbours }) => ({ place, neighbours: together(ranks, neighbours) })),
    joint: together(ranks, runToEnd(search)),
    parts: { labels: ranks.allGather(labels), sizes },
  }
}

function together(ranks: Ranks, lists: Neighbours): Neighbours {
  const indices = ranks.allGather(lists.indices)
  const squaredDistances = ranks.allGather(lists.squaredDistances)
  return { samples: indices.length / lists.count, count: lists.count, indices, squaredDistances }
}
