import { neighbourGraph } from '../graphs/neighbour-graph.ts'
import type { Neighbours } from '../graphs/neighbour-lists.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'

/** Where one view alone would put each of the n samples. */
export interface ViewPull {
  /** One cluster a sample: the one that its surroundings in this view favour most beyond chance; −1 where the sample lacks the view. */
  leaning: Int32Array
  /** 0 … 1: how far the surroundings favour it; 0: no more than chance would, 1: all of them are in that cluster. */
  strength: Float64Array
}

/** Samples between two yields: some tens of milliseconds. */
const AT_ONCE = 20_000

/**
 * Looks one and two links around each sample in the neighbour graph of a view: links to a cluster, as a share of all and with what the size of the cluster
 * would give by chance taken out, are how strongly the view pulls there. The second link steadies what ten neighbours say; the sample itself never counts.
 * Of equal clusters the sample's own wins, then the lowest. `place` gives the sample of each point of `neighbours`. O(n · (neighbours² + clusters)).
 */
export function* viewPull(
  kernels: Kernels,
  neighbours: Neighbours,
  place: Uint32Array,
  labels: Int32Array,
  clusters: number,
): Generator<Progress, ViewPull> {
  const samples = labels.length
  const pulls = { leaning: new Int32Array(samples).fill(-1), strength: new Float64Array(samples) }
  const graph = neighbourGraph(kernels, neighbours, samples, singleProcess, place)
  const sizes = new Float64Array(clusters)
  for (const i of place) sizes[labels[i]]++
  for (let begin = 0; begin < place.length; begin += AT_ONCE) {
    if (begin > 0) yield { stage: 'neighbours', iteration: begin, total: place.length }
    pullInto(pulls, graph, place.subarray(begin, begin + AT_ONCE), labels, sizes, Math.max(place.length - 1, 1))
  }
  return pulls
}

/** Looks around some samples, each of which has so many others. Not a generator, since engines run the loops of those slowly. */
function pullInto(
  { leaning, strength }: ViewPull,
  { pointers, indices, values }: SparseMatrix,
  some: Uint32Array,
  labels: Int32Array,
  sizes: Float64Array,
  others: number,
): void {
  const links = new Float64Array(sizes.length)
  for (const i of some) {
    links.fill(0)
    let total = 0
    for (let p = pointers[i]; p < pointers[i + 1]; p++) {
      const near = indices[p]
      links[labels[near]] += values[p]
      total += values[p]
      for (let q = pointers[near]; q < pointers[near + 1]; q++) {
        if (indices[q] === i) continue
        const weight = values[p] * values[q]
        links[labels[indices[q]]] += weight
        total += weight
      }
    }
    const cluster = labels[i]
    const pull = (c: number) => {
      const chance = (sizes[c] - (c === cluster ? 1 : 0)) / others
      return total > 0 && chance < 1 ? (links[c] / total - chance) / (1 - chance) : 0
    }
    let best = cluster
    let strongest = pull(cluster)
    for (let c = 0; c < links.length; c++) {
      const here = pull(c)
      if (here > strongest) {
        best = c
        strongest = here
      }
    }
    leaning[i] = best
    strength[i] = Math.min(1, Math.max(0, strongest))
  }
}
