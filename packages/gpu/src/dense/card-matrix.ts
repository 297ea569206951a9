import type { Matrix, Progress } from '@manyview/core'
import { matrix } from '@manyview/core/numerics'
import type { BufferPart, Card } from '../card.ts'
import type { Room } from '../room.ts'
import { GRAM_SIDE, gramKernel, multiplyKernel } from './dense-kernels.ts'

/** Rows that one part of a sum over rows has, and parts at the most. */
const SHARE = 1024
const PARTS = 256
/** Fewest rows of a part. */
const LEAST_SHARE = 64
/** Most numbers of all parts together: as far as these allow, parts have fewer rows, since what is added up in double precision is right to more digits. */
const NUMBERS = 2 ** 20

/** A matrix on the card, row-major: of `width` columns, a multiple of 4, the first `columns` count and the others are zero. Rows lie `stride` numbers apart, from the number `first` of the buffer on; both are multiples of 4. */
export interface CardMatrix {
  buffer: GPUBuffer
  rows: number
  columns: number
  width: number
  stride: number
  first: number
}

/** The next multiple of 4, at least 4. */
export function paddedWidth(columns: number): number {
  return Math.max(Math.ceil(columns / 4) * 4, 4)
}

/** Room for a matrix. */
export function emptyMatrix(room: Room, rows: number, columns: number): CardMatrix {
  const width = paddedWidth(columns)
  return { buffer: room.empty(rows * width), rows, columns, width, stride: width, first: 0 }
}

/** A matrix brought to the card, where it stays. */
export function upload(room: Room, a: Matrix): CardMatrix {
  const { rows, columns, data } = a
  const width = paddedWidth(columns)
  const buffer = room.resident(data, () => uploadRows(room, a, 0, rows).buffer)
  return { buffer, rows, columns, width, stride: width, first: 0 }
}

/** Rows begin … end − 1 of a matrix, brought to the card. */
export function uploadRows(room: Room, a: Matrix, begin: number, end: number): CardMatrix {
  const { columns, data } = a
  const block = matrix(end - begin, columns, data.subarray(begin * columns, end * columns))
  return uploadColumns(room, block, { first: 0, columns })
}

/** Some columns of a matrix, less those of a `middle` where one is given, brought to the card; what is not a number becomes 0 then. */
export function uploadColumns(
  room: Room,
  a: Matrix,
  { first, columns }: { first: number; columns: number },
  middle?: Float64Array,
): CardMatrix {
  const { rows } = a
  const width = paddedWidth(columns)
  const buffer = room.written(rows * width, Float32Array, (to) => {
    if (middle) movedInto(to, width, a, first, columns, middle)
    else if (width === a.columns) to.set(a.data)
    else spreadInto(to, width, a, first, columns)
  })
  return { buffer, rows, columns, width, stride: width, first: 0 }
}

/** Columns of rows put down `width` numbers apart. */
export function spreadInto(
  to: Float32Array,
  width: number,
  { rows, columns: stride, data }: Matrix,
  first: number,
  columns: number,
): void {
  for (let i = 0; i < rows; i++)
    for (let c = 0, p = i * stride + first, q = i * width; c < columns; c++) to[q++] = data[p++]
}

/** Writes some columns of the rows to `to`, less those of a `middle`. */
function movedInto(
  to: Float32Array,
  width: number,
  { rows, columns: stride, data }: Matrix,
  first: number,
  columns: number,
  middle: Float64Array,
): void {
  for (let i = 0; i < rows; i++)
    for (let c = 0, p = i * stride + first, q = i * width; c < columns; c++, p++)
      to[q++] = Number.isNaN(data[p]) ? 0 : data[p] - middle[first + c]
}

