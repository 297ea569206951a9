import type { Progress } from '@manyview/core'
import type { Card } from '../card.ts'
import type { Room } from '../room.ts'
import type { CardGraph } from './card-graph.ts'
import { components } from './components.ts'

/** A node of no part that counts. */
const NO_PART = 0xffffffff

/** The functions that are known beforehand: column c is √degree · scales[c] on the nodes of part c and zero elsewhere. */
export interface PartFunctions {
  count: number
  /** The column of each node, `NO_PART` for most small parts. */
  parts: GPUBuffer
  scales: GPUBuffer
}

/** The eigenvectors of eigenvalue 1 of a normalised graph, of unit length, for the `most` largest parts that have links. */
export function* partFunctions(
  card: Card,
  room: Room,
  graph: CardGraph,
  degrees: GPUBuffer,
  most: number,
): Generator<Progress, PartFunctions> {
  const { labels, sizes } = yield* components(card, room, graph)
  const degree = new Float32Array(
    yield* card.read(degrees, graph.rows, { stage: 'eigenvectors', iteration: 1, total: 1 }),
  )
  const totals = new Float64Array(sizes.length)
  for (let i = 0; i < labels.length; i++) totals[labels[i]] += degree[i]
  const linked = [...sizes.keys()].filter((part) => sizes[part] > 1 && totals[part] > 0)
  const chosen = linked.sort((a, b) => sizes[b] - sizes[a] || a - b).slice(0, most)
  const column = new Uint32Array(sizes.length).fill(NO_PART)
  for (const [c, part] of chosen.entries()) column[part] = c
  return {
    count: chosen.length,
    parts: room.integers(Uint32Array.from(labels, (part) => column[part])),
    scales: room.singles(chosen.map((part) => 1 / Math.sqrt(totals[part]))),
  }
}
