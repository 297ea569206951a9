import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { lookup3 } from '../../bytes/checksums.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'

/** The address of what was never written: all ones in the file. */
export const none = Number.POSITIVE_INFINITY

/** Little-endian fields one after the other; every read is checked against the bytes that are there. */
export class FieldReader {
  at = 0
  readonly bytes: Uint8Array
  private readonly view: DataView
  private readonly file: string
  readonly offsetSize: number
  private readonly lengthSize: number

  constructor(file: string, bytes: Uint8Array, offsetSize = 8, lengthSize = 8) {
    this.file = file
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.offsetSize = offsetSize
    this.lengthSize = lengthSize
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  /** Moves on by `count` bytes and gives where they begin. */
  skip(count: number): number {
    if (!(count >= 0 && count <= this.left))
      throw badFile(this.file, `is damaged: ${count} bytes wanted where ${this.left} are left, get the file again`)
    this.at += count
    return this.at - count
  }

  /** The error for fields that contradict each other. */
  damaged(what: string) {
    return badFile(this.file, `has ${what}, get the file again`)
  }

  take(count: number): Uint8Array {
    const begin = this.skip(count)
    return this.bytes.subarray(begin, begin + count)
  }

  u8 = () => this.view.getUint8(this.skip(1))
  u16 = () => this.view.getUint16(this.skip(2), true)
  u32 = () => this.view.getUint32(this.skip(4), true)

  /** An unsigned integer of any number of bytes; beyond 2⁵³ it is rounded, which no file reaches. */
  unsigned(size: number): number {
    const begin = this.skip(size)
    let value = 0
    for (let at = this.at - 1; at >= begin; at--) value = value * 256 + this.bytes[at]
    return value
  }

  /** An address in the file, or `none`. */
  offset(): number {
    const begin = this.at
    const address = this.unsigned(this.offsetSize)
    return this.bytes.subarray(begin, this.at).every((byte) => byte === 255) ? none : address
  }

  length = () => this.unsigned(this.lengthSize)

  expect(signature: string): void {
    const letters = String.fromCharCode(...this.take(signature.length))
    if (letters !== signature) throw badFile(this.file, `is damaged: ${signature} expected, get the file again`)
  }

  /** Text up to the first zero. */
  text(size: number): string {
    const bytes = this.take(size)
    const end = bytes.indexOf(0)
    return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end))
  }
}

const signature = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]
/** Small reads that describe the data; a file that asks for more is going round in circles. */
const mostReads = 200_000

/** The bytes of an HDF5 file, addressed from its superblock (MATLAB puts 512 bytes before it). */
export class Hdf5Bytes {
  readonly name: string
  readonly budget: MemoryBudget
  root = 0
  private readonly source: ByteSource
  private base = 0
  private offsetSize = 8
  private lengthSize = 8
  private reads = 0

  private constructor(source: ByteSource) {
    this.source = source
    this.name = source.name
    this.budget = new MemoryBudget(source)
  }

  static async open(source: ByteSource): Promise<Hdf5Bytes> {
    const file = new Hdf5Bytes(source)
    const base = await findSignature(source)
    if (base < 0) throw badFile(source.name, 'is no HDF5 file, get the file again')
    const fields = new FieldReader(source.name, await source.slice(base, Math.min(base + 128, source.byteLength)))
    fields.skip(8)
    const version = fields.u8()
    if (version > 3) throw badFile(source.name, `has HDF5 superblock version ${version}, save it with an older version`)
    fields.skip(version < 2 ? 4 : 0)
    const offsetSize = fields.u8()
    const lengthSize = fields.u8()
    if (![2, 4, 8].includes(offsetSize) || ![2, 4, 8].includes(lengthSize))
      throw badFile(
        source.name,
        `has addresses of ${offsetSize} and lengths of ${lengthSize} bytes, get the file again`,
      )
    file.base = base
    file.offsetSize = offsetSize
    file.lengthSize = lengthSize
    const places = new FieldReader(source.name, fields.bytes.subarray(fields.at), offsetSize, lengthSize)
    if (version < 2) {
      places.skip(version === 0 ? 9 : 13)
      places.skip(4 * offsetSize)
      places.offset()
      file.root = places.offset()
    } else {
      places.skip(1 + 3 * offsetSize)
      file.root = places.offset()
      file.withoutChecksum(fields.bytes.subarray(0, 16 + 4 * offsetSize))
    }
    return file
  }

  async read(address: number, length: number): Promise<Uint8Array> {
    this.checkPlace(address, length)
    if (++this.reads > mostReads) throw badFile(this.name, 'has too many parts to read, or goes round in circles')
    return this.bytesAt(address, length)
  }

  /** Fails where not all of these bytes lie in the file. */
  checkPlace(address: number, length: number): void {
    const begin = this.base + address
    if (begin + length <= this.source.byteLength) return
    throw badFile(
      this.name,
      `is damaged: ${length} bytes at ${begin} lie outside of its ${this.source.byteLength}, get the file again`,
    )
  }

  /** Bytes whose place is checked already. */
  bytesAt(address: number, length: number): Promise<Uint8Array> {
    return this.source.slice(this.base + address, this.base + address + length)
  }

  /** A reader over `length` bytes from an address, or as many as there are. */
  async fields(address: number, length: number): Promise<FieldReader> {
    const left = this.source.byteLength - this.base - address
    return this.reader(await this.read(address, left > 0 ? Math.min(length, left) : length))
  }

  /** A reader over a piece of metadata of `length` bytes, which begins with its signature and ends with its checksum. */
  async metadata(address: number, length: number, signature: string): Promise<FieldReader> {
    const bytes = await this.read(address, length)
    this.reader(bytes).expect(signature)
    const fields = this.withoutChecksum(bytes)
    fields.skip(signature.length)
    return fields
  }

  /** A reader over the bytes before the checksum that ends them, which must be theirs. */
  withoutChecksum(bytes: Uint8Array): FieldReader {
    if (bytes.length < 4) throw this.wrongChecksum()
    const end = bytes.length - 4
    const stored = new DataView(bytes.buffer, bytes.byteOffset + end, 4).getUint32(0, true)
    if (lookup3(bytes.subarray(0, end)) !== stored) throw this.wrongChecksum()
    return this.reader(bytes.subarray(0, end))
  }

  wrongChecksum() {
    return badFile(this.name, 'has metadata with a wrong checksum, get the file again')
  }

  reader(bytes: Uint8Array): FieldReader {
    return new FieldReader(this.name, bytes, this.offsetSize, this.lengthSize)
  }

  get sizes() {
    return { offset: this.offsetSize, length: this.lengthSize }
  }
}

/** Where the superblock is: at 0, 512, 1024, 2048, …; −1 when nowhere. */
export async function findSignature(source: ByteSource): Promise<number> {
  for (let at = 0; at + 8 <= source.byteLength && at <= 1 << 20; at = at === 0 ? 512 : at * 2) {
    const head = await source.slice(at, at + 8)
    if (signature.every((byte, i) => head[i] === byte)) return at
  }
  return -1
}
