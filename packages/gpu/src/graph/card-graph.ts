import type { Progress, SparseMatrix } from '@manyview/core'
import type { Card } from '../card.ts'
import type { Room } from '../room.ts'
import { compactRowsKernel, degreesKernel, normaliseKernel, sortRowsKernel } from './link-kernels.ts'

/** A sparse graph (rows × rows) on the card, rows after each other. */
export interface CardGraph {
  rows: number
  links: number
  pointers: GPUBuffer
  indices: GPUBuffer
  values: GPUBuffer
}

const turn = { stage: 'graphs', iteration: 1, total: 1 }

/** A graph brought to the card, where it stays. */
export function uploadGraph(room: Room, { rows, pointers, indices, values }: SparseMatrix): CardGraph {
  return {
    rows,
    links: indices.length,
    pointers: room.resident(pointers, () => room.integers(pointers)),
    indices: room.resident(indices, () => room.integers(indices)),
    values: room.resident(values, () => room.singles(values)),
  }
}

/** A graph brought back; it stays on the card as well. */
export function* downloadGraph(
  card: Card,
  room: Room,
  graph: CardGraph,
  pointers: Uint32Array,
): Generator<Progress, SparseMatrix> {
  const { rows, links } = graph
  const indices = new Uint32Array(yield* card.read(graph.indices, links, turn))
  const values = yield* card.readSingles({ buffer: graph.values, length: links }, turn, (all) => new Float64Array(all))
  room.offer(pointers, graph.pointers)
  room.offer(indices, graph.indices)
  room.offer(values, graph.values)
  return { rows, columns: rows, pointers, indices, values }
}

/** Where rows of these lengths begin, and where the last one ends. */
export function beginsOf(lengths: ArrayLike<number>, plus = 0): Uint32Array {
  const begins = new Uint32Array(lengths.length + 1)
  for (let i = 0; i < lengths.length; i++) begins[i + 1] = begins[i] + lengths[i] + plus
  return begins
}

/** Entries of the rows from `first` on, in any order: `links` are pairs of column and weight, and those of the i-th of these rows lie from `begins[i]` to before `ends[i]`. */
export interface RowEntries {
  first: number
  rows: number
  links: GPUBuffer
  begins: GPUBuffer
  ends: GPUBuffer
}

/** The graph of `rows` rows of entries, which may lie in several pieces. Equal columns are added up. */
export function* gatheredGraph(
  card: Card,
  room: Room,
  pieces: readonly RowEntries[],
  rows: number,
): Generator<Progress, { graph: CardGraph; pointers: Uint32Array }> {
  const lengths = room.empty(rows)
  for (const { first, rows: own, links, begins, ends } of pieces)
    card.run(sortRowsKernel, [own, first], [begins, ends, links, lengths], Math.ceil(own / 64))
  const pointers = beginsOf(new Uint32Array(yield* card.read(lengths, rows, turn)))
  const total = pointers[rows]
  const graph = {
    rows,
    links: total,
    pointers: room.integers(pointers),
    indices: room.empty(total),
    values: room.empty(total),
  }
  for (const { first, rows: own, links, begins } of pieces) {
    const buffers = [begins, links, graph.pointers, graph.indices, graph.values]
    card.run(compactRowsKernel, [own, first], buffers, Math.ceil(own / 256))
  }
  return { graph, pointers }
}

/** The graph with its degrees taken out, and the degrees. */
export function normalised(card: Card, room: Room, graph: CardGraph): { graph: CardGraph; degrees: GPUBuffer } {
  const { rows, pointers, indices, values } = graph
  const degrees = room.empty(rows)
  const scaled = room.empty(graph.links)
  const groups = Math.ceil(rows / 256)
  card.run(degreesKernel, [rows], [pointers, values, degrees], groups)
  card.run(normaliseKernel, [rows], [pointers, indices, values, degrees, scaled], groups)
  return { graph: { ...graph, values: scaled }, degrees }
}
