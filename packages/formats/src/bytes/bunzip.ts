import { badFile } from './bad-file.ts'
import { type ByteSource, bytesSource } from './byte-source.ts'
import { growsTooMuch, unpackedLimit } from './inflate.ts'

const blockMagic = 0x314159265359
const endMagic = 0x177245385090
const groupSymbols = 50

const crcTable = Int32Array.from({ length: 256 }, (_, n) => {
  let value = n << 24
  for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value
})

/** The source that a .bz2 file holds, under its name without `.bz2`; several streams one after the other are one text. Checksums are checked. Source: the format as bzip2 1.0 writes it. */
export async function bunzip(source: ByteSource): Promise<ByteSource> {
  const reader = new BitReader(await source.slice(0), () => bad('it ends early'))
  const bad = (what: string) => badFile(source.name, `is a damaged bzip2 file (${what}), get the file again`)
  const limit = unpackedLimit(source)
  let out = new Uint8Array(Math.min(limit, 4 * source.byteLength + 1024))
  let length = 0
  do {
    let combined = 0
    const level = reader.bits(24) === 0x425a68 ? reader.bits(8) - 48 : 0
    if (!(level >= 1 && level <= 9)) throw bad('no header')
    let magic = reader.bits(24) * 2 ** 24 + reader.bits(24)
    for (; magic === blockMagic; magic = reader.bits(24) * 2 ** 24 + reader.bits(24)) {
      const crc = reader.bits(16) * 65_536 + reader.bits(16)
      const begin = length
      writeBlock(readBlock(reader, 100_000 * level, bad))
      if (checksum(out, begin, length) !== crc) throw bad('a wrong checksum')
      combined = (((combined << 1) | (combined >>> 31)) ^ crc) >>> 0
    }
    if (magic !== endMagic) throw bad('no block')
    if (reader.bits(16) * 65_536 + reader.bits(16) !== combined) throw bad('a wrong checksum of all blocks')
    reader.align()
  } while (reader.bytesLeft >= 4)
  return bytesSource(
    source.name.replace(/\.(bz2?|tbz2?)$/i, (ending) => (/t/i.test(ending) ? '.tar' : '')),
    out.subarray(0, length),
  )

  /** Follows the sorted rotations and undoes runs: four equal bytes are followed by a count of more. */
  function writeBlock({ links, start }: { links: Uint32Array; start: number }): void {
    let place = links.length > 0 ? links[start] >>> 8 : 0
    let [run, last] = [0, -1]
    for (let i = 0; i < links.length; i++) {
      const link = links[place]
      const byte = link & 255
      place = link >>> 8
      if (run === 4) {
        grow(byte)
        out.fill(last, length, length + byte)
        length += byte
        run = 0
        last = -1
        continue
      }
      run = byte === last ? run + 1 : 1
      last = byte
      grow(1)
      out[length++] = byte
    }
  }

  function grow(more: number): void {
    if (length + more <= out.length) return
    if (length + more > limit) throw growsTooMuch(source)
    const larger = new Uint8Array(Math.min(limit, Math.max(length + more, 2 * out.length)))
    larger.set(out)
    out = larger
  }
}

/** One block: for every place of the sorted text its byte and the place of the next one. */
function readBlock(
  reader: BitReader,
  most: number,
  bad: (what: string) => Error,
): { links: Uint32Array; start: number } {
  if (reader.bits(1)) throw bad('a randomised block')
  const start = reader.bits(24)
  const symbols = readSymbols(reader)
  const groups = reader.bits(3)
  const selectors = readSelectors(reader, groups, bad)
  if (symbols.length === 0 || groups < 2) throw bad('no tables')
  const tables = Array.from({ length: groups }, () => new HuffmanTable(reader, symbols.length + 2, bad))
  const links = new Uint32Array(most)
  const counts = new Uint32Array(256)
  const end = symbols.length + 1
  let [length, run, weight] = [0, 0, 1]
  const repeat = () => {
    if (length + run > most) throw bad('a block too long')
    links.fill(symbols[0], length, length + run)
    counts[symbols[0]] += run
    length += run
    run = 0
    weight = 1
  }
  for (let s = 0, group = 0; ; s++) {
    if (s % groupSymbols === 0 && group >= selectors.length) throw bad('too few tables')
    if (s % groupSymbols === 0) group++
    const symbol = tables[selectors[group - 1]].read(reader)
    if (symbol <= 1) {
      run += weight << symbol
      weight *= 2
      if (run > most) throw bad('a run too long')
      continue
    }
    if (run > 0) repeat()
    if (symbol === end) break
    if (length >= most) throw bad('a block too long')
    const byte = symbols[symbol - 1]
    symbols.copyWithin(1, 0, symbol - 1)
    symbols[0] = byte
    counts[byte]++
    links[length++] = byte
  }
  if (start >= length && length > 0) throw bad('a block without a beginning')
  let sum = 0
  for (let byte = 0; byte < 256; byte++) {
    const count = counts[byte]
    counts[byte] = sum
    sum += count
  }
  for (let i = 0; i < length; i++) links[counts[links[i] & 255]++] |= i << 8
  return { links: links.subarray(0, length), start }
}

