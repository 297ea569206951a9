import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'

/** What a message describes. */
export const messageKinds = { schema: 1, dictionary: 2, batch: 3 } as const

/** One message: its description, and where its data begin and how many bytes they are. */
export interface ArrowMessage {
  kind: number
  header: FlatTable
  body: { begin: number; length: number }
}

const magic = 'ARROW1'
/** Behind the footer: its length and the magic word. */
const tailBytes = 10
const nothing = { begin: 0, length: 0 }

/** The messages of Arrow IPC: those that the footer of a file lists, or those of a stream one after the other. Only descriptions are read. */
export async function* arrowMessages(source: ByteSource): AsyncGenerator<ArrowMessage, void> {
  const isFile = latin(await source.slice(0, magic.length)) === magic
  yield* isFile ? listedMessages(source) : streamedMessages(source)
}

async function* listedMessages(source: ByteSource): AsyncGenerator<ArrowMessage, void> {
  const end = source.byteLength - tailBytes
  const tail = await source.slice(Math.max(0, end))
  if (end < 0 || latin(tail.subarray(4)) !== magic) throw badFile(source.name, 'has lost its end, get the file again')
  const length = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true)
  if (length > end) throw tooLong(source.name, 'a footer', length, end)
  const footer = FlatTable.root(await source.slice(end - length, end))
  const schema = footer.table(1)
  if (schema) yield { kind: messageKinds.schema, header: schema, body: nothing }
  // A list that names a place twice would make much out of little.
  for (const places of [footer.blocks(2), footer.blocks(3)]) {
    let free = 0
    for (const at of places) {
      if (!(at >= free)) throw badFile(source.name, 'lists parts that overlap, get the file again')
      const message = await messageAt(source, at)
      if (!message) continue
      yield message
      free = message.body.begin + message.body.length
    }
  }
}

async function* streamedMessages(source: ByteSource): AsyncGenerator<ArrowMessage, void> {
  for (let at = 0; at + 8 <= source.byteLength; ) {
    const message = await messageAt(source, at)
    if (!message) return
    yield message
    at = message.body.begin + message.body.length
  }
}

/** The message at a place: a mark, the length of the description, the description, the data; null at the end of a stream. */
async function messageAt(source: ByteSource, at: number): Promise<ArrowMessage | null> {
  const head = await source.slice(at, at + 8)
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.length < 8 || view.getUint32(0, true) !== 0xffffffff)
    throw badFile(source.name, 'is a damaged Arrow file, or one from before version 0.15, get the file again')
  const length = view.getUint32(4, true)
  if (length === 0) return null
  const begin = at + 8 + length
  if (begin > source.byteLength) throw tooLong(source.name, 'a message', length, source.byteLength - at - 8)
  const message = FlatTable.root(await source.slice(at + 8, begin))
  const bodyLength = message.long(3)
  if (!(bodyLength >= 0 && bodyLength <= source.byteLength - begin))
    throw tooLong(source.name, 'data', bodyLength, source.byteLength - begin)
  const header = message.table(2)
  if (!header) throw badFile(source.name, 'has a message without a description, get the file again')
  return { kind: message.byte(1), header, body: { begin, length: bodyLength } }
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

function tooLong(file: string, what: string, length: number, left: number) {
  return badFile(file, `declares ${what} of ${length} bytes but ${left} are left, get the file again`)
}

/** A table of a FlatBuffers message: fields are found through its list of offsets. A read outside of the bytes throws a RangeError. */
export class FlatTable {
  private readonly view: DataView
  private readonly at: number

  constructor(view: DataView, at: number) {
    this.view = view
    this.at = at
  }

  /** The table that a message begins with. */
  static root(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return new FlatTable(view, view.getUint32(0, true))
  }

  /** Where field number `slot` is, or 0 when it is not there. */
  private place(slot: number): number {
    const offsets = this.at - this.view.getInt32(this.at, true)
    const size = this.view.getUint16(offsets, true)
    const entry = 4 + 2 * slot
    const offset = entry + 2 <= size ? this.view.getUint16(offsets + entry, true) : 0
    return offset === 0 ? 0 : this.at + offset
  }

  byte(slot: number, otherwise = 0): number {
    const at = this.place(slot)
    return at ? this.view.getUint8(at) : otherwise
  }

  short(slot: number, otherwise = 0): number {
    const at = this.place(slot)
    return at ? this.view.getInt16(at, true) : otherwise
  }

  integer(slot: number, otherwise = 0): number {
    const at = this.place(slot)
    return at ? this.view.getInt32(at, true) : otherwise
  }

  long(slot: number, otherwise = 0): number {
    const at = this.place(slot)
    return at ? readLong(this.view, at) : otherwise
  }

  table(slot: number): FlatTable | null {
    const at = this.place(slot)
    return at ? new FlatTable(this.view, at + this.view.getUint32(at, true)) : null
  }

  text(slot: number): string {
    const at = this.place(slot)
    if (!at) return ''
    const begin = at + this.view.getUint32(at, true)
    const length = this.view.getUint32(begin, true)
    return new TextDecoder().decode(new Uint8Array(this.view.buffer, this.view.byteOffset + begin + 4, length))
  }

  tables(slot: number): FlatTable[] {
    return this.items(slot, 4, (at) => new FlatTable(this.view, at + this.view.getUint32(at, true)))
  }

  longs(slot: number): number[] {
    return this.items(slot, 8, (at) => readLong(this.view, at))
  }

  /** Pairs of 64-bit integers. */
  pairs(slot: number): [number, number][] {
    return this.items(slot, 16, (at) => [readLong(this.view, at), readLong(this.view, at + 8)])
  }

  /** Where the parts of a file begin that its footer lists (offset, length of the description, length of the data). */
  blocks(slot: number): number[] {
    return this.items(slot, 24, (at) => readLong(this.view, at))
  }

  private items<T>(slot: number, size: number, read: (at: number) => T): T[] {
    const at = this.place(slot)
    if (!at) return []
    const begin = at + this.view.getUint32(at, true)
    const count = this.view.getUint32(begin, true)
    if (count * size > this.view.byteLength - begin - 4) throw new RangeError('a list is longer than the message')
    return Array.from({ length: count }, (_, i) => read(begin + 4 + i * size))
  }
}

function readLong(view: DataView, at: number): number {
  return view.getUint32(at, true) + 2 ** 32 * view.getInt32(at + 4, true)
}
