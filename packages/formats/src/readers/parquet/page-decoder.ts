import type { PageHeader } from 'hyparquet'

/** Levels and numbers of one page; the arrays are used again for the next. */
export interface PageValues {
  repetition: ArrayLike<number>
  /** Null where everything is there. */
  definition: ArrayLike<number> | null
  /** Number i of those that are there. */
  value: (i: number) => number
  /** How many are there. */
  present: number
}

const sizes: Record<string, number> = { INT32: 4, INT64: 8, FLOAT: 4, DOUBLE: 8 }

/** Reads pages of numbers in lists, plain or by dictionary, into arrays that it keeps, so that a large column leaves little to collect. */
export class PageDecoder {
  private readonly type: string
  private readonly highest: number
  private repetition = new Uint32Array(0)
  private definition = new Uint32Array(0)
  private codes = new Uint32Array(0)

  /** `type` is the column's physical type, `highest` its highest definition level. */
  constructor(type: string, highest: number) {
    this.type = type
    this.highest = highest
  }

  /** What a page holds, from its bytes (levels and values unpacked, one after the other); null for an encoding that is left to the library. */
  read(header: PageHeader, bytes: Uint8Array, dictionary: Float64Array | undefined): PageValues | null {
    const first = header.data_page_header
    const second = header.data_page_header_v2
    const facts = first ?? second!
    const count = facts.num_values
    const byCode = facts.encoding === 'PLAIN_DICTIONARY' || facts.encoding === 'RLE_DICTIONARY'
    if (facts.encoding !== 'PLAIN' && !(byCode && dictionary)) return null
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = 0
    const levels = (largest: number, length: number | undefined, into: Uint32Array) => {
      const begin = first ? at + 4 : at
      const end = begin + (first ? view.getUint32(at, true) : (length ?? 0))
      if (end > bytes.length) throw new RangeError(`levels of ${end - begin} bytes in a page of ${bytes.length}`)
      decodeLevels(bytes, begin, end, bitsFor(largest), count, into)
      at = end
    }
    if (this.repetition.length < count) this.repetition = new Uint32Array(count)
    if (this.definition.length < count) this.definition = new Uint32Array(count)
    levels(1, second?.repetition_levels_byte_length, this.repetition)
    levels(this.highest, second?.definition_levels_byte_length, this.definition)
    let present = 0
    for (let i = 0; i < count; i++) if (this.definition[i] === this.highest) present++
    const value = byCode
      ? this.byCode(bytes, at, present, dictionary!)
      : plainNumbers(view, at, this.type, present, bytes.length)
    return { repetition: this.repetition, definition: this.definition, value, present }
  }

  private byCode(bytes: Uint8Array, at: number, present: number, dictionary: Float64Array): (i: number) => number {
    if (this.codes.length < present) this.codes = new Uint32Array(present)
    const { codes } = this
    const bitWidth = present > 0 ? bytes[at] : 0
    if (bitWidth > 32) throw new RangeError(`codes of ${bitWidth} bits`)
    if (bitWidth === 0) codes.fill(0, 0, present)
    else decodeLevels(bytes, at + 1, bytes.length, bitWidth, present, codes)
    for (let i = 0; i < present; i++)
      if (codes[i] >= dictionary.length)
        throw new RangeError(`code ${codes[i]} in a dictionary of ${dictionary.length}`)
    return (i) => dictionary[codes[i]]
  }
}

function plainNumbers(view: DataView, at: number, type: string, present: number, end: number): (i: number) => number {
  const size = sizes[type]
  if (at + present * size > end) throw new RangeError(`${present} numbers of ${size} bytes in ${end - at}`)
  if (type === 'DOUBLE') return (i) => view.getFloat64(at + 8 * i, true)
  if (type === 'FLOAT') return (i) => view.getFloat32(at + 4 * i, true)
  if (type === 'INT32') return (i) => view.getInt32(at + 4 * i, true)
  return (i) => view.getInt32(at + 8 * i + 4, true) * 2 ** 32 + view.getUint32(at + 8 * i, true)
}

function bitsFor(largest: number): number {
  return 32 - Math.clz32(largest)
}

/**
 * Undoes Parquet's mixture of runs and bit-packed groups: `count` unsigned integers of `bitWidth` bits (at most 32) from bytes[begin…end) into `out`.
 * A RangeError where the bytes end too early. Source: Parquet format, RLE/bit-packing hybrid.
 */
export function decodeLevels(
  bytes: Uint8Array,
  begin: number,
  end: number,
  bitWidth: number,
  count: number,
  out: Uint32Array,
): void {
  const fail = () => {
    throw new RangeError(`levels end at byte ${at} of ${end}`)
  }
  const byteWidth = Math.ceil(bitWidth / 8)
  const mask = bitWidth === 32 ? 0xffffffff : (1 << bitWidth) - 1
  let at = begin
  for (let done = 0; done < count; ) {
    let header = 0
    for (let shift = 0; ; shift += 7) {
      if (at >= end || shift > 28) fail()
      const byte = bytes[at++]
      header += (byte & 127) * 2 ** shift
      if (byte < 128) break
    }
    const groups = Math.floor(header / 2)
    if (header % 2 === 0) {
      if (at + byteWidth > end) fail()
      let value = 0
      for (let b = 0; b < byteWidth; b++) value += bytes[at++] * 2 ** (8 * b)
      const next = Math.min(count, done + groups)
      if (groups === 0) fail()
      out.fill(value, done, next)
      done = next
      continue
    }
    const wanted = Math.min(count - done, groups * 8)
    // The last group may leave out the bytes behind its last value.
    if (groups === 0 || at + Math.ceil((wanted * bitWidth) / 8) > end) fail()
    for (let i = 0, bit = 0; i < wanted; i++, bit += bitWidth) {
      const from = at + (bit >> 3)
      const shift = bit & 7
      let word = (bytes[from] | (bytes[from + 1] << 8) | (bytes[from + 2] << 16) | (bytes[from + 3] << 24)) >>> shift
      if (shift + bitWidth > 32) word |= bytes[from + 4] << (32 - shift)
      out[done + i] = word & mask
    }
    done += wanted
    at += groups * bitWidth
  }
}
