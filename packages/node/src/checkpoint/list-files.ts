import type { SparseMatrix } from '@manyview/core'
import { readDoubles, writeSynced } from './double-files.ts'

/** Writes rows of a sparse matrix, at once: how many entries each has, then all columns, then all values, 16 bytes an entry. */
export function writeLists(path: string, { rows, pointers, indices, values }: SparseMatrix): void {
  const lengths = Float64Array.from({ length: rows }, (_, i) => pointers[i + 1] - pointers[i])
  writeSynced(path, lengths, Float64Array.from(indices), values)
}

/** Rows begin … end − 1 of a sparse matrix whose rows are in several files one after the other. */
export function readLists(
  parts: readonly { file: string; begin: number; end: number }[],
  columns: number,
  begin: number,
  end: number,
): SparseMatrix {
  const pieces = parts
    .filter((part) => Math.max(begin, part.begin) < Math.min(end, part.end))
    .map((part) => readPart(part, Math.max(begin, part.begin), Math.min(end, part.end)))
  const pointers = new Uint32Array(end - begin + 1)
  let row = 0
  for (const { lengths } of pieces)
    for (const length of lengths) {
      pointers[row + 1] = pointers[row] + length
      row++
    }
  const indices = new Uint32Array(pointers[row])
  const values = new Float64Array(pointers[row])
  let at = 0
  for (const piece of pieces) {
    indices.set(piece.indices, at)
    values.set(piece.values, at)
    at += piece.values.length
  }
  return { rows: end - begin, columns, values, indices, pointers }
}

function readPart({ file, begin, end }: { file: string; begin: number; end: number }, from: number, to: number) {
  const all = new Float64Array(end - begin)
  readDoubles(file, 0, all)
  const sum = (lengths: Float64Array) => lengths.reduce((total, length) => total + length, 0)
  const lengths = all.subarray(from - begin, to - begin)
  const [before, count] = [sum(all.subarray(0, from - begin)), sum(lengths)]
  const indices = new Float64Array(count)
  const values = new Float64Array(count)
  readDoubles(file, all.length + before, indices)
  readDoubles(file, all.length + sum(all) + before, values)
  return { lengths, indices, values }
}
