import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import { exponential } from '../math/exponential.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { rowsOnRanks } from '../ranks/own-rows.ts'
import { share } from '../ranks/share.ts'
import type { Neighbours } from './neighbour-lists.ts'
import { normaliseDegrees } from './normalise-degrees.ts'
import { reversedLinks } from './reversed-links.ts'
import { sumGraphs } from './sum-graphs.ts'

/**
 * The self-tuned neighbour graph, n×n symmetric with degrees taken out: w_ij = exp(−d²_ij / (σ_i·σ_j)) for the neighbours j of i, where σ_i is the distance
 * to the neighbour at 7/10 of the list (entries at distance Infinity are none), then A = (w + wᵀ)/2 and D^−½·A·D^−½. `place` gives the sample of each point where only some samples have a point.
 * σ_i·σ_j is at least 1e-12. Ranks give the lists of their own points (`place` is that of all), and get their own rows of the graph (own×n).
 * O(n · neighbours). Source: Zelnik-Manor and Perona, 2004.
 */
export function neighbourGraph(
  neighbours: Neighbours,
  samples: number,
  place?: Uint32Array,
  communicator: Communicator = oneProcess,
): SparseMatrix {
  const { count, indices, squaredDistances } = neighbours
  const scales = communicator.allGather(localScales(neighbours))
  const first = rowsOnRanks(communicator, neighbours.samples).begin
  const own = share(samples, communicator.size, communicator.rank)
  const pointers = new Uint32Array(own.end - own.begin + 1)
  const sorted = new Uint32Array(indices.length)
  const values = new Float64Array(indices.length)
  const order = new Uint32Array(count)
  let next = 0
  let point = 0
  for (let sample = own.begin; sample < own.end; sample++) {
    if (place ? place[first + point] === sample : true) {
      const edges = sortEdges(neighbours, point, order)
      for (let e = 0; e < edges; e++) {
        const edge = order[e]
        const other = indices[edge]
        sorted[next] = place ? place[other] : other
        values[next++] = exponential(-squaredDistances[edge] / Math.max(scales[first + point] * scales[other], 1e-12))
      }
      point++
    }
    pointers[sample - own.begin + 1] = next
  }
  const directed = {
    rows: own.end - own.begin,
    columns: samples,
    values: values.subarray(0, next),
    indices: sorted.subarray(0, next),
    pointers,
  }
  return normaliseDegrees(sumGraphs([directed, reversedLinks(communicator, directed)], [0.5, 0.5]), communicator)
}

/** Puts the entries of a point's list that are neighbours into `order`, by their indices; gives how many there are. Lists are short, so each is put in where it belongs. */
function sortEdges({ count, indices, squaredDistances }: Neighbours, point: number, order: Uint32Array): number {
  let edges = 0
  for (let edge = point * count; edge < (point + 1) * count; edge++) {
    if (!(squaredDistances[edge] < Infinity)) continue
    let place = edges++
    for (; place > 0 && indices[order[place - 1]] > indices[edge]; place--) order[place] = order[place - 1]
    order[place] = edge
  }
  return edges
}

/** σ of every point. */
function localScales({ samples, count, squaredDistances }: Neighbours): Float64Array {
  const scales = new Float64Array(samples)
  const seventh = Math.max(Math.ceil(0.7 * count) - 1, 0)
  for (let i = 0; count > 0 && i < samples; i++) {
    let chosen = seventh
    while (chosen > 0 && squaredDistances[i * count + chosen] === Infinity) chosen--
    scales[i] = Math.sqrt(squaredDistances[i * count + chosen])
  }
  return scales
}
