const start = 1024
const states = 12
const matchLowest = 2

/** Probabilities of a tree of `bits` bits. */
function tree(bits: number): Uint16Array<ArrayBuffer> {
  return new Uint16Array(1 << bits).fill(start)
}

/** Lengths of matches: short, middle and long ones. */
class LengthCoder {
  readonly choices = new Uint16Array(2).fill(start)
  readonly low = Array.from({ length: 16 }, () => tree(3))
  readonly middle = Array.from({ length: 16 }, () => tree(3))
  readonly high = tree(8)
}

/** Undoes LZMA2 data chunk after chunk into `out`, which is its dictionary, too. Every place is checked before it is read. Source: the XZ file format 1.1 and Igor Pavlov's LZMA specification. */
export class Lzma2Decoder {
  private readonly bytes: Uint8Array
  private readonly out: Uint8Array
  private readonly bad: (what: string) => Error
  private at: number
  private written: number
  private dictionary: number
  private range = 0
  private code = 0
  private end = 0
  private lc = 0
  private literalMask = 0
  private positionMask = 0
  private state = 0
  private distances = [0, 0, 0, 0]
  private literals = new Uint16Array(0)
  private isMatch = new Uint16Array(0)
  private isRepeat = new Uint16Array(0)
  private repeatKinds: Uint16Array[] = []
  private isLongRepeat = new Uint16Array(0)
  private slots: Uint16Array[] = []
  private special: Uint16Array[] = []
  private align = new Uint16Array(0)
  private lengths = new LengthCoder()
  private repeatLengths = new LengthCoder()

  constructor(bytes: Uint8Array, at: number, out: Uint8Array, written: number, bad: (what: string) => Error) {
    this.bytes = bytes
    this.at = at
    this.out = out
    this.written = written
    this.dictionary = written
    this.bad = bad
  }

  /** Decodes until the end mark; gives where it ends in the packed bytes and in `out`. */
  run(): { at: number; written: number } {
    let ready = false
    for (;;) {
      const control = this.byte()
      if (control === 0) return { at: this.at, written: this.written }
      if (control === 1 || control >= 0xe0) this.dictionary = this.written
      if (control < 0x80) {
        if (control > 2) throw this.bad('an unknown chunk')
        this.copyPlain(this.byte() * 256 + this.byte() + 1)
        continue
      }
      const size = (control & 31) * 65_536 + this.byte() * 256 + this.byte() + 1
      const packed = this.byte() * 256 + this.byte() + 1
      if (control >= 0xc0) this.setProperties(this.byte())
      else if (!ready && control < 0xa0) throw this.bad('a chunk without a beginning')
      if (control >= 0xa0) this.reset()
      ready = true
      this.decode(size, packed)
    }
  }

  private copyPlain(size: number): void {
    if (this.at + size > this.bytes.length || this.written + size > this.out.length) throw this.bad('a chunk too long')
    this.out.set(this.bytes.subarray(this.at, this.at + size), this.written)
    this.at += size
    this.written += size
  }

  private setProperties(byte: number): void {
    const lc = byte % 9
    const lp = Math.floor(byte / 9) % 5
    const pb = Math.floor(byte / 45)
    if (pb > 4 || lc + lp > 4) throw this.bad('impossible properties')
    this.lc = lc
    this.literalMask = (1 << lp) - 1
    this.positionMask = (1 << pb) - 1
    this.literals = new Uint16Array(0x300 << (lc + lp))
  }

  private reset(): void {
    this.state = 0
    this.distances = [0, 0, 0, 0]
    this.literals.fill(start)
    this.isMatch = new Uint16Array(states * 16).fill(start)
    this.isRepeat = new Uint16Array(states).fill(start)
    this.repeatKinds = Array.from({ length: 3 }, () => new Uint16Array(states).fill(start))
    this.isLongRepeat = new Uint16Array(states * 16).fill(start)
    this.slots = Array.from({ length: 4 }, () => tree(6))
    this.special = Array.from({ length: 14 }, (_, slot) => tree(Math.max(1, (slot >> 1) - 1)))
    this.align = tree(4)
    this.lengths = new LengthCoder()
    this.repeatLengths = new LengthCoder()
  }

  private decode(size: number, packed: number): void {
    this.end = this.at + packed
    const stop = this.written + size
    if (this.end > this.bytes.length || stop > this.out.length) throw this.bad('a chunk too long')
    this.byte()
    this.range = 0xffffffff
    this.code = 0
    for (let i = 0; i < 4; i++) this.code = ((this.code << 8) | this.byte()) >>> 0
    while (this.written < stop) {
      const position = (this.written - this.dictionary) & this.positionMask
      if (!this.bit(this.isMatch, this.state * 16 + position)) this.literal()
      else this.copy(this.match(position), stop)
    }
    if (this.at > this.end) throw this.bad('a chunk that ends early')
    this.at = this.end
  }

