import { badFile } from '../bytes/bad-file.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { decodeZstd } from '../bytes/decode-zstd.ts'
import { guardLibrary } from '../bytes/guard-library.ts'
import { MemoryBudget } from '../bytes/memory-budget.ts'
import { buildTable, type RawColumn } from '../table/build-table.ts'
import type { Table } from '../table/table.ts'
import { type FlatVectors, isFlat } from '../table/vector-column.ts'
import { ArrowBatch, type BatchValues, type Decompress } from './arrow-batch.ts'
import { type ArrowField, readFields } from './arrow-field.ts'
import { decodeLz4Frame } from './decode-lz4-frame.ts'
import { FlatTable } from './flat-table.ts'

const messageKinds = { schema: 1, dictionary: 2, batch: 3 } as const

/**
 * Reads Arrow IPC (file or stream) and Feather version 2, plain or compressed with LZ4 or zstd: numbers, truth values, text, dictionaries and
 * lists of numbers. Our own reader: the library we tried believes the lengths that a damaged file declares. Source: Arrow columnar format 1.5.
 */
export async function readArrow(source: ByteSource, keepText: (name: string) => boolean): Promise<Table> {
  return guardLibrary(source.name, 'Arrow', async () => {
    const bytes = await source.slice(0)
    const isFile = String.fromCharCode(...bytes.subarray(0, 6)) === 'ARROW1'
    if (isFile && String.fromCharCode(...bytes.subarray(-6)) !== 'ARROW1')
      throw badFile(source.name, 'has lost its end, get the file again')
    const decompress = await decoder(source)
    const dictionaries = new Map<number, BatchValues>()
    let fields: ArrowField[] | undefined
    let rows = 0
    const parts: (BatchValues | FlatVectors)[][] = []
    for (const { kind, header, body } of messages(source.name, bytes, isFile ? 8 : 0)) {
      if (kind === messageKinds.schema) fields ??= readFields(source.name, header)
      else if (!fields) throw badFile(source.name, 'has data before its schema, get the file again')
      else if (kind === messageKinds.dictionary) readDictionary(header, body, fields)
      else if (kind === messageKinds.batch) {
        const batch = new ArrowBatch(source.name, header, body, dictionaries, decompress)
        parts.push(fields.map((field) => batch.readColumn(field)))
        rows += batch.rows
      }
    }
    if (!fields) throw badFile(source.name, 'has no schema, get the file again')
    const columns = fields.flatMap(({ name }, j): RawColumn[] => {
      const own = parts.map((part) => part[j]).filter((values): values is Part => values !== null)
      return own.length < parts.length ? [] : [{ name, values: joinParts(own) }]
    })
    return buildTable(source, columns.length > 0 ? rows : 0, columns, keepText)

    function readDictionary(header: FlatTable, body: Uint8Array, known: ArrowField[]): void {
      const id = header.long(0)
      const field = findDictionary(known, id)
      const data = header.table(1)
      if (!field || !data) throw badFile(source.name, `has a dictionary ${id} that no column uses, get the file again`)
      const batch = new ArrowBatch(source.name, data, body, dictionaries, decompress)
      const values = batch.read({ ...field, dictionary: undefined }, batch.rows)
      const earlier = header.byte(2) ? dictionaries.get(id) : null
      dictionaries.set(id, earlier && values ? [...Array.from(earlier), ...Array.from(values)] : values)
    }
  })
}

/** The messages of a stream one after the other: a mark, the length of the description, the description, the data. */
function* messages(file: string, bytes: Uint8Array, begin: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = begin; at + 8 <= bytes.length; ) {
    if (view.getUint32(at, true) !== 0xffffffff)
      throw badFile(file, 'is a damaged Arrow file, or one from before version 0.15, get the file again')
    const length = view.getUint32(at + 4, true)
    if (length === 0) return
    if (length > bytes.length - at - 8)
      throw badFile(
        file,
        `declares a message of ${length} bytes but ${bytes.length - at - 8} are left, get the file again`,
      )
    const message = FlatTable.root(bytes.subarray(at + 8, at + 8 + length))
    const bodyLength = message.long(3)
    const bodyAt = at + 8 + length
    if (!(bodyLength >= 0 && bodyLength <= bytes.length - bodyAt))
      throw badFile(
        file,
        `declares ${bodyLength} bytes of data but ${bytes.length - bodyAt} are left, get the file again`,
      )
    const header = message.table(2)
    if (header) yield { kind: message.byte(1), header, body: bytes.subarray(bodyAt, bodyAt + bodyLength) }
    at = bodyAt + bodyLength
  }
}

type Part = NonNullable<BatchValues> | FlatVectors

/** The values of all batches; vectors stay side by side where they are so in each. */
function joinParts(parts: Part[]): RawColumn['values'] {
  const [first] = parts
  if (parts.length === 1) return first
  const flat = parts.filter(isFlat)
  if (flat.length < parts.length || flat.some(({ width }) => width !== flat[0].width)) return parts.flatMap(rowsOf)
  const total = flat.reduce((sum, { data }) => sum + data.length, 0)
  const data = flat[0].data instanceof Float32Array ? new Float32Array(total) : new Float64Array(total)
  let at = 0
  for (const part of flat) {
    data.set(part.data, at)
    at += part.data.length
  }
  return { width: flat[0].width, data }
}

function rowsOf(part: Part): unknown[] {
  if (!isFlat(part)) return Array.from<unknown>(part)
  const { width, data } = part
  return Array.from({ length: data.length / width }, (_, i) => data.subarray(i * width, (i + 1) * width))
}

function findDictionary(fields: ArrowField[], id: number): ArrowField | undefined {
  for (const field of fields) {
    if (field.dictionary === id) return field
    const inner = findDictionary(field.children, id)
    if (inner) return inner
  }
  return undefined
}

async function decoder(source: ByteSource): Promise<Decompress> {
  const budget = new MemoryBudget(source)
  const { compressors } = await import('hyparquet-compressors')
  return (codec, bytes, size) => {
    budget.claim(size, 'a compressed column')
    if (codec === 0) return decodeLz4Frame(source.name, bytes, size)
    if (codec === 1)
      return decodeZstd(source.name, bytes, size, budget.limit, (packed) => compressors.ZSTD!(packed, size))
    throw badFile(source.name, `is compressed with Arrow codec ${codec}, which is not read, save it with LZ4 or zstd`)
  }
}