/** A matrix brought back, to the beginning of `to` where that is given, rows `apart` numbers apart there. */
export function* download(
  card: Card,
  a: CardMatrix,
  progress: Progress,
  to: Float64Array = new Float64Array(a.rows * a.columns),
  apart = a.columns,
): Generator<Progress, Matrix> {
  const { rows, columns, width, stride, first } = a
  const result = matrix(rows, columns, to.subarray(0, rows * columns))
  if (rows === 0) return result
  const length = (rows - 1) * stride + width
  return yield* card.readSingles({ buffer: a.buffer, length, first }, progress, (values) => {
    if (stride === columns && apart === columns) to.set(values)
    else gatherInto(to, apart, rows, columns, values, stride)
    return result
  })
}

/** Numbers that lie `stride` apart from row to row put down `apart`. */
function gatherInto(
  to: Float64Array,
  apart: number,
  rows: number,
  columns: number,
  from: Float32Array,
  stride: number,
): void {
  for (let i = 0; i < rows; i++) for (let c = 0, p = i * apart, q = i * stride; c < columns; c++) to[p++] = from[q++]
}

/** Aᵀ·B, over the rows of both: parts in single precision, their sum in double. */
export function* gram(card: Card, a: CardMatrix, b: CardMatrix, progress: Progress): Generator<Progress, Matrix> {
  const room = card.room()
  try {
    const { part, sum } = gramLater(card, room, a, b)
    const [values] = yield* card.readAll([part], progress)
    return sum(values)
  } finally {
    room.free()
  }
}

/** Starts Aᵀ·B for a caller that reads several buffers at a time: the buffer to be read, and the function that makes the product of its numbers. The buffer lives as long as `room`. */
export function gramLater(
  card: Card,
  room: Room,
  a: CardMatrix,
  b: CardMatrix,
): { part: BufferPart; sum: (values: ArrayBuffer) => Matrix } {
  const size = a.width * b.width
  const { share, parts } = partsOf(a.rows, size)
  const buffer = room.empty(parts * size)
  const tiles = Math.ceil(a.width / GRAM_SIDE) * Math.ceil(b.width / GRAM_SIDE)
  const settings = [a.rows, a.width, b.width, share, ...placeOf(a), ...placeOf(b)]
  card.run(gramKernel, settings, [a.buffer, b.buffer, buffer], parts * tiles)
  const sum = (found: ArrayBuffer) => addedUp(new Float32Array(found), parts, a, b)
  return { part: { buffer, length: parts * size }, sum }
}

function partsOf(rows: number, size: number): { share: number; parts: number } {
  const few = Math.max(LEAST_SHARE, Math.ceil(rows / Math.max(Math.floor(NUMBERS / size), 1)))
  const share = Math.max(Math.min(SHARE, few), Math.ceil(rows / PARTS))
  return { share, parts: Math.ceil(rows / share) }
}

/** The sum of the parts of a product, in double precision. Not a generator, since engines run the loops of those slowly. */
function addedUp(values: Float32Array, parts: number, a: CardMatrix, b: CardMatrix): Matrix {
  const result = matrix(a.columns, b.columns)
  for (let part = 0; part < parts; part++)
    for (let i = 0, p = 0; i < a.columns; i++)
      for (let j = 0, q = (part * a.width + i) * b.width; j < b.columns; j++) result.data[p++] += values[q++]
  return result
}

/** `out` ← A·W for a small W, added to what is there with `more`; the buffer of W lives as long as `room`. */
export function multiplyInto(card: Card, room: Room, out: CardMatrix, a: CardMatrix, w: Matrix, more = false): void {
  const wide = matrix(a.width, out.width)
  for (let i = 0; i < w.rows; i++)
    for (let j = 0; j < w.columns; j++) wide.data[i * out.width + j] = w.data[i * w.columns + j]
  const factor = room.singles(wide.data)
  const groups = Math.ceil(a.rows / GRAM_SIDE) * Math.ceil(out.width / GRAM_SIDE)
  const settings = [a.rows, a.width, out.width, Number(more), ...placeOf(a), ...placeOf(out)]
  card.run(multiplyKernel, settings, [a.buffer, factor, out.buffer], groups)
}

/** Where a matrix lies, as the kernels want it. */
function placeOf({ stride, first }: CardMatrix): [number, number] {
  return [stride / 4, first / 4]
}