  private literal(): void {
    const { out, written, lc } = this
    const before = written > this.dictionary ? out[written - 1] : 0
    const context = (((written - this.dictionary) & this.literalMask) << lc) + (before >> (8 - lc))
    const base = 0x300 * context
    let symbol = 1
    if (this.state >= 7) {
      let matched = out[this.source(this.distances[0])]
      while (symbol < 256) {
        const wanted = (matched >> 7) & 1
        matched <<= 1
        const bit = this.bit(this.literals, base + ((1 + wanted) << 8) + symbol)
        symbol = (symbol << 1) | bit
        if (bit !== wanted) break
      }
    }
    while (symbol < 256) symbol = (symbol << 1) | this.bit(this.literals, base + symbol)
    out[this.written++] = symbol
    this.state = this.state < 4 ? 0 : this.state < 10 ? this.state - 3 : this.state - 6
  }

  /** The length of the next match; its distance becomes the first of the last four. */
  private match(position: number): number {
    const { state, distances } = this
    if (!this.bit(this.isRepeat, state)) {
      const length = this.length(this.lengths, position)
      this.distances = [this.distance(length), distances[0], distances[1], distances[2]]
      this.state = state < 7 ? 7 : 10
      return length
    }
    if (!this.bit(this.repeatKinds[0], state)) {
      if (!this.bit(this.isLongRepeat, state * 16 + position)) {
        this.state = state < 7 ? 9 : 11
        return 1
      }
    } else {
      const which = !this.bit(this.repeatKinds[1], state) ? 1 : !this.bit(this.repeatKinds[2], state) ? 2 : 3
      const [chosen] = distances.splice(which, 1)
      distances.unshift(chosen)
    }
    this.state = state < 7 ? 8 : 11
    return this.length(this.repeatLengths, position)
  }

  private copy(length: number, stop: number): void {
    const { out } = this
    let from = this.source(this.distances[0])
    if (this.written + length > stop) throw this.bad('a match too long')
    for (let i = 0; i < length; i++) out[this.written++] = out[from++]
  }

  private source(distance: number): number {
    const from = this.written - distance - 1
    if (!(from >= this.dictionary)) throw this.bad('a match before the beginning')
    return from
  }

  private length(coder: LengthCoder, position: number): number {
    if (!this.bit(coder.choices, 0)) return matchLowest + this.symbol(coder.low[position], 3)
    if (!this.bit(coder.choices, 1)) return matchLowest + 8 + this.symbol(coder.middle[position], 3)
    return matchLowest + 16 + this.symbol(coder.high, 8)
  }

  private distance(length: number): number {
    const slot = this.symbol(this.slots[Math.min(length - matchLowest, 3)], 6)
    if (slot < 4) return slot
    const bits = (slot >> 1) - 1
    const base = (2 | (slot & 1)) * 2 ** bits
    if (slot < 14) return base + this.reversed(this.special[slot], bits)
    return base + this.direct(bits - 4) * 16 + this.reversed(this.align, 4)
  }

  private symbol(probabilities: Uint16Array, bits: number): number {
    let symbol = 1
    for (let i = 0; i < bits; i++) symbol = (symbol << 1) | this.bit(probabilities, symbol)
    return symbol - (1 << bits)
  }

  private reversed(probabilities: Uint16Array, bits: number): number {
    let [symbol, value] = [1, 0]
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(probabilities, symbol)
      symbol = (symbol << 1) | bit
      value |= bit << i
    }
    return value
  }

  private direct(bits: number): number {
    let value = 0
    for (let i = 0; i < bits; i++) {
      this.range = this.range >>> 1
      const bit = this.code >= this.range ? 1 : 0
      if (bit) this.code -= this.range
      value = value * 2 + bit
      this.normalise()
    }
    return value
  }

  private bit(probabilities: Uint16Array, index: number): number {
    const probability = probabilities[index]
    const bound = (this.range >>> 11) * probability
    let bit = 0
    if (this.code < bound) {
      this.range = bound
      probabilities[index] = probability + ((2048 - probability) >> 5)
    } else {
      this.range -= bound
      this.code -= bound
      probabilities[index] = probability - (probability >> 5)
      bit = 1
    }
    this.normalise()
    return bit
  }

  private normalise(): void {
    if (this.range >= 0x1000000) return
    this.range = (this.range << 8) >>> 0
    this.code = ((this.code << 8) | this.byte()) >>> 0
  }

  private byte(): number {
    if (this.at >= this.bytes.length) throw this.bad('it ends early')
    return this.bytes[this.at++]
  }
}
