import type { Matrix, Progress, SparseMatrix } from '@manyview/core'
import { largestEigen, matrix } from '@manyview/core/numerics'
import type { DeviceEmbedding, EmbedOptions } from '@manyview/core/runtime'
import type { Card } from '../card.ts'
import { HeldRows } from '../dense/held-rows.ts'
import {
  beside,
  emptyWide,
  gramWide,
  multiplyWide,
  unitRowsOf,
  uploadBriefly,
  uploadWide,
} from '../dense/wide-matrix.ts'
import { leadingFunctions } from './leading-functions.ts'

/**
 * Embeds samples by a graph (n×n) and features (n×d): the leading `count` functions of the graph with its degrees taken out, times what `weigh` makes of their eigenvalues (at least 0), in unit rows, and `rank` scores of the
 * features after the filter U·λ⁴·Uᵀ and unit rows, with the c columns of `parts` beside each; all stay on the card. 4·n·(5·q + 3·d + 3·c) bytes and 12 per link.
 */
export function* embed(
  card: Card,
  graph: SparseMatrix,
  features: Matrix,
  { count, rank, random, weigh, parts }: EmbedOptions,
): Generator<Progress, DeviceEmbedding & { joined: HeldRows }> {
  const turn = { stage: 'filter', iteration: 1, total: 1 }
  const [room, resultRoom] = [card.room(), card.room()]
  try {
    const { values: eigenvalues, vectors } = yield* leadingFunctions(card, room, graph, count, random)
    const values = eigenvalues.map((value) => Math.max(value, 0))
    const cardFeatures = uploadWide(card, room, features)
    const spectrum = yield* gramWide(card, vectors, cardFeatures, turn)
    const smooth = emptyWide(card, room, features.rows, features.columns)
    const weighed = spectrum.data.map((value, p) => value * values[Math.floor(p / spectrum.columns)] ** 4)
    multiplyWide(card, room, smooth, vectors, matrix(spectrum.rows, spectrum.columns, weighed))
    unitRowsOf(card, room, smooth)
    const squares = yield* gramWide(card, smooth, smooth, turn)
    const leading = largestEigen(squares, Math.min(rank, squares.columns)).vectors
    const scores = emptyWide(card, room, features.rows, leading.columns)
    multiplyWide(card, room, scores, smooth, leading)
    const coordinates = emptyWide(card, room, features.rows, count)
    const diagonal = matrix(count, count)
    for (const [f, weight] of weigh(values).entries()) diagonal.data[f * count + f] = weight
    multiplyWide(card, room, coordinates, vectors, diagonal)
    unitRowsOf(card, room, coordinates)
    const marks = parts ? [uploadBriefly(card, room, parts)] : []
    const joined = new HeldRows(card, resultRoom, beside(card, resultRoom, coordinates, ...marks, scores, ...marks))
    yield* card.settle(turn)
    return { joined, functions: count + (parts?.columns ?? 0) }
  } catch (error) {
    resultRoom.free()
    throw error
  } finally {
    room.free()
  }
}
