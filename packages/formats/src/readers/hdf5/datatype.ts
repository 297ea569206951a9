import type { NumberFormat } from '../../bytes/decode-numbers.ts'
import type { FieldReader } from './bytes.ts'

/** What one element of a dataset is. */
export type Hdf5Type =
  | { kind: 'number'; size: number; format: NumberFormat; littleEndian: boolean }
  | { kind: 'text'; size: number }
  | { kind: 'long-text'; size: number }
  | { kind: 'reference'; size: number }
  | { kind: 'other'; size: number; what: string }

const classNames = [
  '',
  '',
  'times',
  '',
  'bit fields',
  'opaque bytes',
  'compound records',
  '',
  '',
  'lists of varying length',
  'arrays',
]

/** Reads a datatype message. Enumerations (booleans among them) are read as their numbers. */
export function readDatatype(fields: FieldReader, depth = 0): Hdf5Type {
  const typeClass = fields.u8() & 15
  const bits = fields.u8()
  const signPlace = fields.u8()
  fields.skip(1)
  const size = fields.u32()
  if (typeClass === 0 || typeClass === 1) {
    const isStandard = typeClass === 0 ? readInteger(fields, size) : readFloat(fields, size, bits, signPlace)
    const letter = typeClass === 1 ? 'f' : bits & 8 ? 'i' : 'u'
    if (isStandard)
      return { kind: 'number', size, format: `${letter}${size}` as NumberFormat, littleEndian: (bits & 1) === 0 }
  }
  if (typeClass === 2) checkTime(fields, size)
  if (typeClass === 9 && size !== 8 + fields.offsetSize)
    throw fields.damaged(`lists of varying length in ${size} bytes`)
  if (typeClass === 3 && ((bits & 15) > 2 || bits > 0x1f)) throw fields.damaged(`text of an unknown kind`)
  if (typeClass === 3 && size > 0) return { kind: 'text', size }
  if (typeClass === 7 && bits === 0 && size !== fields.offsetSize) throw fields.damaged(`references in ${size} bytes`)
  if (typeClass === 7 && (bits & 15) === 0) return { kind: 'reference', size }
  if (typeClass === 8 && depth === 0) {
    const base = readDatatype(fields, 1)
    if (base.kind !== 'number' || base.size !== size)
      throw fields.damaged(`an enumeration of ${size} bytes without whole numbers of that size`)
    return base
  }
  if (typeClass === 9 && (bits & 15) === 1) return { kind: 'long-text', size }
  return { kind: 'other', size: Math.max(1, size), what: classNames[typeClass] || `numbers of ${size} bytes` }
}

/** Reads which bits of an integer are used; true where it is one of 8, 16, 32 or 64 bits. */
function readInteger(fields: FieldReader, size: number): boolean {
  const { first, bits } = readBits(fields, size)
  const isUsual = [1, 2, 4, 8].includes(size)
  if (!isUsual && size > Math.ceil((first + bits) / 8)) throw fields.damaged(`numbers of ${bits} bits in ${size} bytes`)
  return isUsual && first === 0 && bits === 8 * size
}

/** The first bit that a number uses, and how many it uses. */
function readBits(fields: FieldReader, size: number): { first: number; bits: number } {
  const first = fields.u16()
  const bits = fields.u16()
  if (bits === 0 || first + bits > 8 * size) throw fields.damaged(`numbers of ${bits} bits in ${size} bytes`)
  return { first, bits }
}

function checkTime(fields: FieldReader, size: number): void {
  const bits = fields.u16()
  if (bits === 0 || bits > 8 * size) throw fields.damaged(`times of ${bits} bits in ${size} bytes`)
}

/** Bits of the exponent in IEEE 754, by the size of the number. */
const exponents = new Map([
  [2, 5],
  [4, 8],
  [8, 11],
])

/** Reads which bits of a floating-point number mean what; true where they are those of IEEE 754. */
function readFloat(fields: FieldReader, size: number, order: number, signPlace: number): boolean {
  const { first, bits } = readBits(fields, size)
  const exponentPlace = fields.u8()
  const exponentBits = fields.u8()
  const mantissaPlace = fields.u8()
  const mantissaBits = fields.u8()
  const bias = fields.u32()
  // The numbers of a VAX have another order and another bias.
  const isVax = (order & 0x40) !== 0
  // Only the 80 bits of Intel's long numbers lie in more bytes than they need.
  const isFilled = bits === 80 ? size <= 16 : size === Math.ceil(bits / 8)
  if (!isFilled || exponentBits + mantissaBits + 1 !== bits || !(isVax || bias === 2 ** (exponentBits - 1) - 1))
    throw fields.damaged(`numbers of ${size} bytes whose parts do not fit together`)
  const isInOrder = mantissaPlace === 0 && exponentPlace === mantissaBits && signPlace === 8 * size - 1
  return !isVax && first === 0 && bits === 8 * size && isInOrder && exponentBits === exponents.get(size)
}

/** Lengths of an array: as they are, and as large as they may get (Infinity: without limit). */
export interface Dataspace {
  shape: number[]
  maxShape: number[]
}

/** Reads a dataspace message: the lengths of all dimensions, none for a single value. */
export function readDataspace(fields: FieldReader): Dataspace {
  const version = fields.u8()
  const rank = Math.min(fields.u8(), 32)
  const hasLargest = (fields.u8() & 1) !== 0
  const isNull = version === 2 && fields.u8() === 2
  fields.at = version === 1 ? 8 : 4
  const lengths = () => Array.from({ length: rank }, () => fields.length())
  const shape = lengths()
  if (isNull) return { shape: [0], maxShape: [0] }
  // All ones means without limit; as a double that is beyond every length.
  const largest = hasLargest ? lengths().map((length) => (length > 2 ** 53 ? Number.POSITIVE_INFINITY : length)) : shape
  return { shape, maxShape: largest.map((length, d) => Math.max(length, shape[d])) }
}
