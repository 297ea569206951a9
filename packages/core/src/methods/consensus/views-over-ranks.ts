import type { PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { matricesOverRanks } from '../../ranks/matrices-over-ranks.ts'

/** What a view says by itself: its scores (n×r), which samples it speaks of, and the neighbours among them. */
export interface LoneView {
  scores: Matrix
  present: Uint8Array
  near: PlacedNeighbours
}

/** The views of all ranks on every rank; a view is null where another rank looked at it. */
export function viewsOverRanks(communicator: Communicator, views: readonly (LoneView | null)[]): LoneView[] {
  if (communicator.size === 1) return views.map((view) => view!)
  return matricesOverRanks(communicator, views.map(pack)).map(unpack)
}

function pack(view: LoneView | null): Matrix[] | null {
  if (!view) return null
  const { samples, count, indices, squaredDistances } = view.near.neighbours
  const numbers = (rows: number, columns: number, values: ArrayLike<number>) =>
    matrix(rows, columns, Float64Array.from(values))
  return [
    view.scores,
    numbers(view.present.length, 1, view.present),
    numbers(samples, count, indices),
    numbers(samples, count, squaredDistances),
  ]
}

function unpack([scores, marks, indices, distances]: readonly Matrix[]): LoneView {
  const present = Uint8Array.from(marks.data)
  const neighbours = {
    samples: indices.rows,
    count: indices.columns,
    indices: Int32Array.from(indices.data),
    squaredDistances: distances.data,
  }
  return { scores, present, near: { place: placesOf(present), neighbours } }
}

/** The samples that are marked. */
export function placesOf(marks: Uint8Array): Uint32Array {
  return Uint32Array.from(marks.keys()).filter((i) => marks[i] === 1)
}
