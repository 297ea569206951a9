import { type Share, share } from 'manyview'
import { badFile } from '../bytes/bad-file.ts'
import { type ByteSource, bytesSource } from '../bytes/byte-source.ts'
import { type NpyHeader, readNpyHeader } from '../npy/read-npy.ts'

const headBytes = 1 << 16

/** The header of an NPY file, of which only the first bytes are read. */
export async function npyHeader(source: ByteSource): Promise<NpyHeader> {
  return readNpyHeader(source.name, await source.slice(0, Math.min(headBytes, source.byteLength)))
}

/** True for a matrix of numbers, whose rows can be read by place. */
export function isNumberMatrix({ descr, shape }: NpyHeader): boolean {
  return shape.length === 2 && /^[<>|=][fiub][1248]$/.test(descr)
}

/** The rows of one rank out of an NPY file as an NPY file of their own in memory; no other rows are read. Columns one by one where the file has Fortran order. */
export async function npyPart(source: ByteSource, size: number, rank: number): Promise<ByteSource> {
  const { descr, fortran, shape, begin } = await npyHeader(source)
  const [rows, columns] = shape
  const width = Number(descr[2])
  if (begin + rows * columns * width > source.byteLength)
    throw badFile(
      source.name,
      `declares ${rows}×${columns} values of ${width} bytes but ${source.byteLength - begin} bytes are there, get the file again`,
    )
  const own = share(rows, size, rank)
  const head = headerOf(descr, fortran, [own.end - own.begin, columns])
  const bytes = new Uint8Array(head.length + (own.end - own.begin) * columns * width)
  bytes.set(head)
  for (const piece of fortran ? columnPieces(own, rows, columns) : [rowPiece(own, columns)])
    await readInto(
      source,
      bytes.subarray(head.length + piece.to * width, head.length + (piece.to + piece.count) * width),
      begin + piece.from * width,
    )
  return bytesSource(source.name, bytes)
}

/** Values `from` … in the file go to place `to` of the part. */
interface Piece {
  from: number
  to: number
  count: number
}

function rowPiece({ begin, end }: Share, columns: number): Piece {
  return { from: begin * columns, to: 0, count: (end - begin) * columns }
}

function columnPieces({ begin, end }: Share, rows: number, columns: number): Piece[] {
  return Array.from({ length: columns }, (_, j) => ({
    from: j * rows + begin,
    to: j * (end - begin),
    count: end - begin,
  }))
}

async function readInto(source: ByteSource, target: Uint8Array, at: number): Promise<void> {
  if (source.readInto) await source.readInto(target, at)
  else target.set(await source.slice(at, at + target.length))
}

function headerOf(descr: string, fortran: boolean, shape: number[]): Uint8Array {
  const text = `{'descr': '${descr}', 'fortran_order': ${fortran ? 'True' : 'False'}, 'shape': (${shape.join(', ')}), }`
  const begin = Math.ceil((10 + text.length + 1) / 64) * 64
  const bytes = new TextEncoder().encode(`0123456789${text.padEnd(begin - 11)}\n`)
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, (begin - 10) & 255, (begin - 10) >> 8])
  return bytes
}
