import type { Progress } from '@manyview/core'
import {
  type DeviceMeasurements,
  type FoldedFeatures,
  largestEigen,
  type Matrix,
  matrix,
} from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { bits } from '../dense/bits.ts'
import {
  type CardMatrix,
  download,
  emptyMatrix,
  gram,
  multiplyInto,
  paddedWidth,
  uploadRows,
} from '../dense/card-matrix.ts'
import { gatherRows } from '../dense/gather-rows.ts'
import { rowBlocks } from '../dense/row-blocks.ts'
import { alone, unitRowsOf } from '../dense/wide-matrix.ts'
import type { Room } from '../room.ts'
import { sketchKernel } from './column-kernels.ts'
import { columnMoments, columnRanges, scaleColumns } from './columns.ts'

/** Columns whose numbers are so much larger than the range between them lose too many digits in single precision. */
const LARGER = 1000
/** Numbers beyond this size are not for single precision. */
const LARGEST = 1e30

const turn = { stage: 'singular vectors', iteration: 1, total: 1 }

/**
 * A dense view (n×d) made ready by the rule of measurements, its rows in the given order: roots of the shares between the least and the largest number of each column, standardised; `rank` scores u·s^¼ as unit rows; sketches by
 * `fold`. Null where single precision has not the digits for it. In blocks of rows: 8·n·d bytes and what is brought back. O(n·d·(d + rank)).
 */
export function* readyMeasurements(
  card: Card,
  view: Matrix,
  order: Uint32Array,
  rank: number,
  fold: (low: Float64Array, high: Float64Array) => FoldedFeatures,
): Generator<Progress, DeviceMeasurements | null> {
  const { columns } = view
  const room = card.room()
  try {
    const blocks = orderedBlocks(card, room, view, order)
    const [least, most] = yield* columnRanges(card, blocks)
    const [low, high] = [least.slice(0, columns), most.slice(0, columns)]
    if (!low.every((value, j) => hasDigits(view, j, value, high[j]))) return null
    const sketch = yield* sketched(card, blocks, fold(low, high), low)
    scaleColumns(
      card,
      blocks,
      least,
      least.map((value, c) => (value < most[c] ? 1 / (most[c] - value) : 0)),
      true,
    )
    const [means, deviations] = yield* columnMoments(card, blocks)
    const factors = deviations.map((deviation) => (deviation > 0 ? 1 / deviation : 0))
    scaleColumns(card, blocks, means, factors, false)
    const squares = matrix(columns, columns)
    for (const block of blocks) {
      const part = yield* gram(card, block, block, turn)
      for (let p = 0; p < part.data.length; p++) squares.data[p] += part.data[p]
    }
    const { values, vectors } = largestEigen(squares, Math.min(rank, columns))
    const s = values.map((value) => Math.sqrt(Math.max(value, 0)))
    const scored = yield* scoresOf(card, blocks, s, vectors)
    const [mean, scale] = [means.slice(0, columns), factors.slice(0, columns)]
    return { low, high, mean, scale, s, v: vectors, ...scored, sketch }
  } finally {
    room.free()
  }
}

/** The rows of a view in another order, in blocks that fit into a buffer each. */
function orderedBlocks(card: Card, room: Room, view: Matrix, order: Uint32Array): CardMatrix[] {
  const parts = rowBlocks(card, view.rows, view.columns)
  const inner = card.room()
  const places = inner.integers(order)
  const given = parts.map(({ begin, end }) => ({ begin, rows: uploadRows(inner, view, begin, end) }))
  const blocks = parts.map(({ begin, end }) => {
    const block = emptyMatrix(room, end - begin, view.columns)
    for (const some of given) gatherRows(card, block, some.rows, some.begin, places, begin)
    return block
  })
  inner.free()
  return blocks
}

/** True where single precision tells the numbers of a column apart, or there is nothing to tell apart. */
function hasDigits({ rows, columns, data }: Matrix, column: number, low: number, high: number): boolean {
  const size = Math.max(Math.abs(low), Math.abs(high))
  if (!(size < LARGEST)) return false
  if (size <= LARGER * (high - low)) return true
  for (let i = 1; i < rows; i++) if (data[i * columns + column] !== data[column]) return false
  return true
}

/** Scores u·s^¼ in unit rows, and their lengths before. */
function* scoresOf(
  card: Card,
  blocks: readonly CardMatrix[],
  s: Float64Array,
  v: Matrix,
): Generator<Progress, Pick<DeviceMeasurements, 'scores' | 'lengths'>> {
  const rows = blocks.reduce((sum, block) => sum + block.rows, 0)
  // u·s^¼ = x·v·s^−¾.
  const turned = { ...v, data: v.data.map((value, p) => value / Math.max(s[p % v.columns], 1e-30) ** 0.75) }
  const [scores, lengths] = [matrix(rows, v.columns), new Float64Array(rows)]
  let begin = 0
  for (const block of blocks) {
    const inner = card.room()
    try {
      const out = emptyMatrix(inner, block.rows, v.columns)
      multiplyInto(card, inner, out, block, turned)
      const squares = unitRowsOf(card, inner, alone(out))
      lengths.set(new Float32Array(yield* card.read(squares, block.rows, turn)).map(Math.sqrt), begin)
      yield* download(card, out, turn, scores.data.subarray(begin * v.columns))
      if (blocks.length === 1) inner.offer(scores.data, out.buffer)
    } finally {
      inner.free()
    }
    begin += block.rows
  }
  return { scores, lengths }
}

/** What copies are told by, of every row. */
function* sketched(
  card: Card,
  blocks: readonly CardMatrix[],
  { width: columns, joins, weights }: FoldedFeatures,
  low: Float64Array,
): Generator<Progress, Matrix> {
  const room = card.room()
  try {
    const order = [...joins.keys()].sort((a, b) => joins[a] - joins[b] || a - b)
    const begins = Array.from({ length: columns + 1 }, (_, c) => order.filter((feature) => joins[feature] < c).length)
    const list = order.flatMap((feature) => [feature, ...bits(weights[feature], low[feature])])
    const named = [room.integers(begins), room.integers(list)]
    const rows = blocks.reduce((sum, block) => sum + block.rows, 0)
    const result = matrix(rows, columns)
    let begin = 0
    for (const block of blocks) {
      const out = emptyMatrix(room, block.rows, columns)
      const settings = [block.rows, block.width, paddedWidth(columns), columns]
      card.run(sketchKernel, settings, [block.buffer, ...named, out.buffer], Math.ceil((block.rows * columns) / 256))
      yield* download(card, out, turn, result.data.subarray(begin * columns))
      begin += block.rows
      if (blocks.length === 1) room.offer(result.data, out.buffer)
      else room.drop(out.buffer)
    }
    return result
  } finally {
    room.free()
  }
}
