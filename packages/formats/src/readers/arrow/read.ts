import { badFile, guardLibrary } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'
import { decodeZstd } from '../../bytes/unzstd.ts'
import { type RawColumn, TableBuilder } from '../../table/build-table.ts'
import type { Table } from '../../table/table.ts'
import { type FlatVectors, isFlat } from '../../table/vector-column.ts'
import { ArrowBatch, type BatchValues, type Decompress } from './batch.ts'
import { type ArrowField, readFields, unreadable } from './field.ts'
import { type ArrowMessage, arrowMessages, type FlatTable, messageKinds } from './messages.ts'

/**
 * Reads Arrow IPC (file or stream) and Feather version 2, plain or compressed with LZ4 or zstd: numbers, decimals, truth values, dates, text,
 * dictionaries and lists of numbers. Our own reader: the library we tried believes the lengths that a damaged file declares. Source: Arrow columnar format 1.5.
 */
export async function readArrow(source: ByteSource, keepText: (name: string) => boolean): Promise<Table> {
  return guardLibrary(source.name, 'Arrow', async () => {
    const decompress = await decoder(source)
    let dictionaries = new Map<number, BatchValues>()
    let fields: ArrowField[] | undefined
    const batches: ArrowBatch[] = []
    for await (const { kind, header, body } of arrowMessages(source)) {
      if (kind === messageKinds.schema) fields ??= readFields(source.name, header)
      else if (!fields) throw badFile(source.name, 'has data before its schema, get the file again')
      else if (kind === messageKinds.dictionary) await readDictionary(header, body, fields)
      else if (kind === messageKinds.batch) batches.push(new ArrowBatch(source, header, body, dictionaries, decompress))
    }
    if (!fields) throw badFile(source.name, 'has no schema, get the file again')
    const rows = batches.reduce((sum, batch) => sum + batch.rows, 0)
    const open = fields.filter((field) => unreadable(field) === undefined)
    if (open.length === 0) throw badFile(source.name, 'has no column of numbers or text, give at least one')
    const names = open.map(({ name }) => name)
    const table = new TableBuilder(source, rows, names, keepText)
    // Column after column, so that of the file only one is in memory beside the table.
    for (const field of fields) {
      const parts: Part[] = []
      for (const batch of batches) {
        const values = await batch.readColumn(field)
        if (values) parts.push(values)
      }
      const what = unreadable(field)
      if (what !== undefined) table.leaveOut(field.name, what)
      else if (parts.length < batches.length)
        throw badFile(source.name, `"${field.name.slice(0, 80)}" has lost its dictionary, get the file again`)
      else table.add({ name: field.name, values: joinParts(parts) })
      await source.pause?.()
    }
    return table.finish()

    async function readDictionary(header: FlatTable, body: ArrowMessage['body'], fields: ArrowField[]): Promise<void> {
      const id = header.long(0)
      const field = findDictionary(fields, id)
      const data = header.table(1)
      if (!field || !data) throw badFile(source.name, `has a dictionary ${id} that no column uses, get the file again`)
      const batch = new ArrowBatch(source, data, body, dictionaries, decompress)
      const values = await batch.read({ ...field, dictionary: undefined }, batch.rows)
      const earlier = header.byte(2) ? dictionaries.get(id) : null
      // The batches read so far keep the dictionaries that they came with.
      if (batches.length > 0) dictionaries = new Map(dictionaries)
      dictionaries.set(id, earlier && values ? [...Array.from(earlier), ...Array.from(values)] : values)
    }
  })
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

/** Undoes the LZ4 frame format, in which Arrow and Feather keep compressed columns, to exactly `size` bytes. Checksums are not checked. Source: LZ4 frame format 1.6. */
export function decodeLz4Frame(file: string, bytes: Uint8Array, size: number): Uint8Array {
  const damaged = () => badFile(file, 'has damaged LZ4 data, get the file again')
  if (!(size >= 0 && size <= bytes.length * 256)) throw damaged()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 7 || view.getUint32(0, true) !== 0x184d2204) throw damaged()
  const flags = bytes[4]
  let at = 7 + (flags & 8 ? 8 : 0) + (flags & 1 ? 4 : 0)
  const result = new Uint8Array(size)
  let to = 0
  while (at + 4 <= bytes.length) {
    const head = view.getUint32(at, true)
    at += 4
    if (head === 0) break
    const length = head & 0x7fffffff
    const end = at + length
    if (end > bytes.length) throw damaged()
    if (head >>> 31) {
      if (to + length > size) throw damaged()
      result.set(bytes.subarray(at, end), to)
      to += length
    } else to = decodeBlock(bytes, at, end, result, to, damaged)
    at = end + (flags & 16 ? 4 : 0)
  }
  if (to !== size) throw damaged()
  return result
}

function decodeBlock(
  bytes: Uint8Array,
  begin: number,
  end: number,
  result: Uint8Array,
  start: number,
  damaged: () => Error,
): number {
  let at = begin
  let to = start
  const extended = (length: number) => {
    let total = length
    if (length === 15) for (let more = 255; more === 255 && at < end; ) total += more = bytes[at++]
    return total
  }
  while (at < end) {
    const token = bytes[at++]
    const literals = extended(token >> 4)
    if (at + literals > end || to + literals > result.length) throw damaged()
    result.set(bytes.subarray(at, at + literals), to)
    at += literals
    to += literals
    if (at >= end) return to
    const distance = bytes[at] | (bytes[at + 1] << 8)
    at += 2
    const length = extended(token & 15) + 4
    if (distance === 0 || distance > to || to + length > result.length || at > end) throw damaged()
    for (let i = 0; i < length; i++, to++) result[to] = result[to - distance]
  }
  return to
}
