import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import { exponential } from '../math/exponential.ts'
import type { Neighbours } from './neighbour-lists.ts'
import { normaliseDegrees } from './normalise-degrees.ts'
import { sumGraphs } from './sum-graphs.ts'

/**
 * The self-tuned neighbour graph, n×n symmetric with degrees taken out: w_ij = exp(−d²_ij / (σ_i·σ_j)) for the neighbours j of i, where σ_i is the distance
 * to the neighbour at 7/10 of the list (entries at distance Infinity are none), then A = (w + wᵀ)/2 and D^−½·A·D^−½. `place` gives the sample of each point where only some samples have a point.
 * σ_i·σ_j is at least 1e-12. O(n · neighbours). Source: Zelnik-Manor and Perona, 2004.
 */
export function neighbourGraph(neighbours: Neighbours, samples: number, place?: Uint32Array): SparseMatrix {
  const { count, indices, squaredDistances } = neighbours
  const scales = new Float64Array(neighbours.samples)
  const seventh = Math.max(Math.ceil(0.7 * count) - 1, 0)
  for (let i = 0; count > 0 && i < scales.length; i++) {
    let chosen = seventh
    while (chosen > 0 && squaredDistances[i * count + chosen] === Infinity) chosen--
    scales[i] = Math.sqrt(squaredDistances[i * count + chosen])
  }
  const pointers = new Uint32Array(samples + 1)
  const sorted = new Uint32Array(indices.length)
  const values = new Float64Array(indices.length)
  let next = 0
  let point = 0
  for (let sample = 0; sample < samples; sample++) {
    if (place ? place[point] === sample : true) {
      const edges = Array.from({ length: count }, (_, c) => point * count + c).filter(
        (edge) => squaredDistances[edge] < Infinity,
      )
      edges.sort((a, b) => indices[a] - indices[b])
      for (const edge of edges) {
        const other = indices[edge]
        sorted[next] = place ? place[other] : other
        values[next++] = exponential(-squaredDistances[edge] / Math.max(scales[point] * scales[other], 1e-12))
      }
      point++
    }
    pointers[sample + 1] = next
  }
  const directed = {
    rows: samples,
    columns: samples,
    values: values.subarray(0, next),
    indices: sorted.subarray(0, next),
    pointers,
  }
  return normaliseDegrees(symmetrised(directed))
}

/** (A + Aᵀ)/2. */
function symmetrised(a: SparseMatrix): SparseMatrix {
  return sumGraphs([a, transposed(a)], [0.5, 0.5])
}

function transposed(a: SparseMatrix): SparseMatrix {
  const pointers = new Uint32Array(a.columns + 1)
  for (const j of a.indices) pointers[j + 1]++
  for (let j = 0; j < a.columns; j++) pointers[j + 1] += pointers[j]
  const next = pointers.slice()
  const indices = new Uint32Array(a.indices.length)
  const values = new Float64Array(a.values.length)
  for (let i = 0; i < a.rows; i++)
    for (let p = a.pointers[i]; p < a.pointers[i + 1]; p++) {
      const q = next[a.indices[p]]++
      indices[q] = i
      values[q] = a.values[p]
    }
  return { rows: a.columns, columns: a.rows, values, indices, pointers }
}
