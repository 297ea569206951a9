import type { Matrix, Progress } from '@manyview/core'
import { largestEigen, matrix } from '@manyview/core/numerics'
import type { ColumnStatistics, DeviceMeasurements, FoldedFeatures } from '@manyview/core/runtime'
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
import { sketchKernel, standardiseKernel } from './column-kernels.ts'

/** Columns whose numbers are so much larger than the range between them lose too many digits in single precision. */
const LARGER = 1000
/** Numbers beyond this size are not for single precision. */
const LARGEST = 1e30

const turn = { stage: 'singular vectors', iteration: 1, total: 1 }

/**
 * Makes the rows of a dense view (n×d) that `order` names ready by the rule of measurements, in that order: their columns standardised by `statistics`, `rank` scores u·s^¼ as unit rows, features folded to sketches. Null where
 * single precision has not the digits for it. In blocks of rows: 8·n·d bytes and what is brought back. O(n·d·(d + rank)).
 */
export function* readyMeasurements(
  card: Card,
  view: Matrix,
  order: Uint32Array,
  rank: number,
  statistics: ColumnStatistics,
  folded: FoldedFeatures,
): Generator<Progress, DeviceMeasurements | null> {
  const { columns } = view
  const { low, high } = statistics
  if (!low.every((value, j) => hasDigits(value, high[j]))) return null
  const room = card.room()
  try {
    const blocks = orderedBlocks(card, room, view, order)
    const sketch = yield* sketched(card, blocks, folded, low)
    standardise(card, room, blocks, statistics)
    const squares = matrix(columns, columns)
    for (const block of blocks) {
      const part = yield* gram(card, block, block, turn)
      for (let p = 0; p < part.data.length; p++) squares.data[p] += part.data[p]
    }
    const { values, vectors } = largestEigen(squares, Math.min(rank, columns))
    const s = values.map((value) => Math.sqrt(Math.max(value, 0)))
    return { s, v: vectors, ...(yield* scoresOf(card, blocks, s, vectors)), sketch }
  } finally {
    room.free()
  }
}

/** The rows of a view that `order` names, in blocks that fit into a buffer each. */
function orderedBlocks(card: Card, room: Room, view: Matrix, order: Uint32Array): CardMatrix[] {
  const { rows, columns } = view
  const inner = card.room()
  const places = inner.integers(order)
  const uploads = rowBlocks(card, rows, columns).map(({ begin, end }) => ({
    begin,
    rows: uploadRows(inner, view, begin, end),
  }))
  const blocks = rowBlocks(card, order.length, columns).map(({ begin, end }) => {
    const block = emptyMatrix(room, end - begin, columns)
    for (const upload of uploads) gatherRows(card, block, upload.rows, upload.begin, places, begin)
    return block
  })
  inner.free()
  return blocks
}

/** True where single precision tells the numbers of a column apart, or there is nothing to tell apart. */
function hasDigits(low: number, high: number): boolean {
  const size = Math.max(Math.abs(low), Math.abs(high))
  return size < LARGEST && (size <= LARGER * (high - low) || low === high)
}

/** Standardises the columns of all blocks. */
function standardise(
  card: Card,
  room: Room,
  blocks: readonly CardMatrix[],
  { low, high, roots, mean, scale }: ColumnStatistics,
): void {
  const { width } = blocks[0]
  const factors = low.map((value, j) => (scale[j] > 0 ? 1 / (high[j] - value) : 0))
  const columns = room.written(5 * width, Float32Array, (to) => {
    for (const [row, values] of [low, factors, roots, mean, scale].entries()) to.set(values, row * width)
  })
  for (const { buffer, rows } of blocks) {
    const entries = (rows * width) / 4
    card.run(standardiseKernel, [entries, width / 4], [columns, buffer], Math.ceil(entries / 256))
  }
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
