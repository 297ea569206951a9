import type { NumberArray } from './stored-value.ts'

/** Storage of one number: float, signed or unsigned integer, and its bytes. */
export type NumberFormat = 'f2' | 'f4' | 'f8' | 'i1' | 'i2' | 'i4' | 'i8' | 'u1' | 'u2' | 'u4' | 'u8'

const arrays = {
  f4: Float32Array,
  f8: Float64Array,
  i1: Int8Array,
  i2: Int16Array,
  i4: Int32Array,
  u1: Uint8Array,
  u2: Uint16Array,
  u4: Uint32Array,
}

/** Bytes of one number. */
export function numberBytes(format: NumberFormat): number {
  return Number(format[1])
}

/**
 * The numbers in `bytes` (a multiple of their size). A view without a copy when the host can read them as they are; 64-bit integers
 * become doubles (exact up to 2⁵³), half precision becomes single.
 */
export function decodeNumbers(bytes: Uint8Array, format: NumberFormat, littleEndian: boolean): NumberArray {
  const size = numberBytes(format)
  const count = Math.floor(bytes.length / size)
  if (format === 'f2' || format === 'i8' || format === 'u8') return decodeWide(bytes, format, count, littleEndian)
  const ArrayType = arrays[format]
  if ((littleEndian || size === 1) && bytes.byteOffset % size === 0)
    return new ArrayType(bytes.buffer as ArrayBuffer, bytes.byteOffset, count)
  // A constructor copies in any case, whereas slice of a Node Buffer would not.
  const copy = new Uint8Array(bytes.subarray(0, count * size))
  if (!littleEndian) reverseEach(copy, size)
  return new ArrayType(copy.buffer, 0, count)
}

function reverseEach(bytes: Uint8Array, size: number): void {
  for (let at = 0; at < bytes.length; at += size)
    for (let low = at, high = at + size - 1; low < high; low++, high--) {
      const held = bytes[low]
      bytes[low] = bytes[high]
      bytes[high] = held
    }
}

function decodeWide(bytes: Uint8Array, format: 'f2' | 'i8' | 'u8', count: number, littleEndian: boolean): NumberArray {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (format === 'f2') {
    const halves = new Float32Array(count)
    for (let i = 0; i < count; i++) halves[i] = fromHalf(view.getUint16(2 * i, littleEndian))
    return halves
  }
  const result = new Float64Array(count)
  const high = littleEndian ? 4 : 0
  for (let i = 0; i < count; i++) {
    const upper =
      format === 'i8' ? view.getInt32(8 * i + high, littleEndian) : view.getUint32(8 * i + high, littleEndian)
    result[i] = upper * 2 ** 32 + view.getUint32(8 * i + 4 - high, littleEndian)
  }
  return result
}

function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
