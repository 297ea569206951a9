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
