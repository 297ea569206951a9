const longestCode = 20

/** Bits of bytes, the highest first. */
export class BitReader {
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
export class HuffmanTable {
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
      lengths.forEach((own, symbol) => {
        if (own !== bits) return
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
