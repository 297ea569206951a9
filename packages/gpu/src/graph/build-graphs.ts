import type { Progress, SparseMatrix } from '@manyview/core'
import type { Neighbours } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { bits } from '../dense/bits.ts'
import { beginsOf, downloadGraph, gatheredGraph, normalised, type RowEntries, uploadGraph } from './card-graph.ts'
import { appendGraphKernel, countLinksKernel, fillLinksKernel, scalesKernel } from './link-kernels.ts'

const turn = { stage: 'graphs', iteration: 1, total: 1 }

/** `neighbourGraph` of the core on the card, of lists of all n samples: the self-tuned graph with its degrees taken out. 8·n·(count + 40) bytes and more. */
export function* neighbourGraph(
  card: Card,
  { samples, count, indices, squaredDistances }: Neighbours,
): Generator<Progress, SparseMatrix> {
  const room = card.room()
  try {
    const entries = samples * count
    const near = room.resident(indices, () => room.integers(indices))
    const finite = () => room.written(entries, Float32Array, (to) => to.set(squaredDistances.map(cardSquare)))
    const squares = room.resident(squaredDistances, finite)
    const scales = room.empty(samples)
    const counts = room.empty(samples)
    const place = Math.max(Math.ceil(0.7 * count) - 1, 0)
    const groups = Math.ceil(entries / 256)
    if (count > 0) card.run(scalesKernel, [samples, count, place], [squares, scales], Math.ceil(samples / 256))
    card.run(countLinksKernel, [entries], [near, squares, counts], groups)
    const ending = new Uint32Array(yield* card.read(counts, samples, turn))
    const begins = beginsOf(ending, count)
    const next = room.integers(begins)
    const links = room.empty(2 * begins[samples])
    card.run(fillLinksKernel, [entries, count], [near, squares, scales, next, links], groups)
    // Rows end where filling them ended: lists can be shorter than `count`.
    const whole = { first: 0, rows: samples, links, begins: room.integers(begins), ends: next }
    const both = yield* gatheredGraph(card, room, [whole], samples)
    const { graph } = normalised(card, room, both.graph)
    return yield* downloadGraph(card, room, graph, both.pointers)
  } finally {
    room.free()
  }
}

/** Σ weights[g] · graphs[g] of graphs of one size. */
export function* sumGraphs(
  card: Card,
  graphs: readonly SparseMatrix[],
  weights: readonly number[],
): Generator<Progress, SparseMatrix> {
  const room = card.room()
  try {
    const [{ rows }] = graphs
    const lengths = new Uint32Array(rows)
    for (const { pointers } of graphs) for (let i = 0; i < rows; i++) lengths[i] += pointers[i + 1] - pointers[i]
    const pieces = rowPieces(card, beginsOf(lengths)).map(({ first, begins }): RowEntries => {
      const height = begins.length - 1
      const ends = room.integers(begins)
      const links = room.empty(2 * begins[height])
      for (const [g, graph] of graphs.entries()) {
        const { pointers, indices, values } = uploadGraph(room, graph)
        const buffers = [pointers, indices, values, ends, links]
        card.run(appendGraphKernel, [height, first, ...bits(weights[g])], buffers, Math.ceil(height / 256))
      }
      return { first, rows: height, links, begins: room.integers(begins), ends }
    })
    const { graph, pointers } = yield* gatheredGraph(card, room, pieces, rows)
    return yield* downloadGraph(card, room, graph, pointers)
  } finally {
    room.free()
  }
}

/** Rows in pieces whose entries, pairs of four-byte numbers, fit into a buffer each: the first row, and where the entries of each row begin in the piece. */
function rowPieces({ largest }: Card, begins: Uint32Array): { first: number; begins: Uint32Array }[] {
  const most = Math.floor(largest / 8)
  const pieces: { first: number; begins: Uint32Array }[] = []
  for (let first = 0, end = 0; first < begins.length - 1; first = end) {
    end = first + 1
    while (end < begins.length - 1 && begins[end + 1] - begins[first] <= most) end++
    const start = begins[first]
    pieces.push({ first, begins: begins.slice(first, end + 1).map((begin) => begin - start) })
  }
  return pieces
}

function cardSquare(square: number): number {
  return square < 1e38 ? square : 3e38
}
