import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { FlatTable } from './flat-table.ts'

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