function readSymbols(reader: BitReader): Uint8Array {
  const used = reader.bits(16)
  const symbols: number[] = []
  for (let row = 0; row < 16; row++) {
    if (!(used & (0x8000 >> row))) continue
    const columns = reader.bits(16)
    for (let column = 0; column < 16; column++) if (columns & (0x8000 >> column)) symbols.push(16 * row + column)
  }
  return Uint8Array.from(symbols)
}

function readSelectors(reader: BitReader, groups: number, bad: (what: string) => Error): Uint8Array {
  const order = [0, 1, 2, 3, 4, 5]
  return Uint8Array.from({ length: reader.bits(15) }, () => {
    let place = 0
    while (reader.bits(1)) if (++place >= groups) throw bad('a table that is not there')
    const [chosen] = order.splice(place, 1)
    order.unshift(chosen)
    return chosen
  })
}

function checksum(bytes: Uint8Array, begin: number, end: number): number {
  let crc = -1
  for (let i = begin; i < end; i++) crc = (crc << 8) ^ crcTable[(crc >>> 24) ^ bytes[i]]
  return ~crc >>> 0
}

const longestCode = 20

/** Bits of bytes, the highest first. */
class BitReader {
  private readonly bytes: Uint8Array
  private readonly ended: () => Error
  private at = 0
  private held = 0
  private count = 0

  constructor(bytes: Uint8Array, ended: () => Error) {
    this.bytes = bytes
    this.ended = ended
  }

  get bytesLeft(): number {
    return this.bytes.length - this.at
  }

  /** The next `wanted` bits, at most 24. */
  bits(wanted: number): number {
    while (this.count < wanted) {
      if (this.at >= this.bytes.length) throw this.ended()
      this.held = ((this.held << 8) | this.bytes[this.at++]) >>> 0
      this.count += 8
    }
    this.count -= wanted
    return (this.held >>> this.count) & ((1 << wanted) - 1)
  }

  /** Goes on at the next whole byte. */
  align(): void {
    this.count = 0
  }
}

/** A canonical Huffman code whose lengths are read from the bits, as bzip2 stores them. */
class HuffmanTable {
  private readonly limits = new Int32Array(longestCode + 2).fill(-1)
  private readonly offsets = new Int32Array(longestCode + 2)
  private readonly symbols: number[] = []
  private readonly bad: (what: string) => Error

  constructor(reader: BitReader, size: number, bad: (what: string) => Error) {
    this.bad = bad
    const lengths: number[] = []
    let length = reader.bits(5)
    for (let s = 0; s < size; s++) {
      while (reader.bits(1)) length += reader.bits(1) ? -1 : 1
      if (!(length >= 1 && length <= longestCode)) throw bad('a code of impossible length')
      lengths.push(length)
    }
    let code = 0
    for (let bits = 1; bits <= longestCode; bits++) {
      this.offsets[bits] = this.symbols.length - code
      lengths.forEach((codeLength, symbol) => {
        if (codeLength !== bits) return
        this.symbols.push(symbol)
        code++
      })
      this.limits[bits] = code - 1
      code <<= 1
    }
  }

  read(reader: BitReader): number {
    let code = 0
    for (let bits = 1; bits <= longestCode; bits++) {
      code = (code << 1) | reader.bits(1)
      if (code <= this.limits[bits]) {
        const symbol = this.symbols[code + this.offsets[bits]]
        if (symbol !== undefined) return symbol
      }
    }
    throw this.bad('a code that is none')
  }
}
