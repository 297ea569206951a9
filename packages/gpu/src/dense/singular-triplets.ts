import type { Matrix, Progress } from '@manyview/core'
import { largestEigen, matrix, type TruncatedSvd } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { type CardMatrix, download, emptyMatrix, gram, multiplyInto, uploadRows } from './card-matrix.ts'
import { rowBlocks } from './row-blocks.ts'

/** The `rank` leading singular triplets of a tall matrix (n×d) by its Gram matrix, in blocks of rows: values right to about 3e-4 of the largest. O(n·d·(d + rank)). */
export function* singularTriplets(
  card: Card,
  a: Matrix,
  rank: number,
  stage: string,
): Generator<Progress, TruncatedSvd> {
  const squares = matrix(a.columns, a.columns)
  const blocks = rowBlocks(card, a.rows, a.columns)
  const room = card.room()
  try {
    let last: CardMatrix | null = null
    for (const { begin, end } of blocks) {
      if (last) room.drop(last.buffer)
      last = uploadRows(room, a, begin, end)
      const part = yield* gram(card, last, last, { stage, iteration: end, total: a.rows })
      for (let p = 0; p < part.data.length; p++) squares.data[p] += part.data[p]
    }
    const { values, vectors } = largestEigen(squares, Math.min(rank, a.columns))
    const s = values.map((value) => Math.sqrt(Math.max(value, 0)))
    const turned = matrix(vectors.rows, vectors.columns)
    for (let p = 0; p < turned.data.length; p++) {
      const length = s[p % turned.columns]
      turned.data[p] = length > 0 ? vectors.data[p] / length : 0
    }
    const u = matrix(a.rows, turned.columns)
    // The last block is still there.
    for (const [b, { begin, end }] of blocks.toReversed().entries()) {
      const block = b === 0 ? last! : uploadRows(room, a, begin, end)
      yield* product(card, block, turned, u, begin, stage)
      room.drop(block.buffer)
    }
    return { u, s, v: vectors }
  } finally {
    room.free()
  }
}

/** Writes A·W for some rows to `result` from row `begin` on. */
function* product(
  card: Card,
  some: CardMatrix,
  w: Matrix,
  result: Matrix,
  begin: number,
  stage: string,
): Generator<Progress, void> {
  const room = card.room()
  try {
    const out = emptyMatrix(room, some.rows, w.columns)
    multiplyInto(card, room, out, some, w)
    const turn = { stage, iteration: begin + some.rows, total: result.rows }
    yield* download(card, out, turn, result.data.subarray(begin * w.columns))
  } finally {
    room.free()
  }
}
