import type { Matrix, Progress } from '@manyview/core'
import { matrix } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import type { Room } from '../room.ts'
import {
  type CardMatrix,
  download,
  emptyMatrix,
  gramLater,
  multiplyInto,
  paddedWidth,
  uploadColumns,
} from './card-matrix.ts'
import { copyColumnsKernel, rowSquaresKernel, scaleRowsKernel } from './dense-kernels.ts'

/**
 * A matrix on the card that may be larger than a buffer: its columns lie in as many buffers as it takes, side by side. All rows of a column are in one buffer, so that kernels which go from row to row all over a matrix, as a graph
 * leads them, need one buffer at a time.
 */
export interface WideMatrix {
  rows: number
  columns: number
  parts: readonly CardMatrix[]
}

/** The first column of each part, and how many it has. */
export interface ColumnRange {
  first: number
  columns: number
}

/** How columns of `rows` rows are split over buffers. */
export function partRanges({ largest }: Card, rows: number, columns: number): ColumnRange[] {
  const fit = Math.floor(largest / (16 * Math.max(rows, 1))) * 4
  // Where not even four columns fit, the buffer is refused with its size.
  const step = Math.max(Math.min(fit, paddedWidth(columns)), 4)
  return Array.from({ length: Math.max(Math.ceil(columns / step), 1) }, (_, p) => ({
    first: p * step,
    columns: Math.min(step, columns - p * step),
  }))
}

/** A matrix of one buffer. */
export function alone(part: CardMatrix): WideMatrix {
  return { rows: part.rows, columns: part.columns, parts: [part] }
}

/** Room for a matrix, all zero. */
export function emptyWide(card: Card, room: Room, rows: number, columns: number): WideMatrix {
  const parts = partRanges(card, rows, columns).map((range) => emptyMatrix(room, rows, range.columns))
  return { rows, columns, parts }
}

/** What stands for a further part of an array of the host where buffers go by arrays. */
const furtherKeys = new WeakMap<object, object[]>()
function keyOf(values: object, part: number): object {
  if (part === 0) return values
  const keys = furtherKeys.get(values) ?? []
  furtherKeys.set(values, keys)
  keys[part] ??= {}
  return keys[part]
}

/** A matrix brought to the card, where it stays. */
export function uploadWide(card: Card, room: Room, a: Matrix): WideMatrix {
  return keptParts(card, a, (range, p) => room.resident(keyOf(a.data, p), () => uploadColumns(room, a, range).buffer))
}

/** A matrix brought to the card, where it lives as long as `room`. */
export function uploadBriefly(card: Card, room: Room, a: Matrix): WideMatrix {
  return keptParts(card, a, (range) => uploadColumns(room, a, range).buffer)
}

/** A matrix about one of its rows, since distances are the same there and single precision has digits to spare. What was moved is no upload of the array itself, so it is kept under the matrix. */
export function uploadMoved(card: Card, room: Room, a: Matrix): WideMatrix {
  const middle = a.data.slice(0, a.columns)
  return keptParts(
    card,
    a,
    (range, p) =>
      room.find(keyOf(a.data, p)) ?? room.resident(keyOf(a, p), () => uploadColumns(room, a, range, middle).buffer),
  )
}

function keptParts(
  card: Card,
  { rows, columns }: Matrix,
  bufferOf: (range: ColumnRange, part: number) => GPUBuffer,
): WideMatrix {
  const parts = partRanges(card, rows, columns).map((range, p): CardMatrix => {
    const width = paddedWidth(range.columns)
    return { buffer: bufferOf(range, p), rows, columns: range.columns, width, stride: width, first: 0 }
  })
  return { rows, columns, parts }
}

/** Leaves a matrix of one of the rooms on the card as that of an array. */
export function offerWide(room: Room, values: object, { parts }: WideMatrix): void {
  for (const [p, { buffer }] of parts.entries()) room.offer(keyOf(values, p), buffer)
}

