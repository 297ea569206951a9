import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Matrix, SparseMatrix } from '@manyview/core'
import type { NamedMatrix, PreparedViews } from '@manyview/core/methods'
import { isSparse } from '@manyview/core/numerics'
import { fileProblem } from '../files/file-problem.ts'

interface StoredView {
  name: string
  rows: number
  columns: number
  /** Numbers stored, and, for a sparse view, its pointers; -1 stands for dense. */
  values: number
  /** Marks of the samples that have the view follow its arrays. */
  masked: boolean
}

interface Header {
  samples: number
  views: StoredView[]
}

/** Bytes that are read or written at once. */
const piece = 1 << 26

/**
 * Writes checked samples as they lie in memory, so that many processes can read them fast and without guessing again: length of the header (8 bytes), header (JSON),
 * then the arrays. Gives back the SHA-256 of it all. Temporary: it is of this machine and this version.
 */
export async function writeSampleFile(path: string, { samples, views }: PreparedViews): Promise<string> {
  const header: Header = {
    samples,
    views: views.map(({ name, data, present }) => ({
      name,
      rows: data.rows,
      columns: data.columns,
      values: isSparse(data) ? data.values.length : -1,
      masked: present !== null,
    })),
  }
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  const hash = createHash('sha256')
  try {
    const file = await open(path, 'w')
    try {
      for (const part of [length, text, ...views.flatMap((view) => arraysOf(view).map(bytesOf))])
        for (let start = 0; start < part.length; start += piece) {
          const bytes = part.subarray(start, start + piece)
          hash.update(bytes)
          await file.writeFile(bytes)
        }
    } finally {
      await file.close()
    }
  } catch (error) {
    throw fileProblem(path, error)
  }
  return hash.digest('hex')
}

/** The samples of `writeSampleFile`. */
export async function readSampleFile(path: string): Promise<PreparedViews> {
  const file = await open(path)
  try {
    const length = Buffer.alloc(8)
    await file.read(length, 0, 8, 0)
    const text = Buffer.alloc(Number(length.readBigUInt64LE()))
    await file.read(text, 0, text.length, 8)
    const { samples, views } = JSON.parse(text.toString()) as Header
    let at = 8 + text.length
    const fill = async <A extends StoredArray>(array: A): Promise<A> => {
      const bytes = bytesOf(array)
      for (let done = 0; done < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, done, Math.min(piece, bytes.length - done), at + done)
        if (bytesRead === 0) throw new Error('the file of the samples is cut short')
        done += bytesRead
      }
      at += bytes.length
      return array
    }
    const read = async ({ rows, columns, values }: StoredView): Promise<Matrix | SparseMatrix> => {
      if (values < 0) return { rows, columns, data: await fill(new Float64Array(rows * columns)) }
      return {
        rows,
        columns,
        values: await fill(new Float64Array(values)),
        indices: await fill(new Uint32Array(values)),
        pointers: await fill(new Uint32Array(rows + 1)),
      }
    }
    const named: NamedMatrix[] = []
    for (const view of views) {
      const data = await read(view)
      named.push({ name: view.name, data, present: view.masked ? await fill(new Uint8Array(view.rows)) : null })
    }
    return { samples, views: named, ids: Array.from({ length: samples }, (_, i) => String(i)) }
  } finally {
    await file.close()
  }
}

type StoredArray = Float64Array | Uint32Array | Uint8Array

function arraysOf({ data, present }: NamedMatrix): StoredArray[] {
  const arrays: StoredArray[] = isSparse(data) ? [data.values, data.indices, data.pointers] : [data.data]
  return present ? [...arrays, present] : arrays
}

function bytesOf({ buffer, byteOffset, byteLength }: StoredArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
