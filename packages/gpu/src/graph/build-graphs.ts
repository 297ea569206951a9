import type { Progress } from '@manyview/core'
import type { Neighbours, SparseMatrix } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { bits } from '../dense/bits.ts'
import { beginsOf, downloadGraph, gatheredGraph, normalised, uploadGraph } from './card-graph.ts'
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
    const both = yield* gatheredGraph(card, room, links, room.integers(begins), next, samples)
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
    const begins = beginsOf(lengths)
    const next = room.integers(begins)
    const links = room.empty(2 * begins[rows])
    for (const [g, graph] of graphs.entries()) {
      const { pointers, indices, values } = uploadGraph(room, graph)
      const buffers = [pointers, indices, values, next, links]
      card.run(appendGraphKernel, [rows, ...bits(weights[g])], buffers, Math.ceil(rows / 256))
    }
    const { graph, pointers } = yield* gatheredGraph(card, room, links, room.integers(begins), next, rows)
    return yield* downloadGraph(card, room, graph, pointers)
  } finally {
    room.free()
  }
}

function cardSquare(square: number): number {
  return square < 1e38 ? square : 3e38
}
