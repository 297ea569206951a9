import type { CanonicalOrder } from '../../data/canonical-order.ts'
import { safeScale } from '../../data/scale.ts'
import type { SparseView } from '../../data/view.ts'
import type { Neighbours } from '../../device/device.ts'
import type { PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { InputError } from '../../input-error.ts'
import { placesIn } from '../../ranks/places-in.ts'
import { counted, grouped } from '../../words/index.ts'
import { refuseUnknownViews } from '../by-view.ts'
import type { ReadyView } from './ready-views.ts'

/** Neighbours that were found elsewhere, by the names of the views: row i (n×n, sparse) has the distances of sample i from its neighbours. */
export type NeighbourGraphs = Readonly<Record<string, SparseView>>

/**
 * The `count` nearest neighbours of each sample in the views for which they are given, samples in canonical order; null for all other views. Rows may have more entries, in any order, and the sample itself; they need not be
 * symmetric. O(entries · count).
 */
export function givenNeighbours(
  graphs: NeighbourGraphs,
  views: readonly ReadyView[],
  { samples }: CanonicalOrder,
  count: number,
): (PlacedNeighbours | null)[] {
  refuseUnknownViews('neighbourGraphs', Object.keys(graphs), views)
  return views.map(({ name, ready }) => {
    if (!Object.hasOwn(graphs, name)) return null
    if (ready.present.includes(0)) refuse(name, 'is given, but some samples lack the view: leave it out')
    return { neighbours: nearestOf(name, graphs[name], samples, count), place: Uint32Array.from(samples.keys()) }
  })
}

function nearestOf(name: string, graph: SparseView, order: Uint32Array, count: number): Neighbours {
  const n = order.length
  if (graph.samples !== n || graph.features !== n)
    refuse(
      name,
      `is ${grouped(graph.samples)}×${grouped(graph.features)} for ${counted(n, 'sample')}, give one row and one column per sample in their order`,
    )
  const position = placesIn(order)
  const kept = Math.min(count, n - 1)
  let largest = 0
  for (let e = 0; e < graph.values.length; e++) largest = Math.max(largest, graph.values[e])
  const scale = safeScale(largest)
  const lastRow = new Int32Array(n).fill(-1)
  const indices = new Int32Array(n * kept)
  const squaredDistances = new Float64Array(n * kept).fill(Infinity)
  let alike = true
  for (let p = 0; p < n; p++) {
    let found = 0
    for (let e = graph.pointers[order[p]]; e < graph.pointers[order[p] + 1]; e++) {
      const distance = graph.values[e]
      if (!(distance >= 0 && distance < Infinity))
        refuse(name, `has the distance ${distance} in row ${grouped(order[p] + 1)}, give finite distances of 0 or more`)
      const other = position[graph.indices[e]]
      if (other === p) continue
      if (lastRow[other] === p)
        refuse(
          name,
          `has two distances from sample ${grouped(graph.indices[e] + 1)} in row ${grouped(order[p] + 1)}, give one per neighbour`,
        )
      lastRow[other] = p
      alike &&= distance === 1
      insert(
        indices,
        squaredDistances,
        p * kept,
        Math.min(found++, kept),
        kept,
        other,
        distance * scale * (distance * scale),
      )
    }
    if (found < kept)
      refuse(
        name,
        `has ${counted(found, 'neighbour')} in row ${grouped(order[p] + 1)}, give at least ${kept} per sample or set neighbours=${Math.max(found, 1)}`,
      )
  }
  if (alike && kept > 0)
    refuse(name, 'has the distance 1 everywhere, give the distances themselves (with scikit-learn mode="distance")')
  return { samples: n, count: kept, indices, squaredDistances }
}

/** Puts a neighbour into a list of `length` entries so far, by distance and then by number. */
function insert(
  indices: Int32Array,
  squares: Float64Array,
  begin: number,
  length: number,
  most: number,
  other: number,
  square: number,
): void {
  let at = begin + Math.min(length, most - 1)
  const isBefore = (place: number) => square < squares[place] || (square === squares[place] && other < indices[place])
  if (length === most && !isBefore(at)) return
  for (; at > begin && isBefore(at - 1); at--) {
    indices[at] = indices[at - 1]
    squares[at] = squares[at - 1]
  }
  indices[at] = other
  squares[at] = square
}

function refuse(view: string, message: string): never {
  throw new InputError(`that of view "${view}" ${message}`, { code: 'bad-option', argument: 'neighbourGraphs' })
}
