import type { Kernels } from '../kernels/kernels.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
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
  kernels: Kernels,
  neighbours: Neighbours,
  samples: number,
  place?: Uint32Array,
  communicator: Communicator = oneProcess,
): SparseMatrix {
  const some = place && place.length < samples ? place : null
  const scales = communicator.allGather(localScales(neighbours))
  const first = rowsOnRanks(communicator, neighbours.samples).begin
  const own = share(samples, communicator.size, communicator.rank)
  const { values, indices, ends } = linkedLists(kernels, neighbours, first, scales)
  const pointers = new Uint32Array(own.end - own.begin + 1)
  for (let sample = own.begin, point = 0; sample < own.end; sample++) {
    if (!some || some[first + point] === sample) point++
    pointers[sample - own.begin + 1] = point > 0 ? ends[point - 1] : 0
  }
  if (some) for (let p = 0; p < indices.length; p++) indices[p] = some[indices[p]]
  const directed = { rows: own.end - own.begin, columns: samples, values, indices, pointers }
  const sum = sumGraphs(kernels, [directed, reversedLinks(kernels, communicator, directed)], [0.5, 0.5])
  return normaliseDegrees(sum, communicator)
}

/** The weights and the other ends of the links of each list, and where each list ends. */
function linkedLists(
  kernels: Kernels,
  { samples, count, indices, squaredDistances }: Neighbours,
  first: number,
  scales: Float64Array,
): { values: Float64Array; indices: Uint32Array; ends: Uint32Array } {
  const mark = kernels.mark()
  const values = kernels.allocate(indices.length)
  const sorted = kernels.allocate(Math.ceil(indices.length / 2))
  const ends = kernels.allocate(Math.ceil(samples / 2))
  const lists = [kernels.copyWhole(indices).pointer, kernels.copyIn(squaredDistances).pointer, samples, count] as const
  const to = [values.pointer, sorted.pointer, ends.pointer] as const
  kernels.call.linkNeighbours(...lists, first, kernels.copyIn(scales).pointer, ...to)
  const links = samples > 0 ? ends.i32[samples - 1] : 0
  const found = {
    values: values.f64.slice(0, links),
    indices: new Uint32Array(sorted.i32.subarray(0, links)),
    ends: new Uint32Array(ends.i32.subarray(0, samples)),
  }
  kernels.release(mark)
  return found
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
