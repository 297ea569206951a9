import type { Share } from '@manyview/core/numerics'
import { decodeNumbers, type NumberFormat, numberBytes } from '../../bytes/decode-numbers.ts'
import { entries, type NumberArray, type ReadPart, type Variable } from '../../bytes/stored-value.ts'
import { readMat5Head } from './array.ts'
import { eachPiece, firstBytes, type Mat5Place } from './packing.ts'

/** Longer heads are not written: flags, at most 32 dimensions, a name of at most 63 letters. */
const headBytes = 1024
/** Smaller matrices are read with all else. */
const smallBytes = 1 << 20
const stagedBytes = 1 << 20

/**
 * A large matrix of numbers of which only the head is read yet; null for anything else. Later its numbers go from the file to where the view has them, piece by piece:
 * neither the packed bytes nor the matrix in MATLAB's order are in memory as a whole.
 */
export async function unreadMat5(place: Mat5Place, littleEndian: boolean): Promise<Variable | null> {
  if (place.size < smallBytes) return null
  const head = readMat5Head(place.source.name, await firstBytes(place, headBytes), littleEndian)
  if (!head) return null
  const { name, shape, format, begin } = head
  const [rows, columns] = [shape[0], entries(shape.slice(1))]
  const end = begin + rows * columns * numberBytes(format)
  // What does not fit is read whole, which tells what is wrong with it.
  if (Math.min(rows, columns) < 2 || head.length !== end - begin || end > place.size) return null
  const readPart: ReadPart = async (axis, part) => {
    if (axis === 'columns' && shape.length > 2) return null
    const samples = part.end - part.begin
    const data = emptyNumbers(format, samples * (axis === 'rows' ? columns : rows))
    let at = 0
    await eachNumbers(place, { begin, end }, format, littleEndian, (numbers) => {
      if (axis === 'rows') turnInto(data, numbers, at, [rows, columns], part)
      else keepInto(data, numbers, at - part.begin * rows)
      at += numbers.length
    })
    const lengths = axis === 'rows' ? [samples, ...shape.slice(1)] : [rows, samples]
    return { type: 'dense', shape: lengths, order: axis, data }
  }
  return { name, value: { type: 'dense', shape, order: 'columns', data: new Float64Array(0), readPart } }
}

function emptyNumbers(format: NumberFormat, length: number): NumberArray {
  const none = decodeNumbers(new Uint8Array(0), format, true)
  return new (none.constructor as new (length: number) => NumberArray)(length)
}

/** The numbers in the bytes of a variable from begin up to end, about 1 MiB at a time and in the same buffer. */
async function eachNumbers(
  place: Mat5Place,
  { begin, end }: Share,
  format: NumberFormat,
  littleEndian: boolean,
  onNumbers: (numbers: NumberArray) => void,
): Promise<void> {
  const staged = new Uint8Array(stagedBytes)
  let at = 0
  let filled = 0
  await eachPiece(place, (piece) => {
    const wanted = piece.subarray(Math.max(0, begin - at), Math.max(0, end - at))
    at += piece.length
    for (let from = 0; from < wanted.length; ) {
      const part = wanted.subarray(from, from + stagedBytes - filled)
      staged.set(part, filled)
      filled += part.length
      from += part.length
      if (filled === stagedBytes) flush()
    }
  })
  flush()

  function flush(): void {
    onNumbers(decodeNumbers(staged.subarray(0, filled), format, littleEndian))
    filled = 0
  }
}

/** Puts numbers down one after the other from place `at` on, as far as there are places. */
function keepInto(result: NumberArray, numbers: NumberArray, at: number): void {
  const from = Math.max(0, -at)
  const to = Math.min(numbers.length, result.length - at)
  if (from < to) result.set(numbers.subarray(from, to), at + from)
}

/** Puts the numbers at place `at` of a matrix with one column after the other down with one row after the other, those of the rows begin … end − 1. */
function turnInto(
  result: NumberArray,
  numbers: NumberArray,
  at: number,
  [rows, columns]: [number, number],
  { begin, end }: Share,
): void {
  for (let k = 0; k < numbers.length; ) {
    const column = Math.floor((at + k) / rows)
    const row = at + k - column * rows
    const run = Math.min(rows - row, numbers.length - k)
    const last = Math.min(row + run, end)
    for (let i = Math.max(row, begin); i < last; i++) result[(i - begin) * columns + column] = numbers[k + i - row]
    k += run
  }
}
