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
  fields.skip(2)
  const size = fields.u32()
  const littleEndian = (bits & 1) === 0
  if (typeClass === 0 && [1, 2, 4, 8].includes(size))
    return { kind: 'number', size, format: `${bits & 8 ? 'i' : 'u'}${size}` as NumberFormat, littleEndian }
  if (typeClass === 1 && [2, 4, 8].includes(size) && (bits & 0x40) === 0)
    return { kind: 'number', size, format: `f${size}` as NumberFormat, littleEndian }
  if (typeClass === 3 && size > 0) return { kind: 'text', size }
  if (typeClass === 7 && (bits & 15) === 0) return { kind: 'reference', size }
  if (typeClass === 8 && depth === 0) return readDatatype(fields, 1)
  if (typeClass === 9 && (bits & 15) === 1) return { kind: 'long-text', size }
  return { kind: 'other', size: Math.max(1, size), what: classNames[typeClass] || `numbers of ${size} bytes` }
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
