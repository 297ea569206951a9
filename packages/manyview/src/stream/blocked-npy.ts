import { type BlockedView, InputError } from '@manyview/core'
import { decodeNumbers, npyNumbers, numberBytes, readNpyHeader } from '@manyview/formats'
import { type OpenFile, openFile } from './open-file.ts'

/** Bytes in which a header always fits. */
const headBytes = 1 << 16

/** A view in an NPY file, read in blocks. */
export interface BlockedNpy extends BlockedView {
  /** Closes the file. */
  close(): void
}

/**
 * A matrix of numbers in an NPY file as a view that is read in blocks and never held whole: all number types, both orders; `axis` says where the samples are, by default in rows.
 * Where samples do not lie together in the file, every feature is read by itself.
 */
export function blockedNpy(path: string, axis: 'rows' | 'columns' = 'rows'): BlockedNpy {
  const file = openFile(path)
  try {
    return viewOf(file, axis)
  } catch (error) {
    file.close()
    throw error
  }
}

function viewOf(file: OpenFile, axis: 'rows' | 'columns'): BlockedNpy {
  const head = new Uint8Array(Math.min(headBytes, file.byteLength))
  file.read(head, 0)
  const { descr, fortran, shape, begin } = readNpyHeader(file.path, head)
  const fail = (problem: string): never => {
    throw new InputError(problem, { code: 'bad-file', argument: file.path })
  }
  const numbers = npyNumbers(descr)
  if (shape.length !== 2 || !numbers)
    return fail(`holds no matrix of numbers (${shape.join('×') || 'one value'}, ${descr}), which blocks can be read of`)
  const [rows, columns] = shape
  const { format, littleEndian } = numbers
  const width = numberBytes(format)
  if (begin + rows * columns * width > file.byteLength)
    fail(
      `declares ${rows}×${columns} values of ${width} bytes but ${file.byteLength - begin} bytes are there, get the file again`,
    )
  const [samples, features] = axis === 'rows' ? [rows, columns] : [columns, rows]
  const together = fortran === (axis === 'columns')
  const asTheyAre = format === 'f8' && littleEndian
  let room = new Uint8Array(0)
  const bytesAt = (count: number, place: number) => {
    if (room.length < count * width) room = new Uint8Array(count * width)
    const bytes = room.subarray(0, count * width)
    file.read(bytes, begin + place * width)
    return bytes
  }
  return {
    samples,
    features,
    close: () => file.close(),
    readRows(first, last, to) {
      const count = (last - first) * features
      if (together && asTheyAre)
        file.read(new Uint8Array(to.buffer, to.byteOffset, 8 * count), begin + 8 * first * features)
      else if (together) to.set(decodeNumbers(bytesAt(count, first * features), format, littleEndian))
      else
        for (let j = 0; j < features; j++) {
          const values = decodeNumbers(bytesAt(last - first, j * samples + first), format, littleEndian)
          for (let i = 0; i < values.length; i++) to[i * features + j] = values[i]
        }
    },
  }
}