/** A matrix brought back. */
export function* downloadWide(
  card: Card,
  { rows, columns, parts }: WideMatrix,
  progress: Progress,
): Generator<Progress, Matrix> {
  const result = matrix(rows, columns)
  let first = 0
  for (const part of parts) {
    yield* download(card, part, progress, result.data.subarray(first), columns)
    first += part.columns
  }
  return result
}

/** The first `columns` columns of a matrix. */
export function firstColumns({ rows, parts }: WideMatrix, columns: number): WideMatrix {
  let before = 0
  const taken = parts.flatMap((part) => {
    const width = Math.min(part.columns, columns - before)
    before += part.columns
    return width > 0 ? [{ ...part, columns: width }] : []
  })
  return { rows, columns, parts: taken }
}

/** Aᵀ·B, over the rows of both: parts in single precision, their sum in double. */
export function* gramWide(card: Card, a: WideMatrix, b: WideMatrix, progress: Progress): Generator<Progress, Matrix> {
  const room = card.room()
  try {
    const pairs = locateParts(a).flatMap((left) =>
      locateParts(b).map((right) => ({ left, right, later: gramLater(card, room, left.part, right.part) })),
    )
    const products = yield* card.readAll(
      pairs.map(({ later }) => later.part),
      progress,
    )
    const result = matrix(a.columns, b.columns)
    for (const [p, { left, right, later }] of pairs.entries()) {
      const block = later.sum(products[p])
      for (let i = 0; i < block.rows; i++) {
        const row = block.data.subarray(i * block.columns, (i + 1) * block.columns)
        result.data.set(row, (left.first + i) * b.columns + right.first)
      }
    }
    return result
  } finally {
    room.free()
  }
}

/** `out` ← A·W for a small W; buffers of W live as long as `room`. */
export function multiplyWide(card: Card, room: Room, out: WideMatrix, a: WideMatrix, w: Matrix): void {
  for (const to of locateParts(out))
    for (const [p, from] of locateParts(a).entries()) {
      const block = matrix(from.part.columns, to.part.columns)
      for (let i = 0; i < block.rows; i++) {
        const begin = (from.first + i) * w.columns + to.first
        block.data.set(w.data.subarray(begin, begin + block.columns), i * block.columns)
      }
      multiplyInto(card, room, to.part, from.part, block, p > 0)
    }
}

/** Scales rows to unit length, those shorter than 1e-12 to zero; gives the squared lengths before, which live as long as `room`. */
export function unitRowsOf(card: Card, room: Room, { rows, parts }: WideMatrix): GPUBuffer {
  const squares = room.empty(rows)
  const groups = Math.ceil(rows / 256)
  for (const { buffer, width } of parts) card.run(rowSquaresKernel, [rows, width / 4], [buffer, squares], groups)
  for (const { buffer, width } of parts) {
    const quads = rows * (width / 4)
    card.run(scaleRowsKernel, [quads, width / 4], [squares, buffer], Math.ceil(quads / 256))
  }
  return squares
}

/** Matrices side by side. */
export function beside(card: Card, room: Room, ...sides: WideMatrix[]): WideMatrix {
  const columns = sides.reduce((sum, side) => sum + side.columns, 0)
  const joined = emptyWide(card, room, sides[0].rows, columns)
  const parts = sides.flatMap((side) => side.parts)
  for (const to of locateParts(joined))
    for (const from of locateParts({ ...joined, parts })) {
      const begin = Math.max(to.first, from.first)
      const count = Math.min(to.first + to.part.columns, from.first + from.part.columns) - begin
      if (count <= 0) continue
      const settings = [joined.rows, count, from.part.width, begin - from.first, to.part.width, begin - to.first]
      const groups = Math.ceil((joined.rows * count) / 256)
      card.run(copyColumnsKernel, settings, [from.part.buffer, to.part.buffer], groups)
    }
  return joined
}

/** The parts of a matrix with the column that each begins at. */
export function locateParts({ parts }: WideMatrix): { part: CardMatrix; first: number }[] {
  let next = 0
  return parts.map((part) => {
    const first = next
    next += part.columns
    return { part, first }
  })
}
