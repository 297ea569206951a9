import { badFile } from '../../bytes/bad-file.ts'
import { decodeNumbers, type NumberFormat } from '../../bytes/decode-numbers.ts'
import { withoutPadding } from '../../bytes/decode-text.ts'
import type { NumberArray } from '../../bytes/stored-value.ts'

/** Type codes of data elements that we name; the numeric ones are in `elementFormats`. */
export const elementTypes = { matrix: 14, compressed: 15, utf8: 16, utf16: 17, utf32: 18 } as const

/** How the numbers of an element are stored, by its type. */
const elementFormats: Record<number, NumberFormat> = {
  1: 'i1',
  2: 'u1',
  3: 'i2',
  4: 'u2',
  5: 'i4',
  6: 'u4',
  7: 'f4',
  9: 'f8',
  12: 'i8',
  13: 'u8',
  16: 'u1',
  17: 'u2',
  18: 'u4',
}

/** One data element: its type and the bytes it holds. */
export interface Mat5Element {
  type: number
  bytes: Uint8Array
}

/** Reads data elements one after the other, never past the end of the bytes it was given. */
export class Mat5Cursor {
  readonly file: string
  readonly littleEndian: boolean
  private readonly bytes: Uint8Array
  private readonly view: DataView
  private at = 0

  constructor(file: string, bytes: Uint8Array, littleEndian: boolean) {
    this.file = file
    this.bytes = bytes
    this.littleEndian = littleEndian
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Bytes not yet read. */
  get left(): number {
    return this.bytes.length - this.at
  }

  /** The next element; short ones stand within their tag. */
  next(what: string): Mat5Element {
    if (this.left < 8) throw badFile(this.file, `ends before ${what} (${this.left} bytes left), get the file again`)
    const first = this.view.getUint32(this.at, this.littleEndian)
    const small = first >>> 16
    if (small > 4)
      throw badFile(this.file, `${what} has a small element of ${small} bytes (at most 4), get the file again`)
    if (small > 0) {
      this.at += 8
      return { type: first & 0xffff, bytes: this.bytes.subarray(this.at - 4, this.at - 4 + small) }
    }
    const length = this.view.getUint32(this.at + 4, this.littleEndian)
    const begin = this.at + 8
    const left = this.bytes.length - begin
    if (length > left)
      throw badFile(this.file, `${what} declares ${length} bytes but ${left} are left, get the file again`, {
        declared: length,
        left,
      })
    this.at = Math.min(begin + Math.ceil(length / 8) * 8, this.bytes.length)
    return { type: first, bytes: this.bytes.subarray(begin, begin + length) }
  }

  /** The numbers of the next element. */
  numbers(what: string): NumberArray {
    const { type, bytes } = this.next(what)
    const format = elementFormats[type]
    if (!format) throw badFile(this.file, `${what} has type ${type}, which holds no numbers, get the file again`)
    return decodeNumbers(bytes, format, this.littleEndian)
  }

  /** The next element as text, without the zeros that fill it up. */
  text(what: string): string {
    return withoutPadding(String.fromCharCode(...this.numbers(what).subarray(0, 4096)))
  }
}
