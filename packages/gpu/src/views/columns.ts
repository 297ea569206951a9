import type { Progress } from '@manyview/core'
import type { Card } from '../card.ts'
import type { CardMatrix } from '../dense/card-matrix.ts'
import { momentsKernel, rangesKernel, scaleColumnsKernel } from './column-kernels.ts'

/** Rows of a part, at least, and parts of a block at the most. */
const SHARE = 64
const PARTS = 1024

const turn = { stage: 'singular vectors', iteration: 1, total: 1 }

/** Two numbers per column, over all rows. */
export type ColumnPairs = [Float64Array, Float64Array]

/** The least and the largest number of each column of blocks of rows. */
export function* columnRanges(card: Card, blocks: readonly CardMatrix[]): Generator<Progress, ColumnPairs> {
  const low = new Float64Array(blocks[0].width).fill(Infinity)
  const high = new Float64Array(blocks[0].width).fill(-Infinity)
  yield* eachPart(card, blocks, rangesKernel, [], (least, most) => {
    for (let c = 0; c < low.length; c++) {
      low[c] = Math.min(low[c], least[c])
      high[c] = Math.max(high[c], most[c])
    }
  })
  return [low, high]
}

/** The mean of each column of blocks of rows, and the root of the mean squared distance from it: parts in single precision, their sum in double. */
export function* columnMoments(card: Card, blocks: readonly CardMatrix[]): Generator<Progress, ColumnPairs> {
  const { width } = blocks[0]
  const rows = blocks.reduce((sum, block) => sum + block.rows, 0)
  let means = new Float64Array(width)
  let deviations = new Float64Array(width)
  // About zero for the mean, then about the mean, so that no digits are lost.
  for (let pass = 0; pass < 2; pass++) {
    const [sums, squares] = [new Float64Array(width), new Float64Array(width)]
    yield* eachPart(card, blocks, momentsKernel, [means], (some, someSquares) => {
      for (let c = 0; c < width; c++) {
        sums[c] += some[c]
        squares[c] += someSquares[c]
      }
    })
    deviations = squares.map((square, c) => Math.sqrt(Math.max(square / rows - (sums[c] / rows) ** 2, 0)))
    means = means.map((mean, c) => mean + sums[c] / rows)
  }
  return [means, deviations]
}

/** x ← (x − middle) · factor by column in all blocks, or the root of it. */
export function scaleColumns(
  card: Card,
  blocks: readonly CardMatrix[],
  middles: Float64Array,
  factors: Float64Array,
  roots: boolean,
): void {
  const room = card.room()
  const [shift, scale] = [room.singles(middles), room.singles(factors)]
  for (const { buffer, rows, width } of blocks) {
    const entries = (rows * width) / 4
    card.run(scaleColumnsKernel, [entries, width / 4, Number(roots)], [shift, scale, buffer], Math.ceil(entries / 256))
  }
  room.free()
}

/** Runs a kernel that gives two rows of numbers per part of the rows, and shows them part by part. */
function* eachPart(
  card: Card,
  blocks: readonly CardMatrix[],
  kernel: string,
  given: readonly Float64Array[],
  show: (first: Float32Array, second: Float32Array) => void,
): Generator<Progress, void> {
  const room = card.room()
  try {
    const further = given.map((values) => room.singles(values))
    for (const { buffer, rows, width } of blocks) {
      const share = Math.max(SHARE, Math.ceil(rows / PARTS))
      const parts = Math.ceil(rows / share)
      const out = room.empty(2 * parts * width)
      const groups = parts * Math.ceil(width / 256)
      card.run(kernel, [rows, width / 4, share], [buffer, ...further, out], groups)
      const found = new Float32Array(yield* card.read(out, 2 * parts * width, turn))
      for (let part = 0; part < parts; part++) {
        const first = found.subarray(2 * part * width, (2 * part + 1) * width)
        show(first, found.subarray((2 * part + 1) * width, (2 * part + 2) * width))
      }
    }
  } finally {
    room.free()
  }
}
