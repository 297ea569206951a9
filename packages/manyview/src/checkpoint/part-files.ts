import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import type { SparseMatrix } from '@manyview/core'
import { newSha256 } from '../files/sha256.ts'

const PIECE = 1 << 22

/** Writes the arrays one after the other and waits for the disk; gives the SHA-256 of the file. */
export function writePart(path: string, ...arrays: readonly (Float64Array | Uint8Array)[]): string {
  const hash = newSha256()
  const file = openSync(path, 'w', 0o600)
  try {
    for (const { buffer, byteOffset, byteLength } of arrays) {
      const bytes = new Uint8Array(buffer, byteOffset, byteLength)
      hash.update(bytes)
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}

/** SHA-256 of a file. */
export function checksumOf(path: string): string {
  const hash = newSha256()
  const file = openSync(path, 'r')
  try {
    const piece = new Uint8Array(PIECE)
    for (let bytesRead: number; (bytesRead = readSync(file, piece, 0, PIECE, null)) > 0; )
      hash.update(piece.subarray(0, bytesRead))
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}

/** Doubles `first` … of a file into `target`; false where the file ends before. */
export function readDoubles(path: string, first: number, target: Float64Array): boolean {
  const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength)
  const file = openSync(path, 'r')
  try {
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(file, bytes, done, bytes.length - done, 8 * first + done)
      if (read === 0) return false
      done += read
    }
    return true
  } finally {
    closeSync(file)
  }
}

/** Writes rows of a sparse matrix as doubles: how many entries each row has, then all columns, then all values. Gives the SHA-256 of the file. */
export function writeLists(path: string, { rows, pointers, indices, values }: SparseMatrix): string {
  const lengths = Float64Array.from({ length: rows }, (_, i) => pointers[i + 1] - pointers[i])
  return writePart(path, lengths, Float64Array.from(indices), values)
}

/** Rows begin … end − 1 of a sparse matrix whose rows are in several files one after the other; null where a file does not hold such rows. */
export function readLists(
  parts: readonly { file: string; begin: number; end: number }[],
  columns: number,
  begin: number,
  end: number,
): SparseMatrix | null {
  const pieces = parts
    .filter((part) => Math.max(begin, part.begin) < Math.min(end, part.end))
    .map((part) => readRows(part, Math.max(begin, part.begin), Math.min(end, part.end)))
  const pointers = new Uint32Array(end - begin + 1)
  let row = 0
  for (const piece of pieces) {
    if (!piece || piece.indices.some((j) => !(Number.isInteger(j) && j >= 0 && j < columns))) return null
    for (const length of piece.lengths) {
      pointers[row + 1] = pointers[row] + length
      row++
    }
  }
  const indices = new Uint32Array(pointers[row])
  const values = new Float64Array(pointers[row])
  let at = 0
  for (const piece of pieces) {
    indices.set(piece!.indices, at)
    values.set(piece!.values, at)
    at += piece!.values.length
  }
  return { rows: end - begin, columns, values, indices, pointers }
}

/** Rows from … to − 1 of one file. */
function readRows({ file, begin, end }: { file: string; begin: number; end: number }, from: number, to: number) {
  const all = new Float64Array(end - begin)
  if (!readDoubles(file, 0, all) || all.some((length) => !(Number.isInteger(length) && length >= 0))) return null
  const sum = (lengths: Float64Array) => lengths.reduce((total, length) => total + length, 0)
  const lengths = all.subarray(from - begin, to - begin)
  const [before, count, total] = [sum(all.subarray(0, from - begin)), sum(lengths), sum(all)]
  // Nobody has more links than this; a damaged count must not ask for memory.
  if (total > 2 ** 32) return null
  const indices = new Float64Array(count)
  const values = new Float64Array(count)
  const whole =
    readDoubles(file, all.length + before, indices) && readDoubles(file, all.length + total + before, values)
  return whole ? { lengths, indices, values } : null
}
