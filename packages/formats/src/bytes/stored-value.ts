import type { Share } from '@manyview/core/numerics'

/** Arrays of numbers as files hold them; 64-bit integers become doubles. */
export type NumberArray =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array

/**
 * Reads the samples begin … end − 1 along an axis of a matrix of which only the outline was read, so that its arrays are empty; null where they do not lie along
 * one dimension of the file.
 */
export type ReadPart = (axis: 'rows' | 'columns', part: Share) => Promise<DenseValue | SparseValue | null>

/** Numbers of any shape; `order` says which index runs slowest: `rows` (C, the last index is contiguous) or `columns` (Fortran, MATLAB). */
export interface DenseValue {
  type: 'dense'
  shape: readonly number[]
  order: 'rows' | 'columns'
  data: NumberArray
  readPart?: ReadPart
  /** The NPY file that has the numbers and nothing else, where they were left unread in one. */
  npyPath?: string
}

/** A sparse matrix, compressed along `order`: pointers has one entry a row (or column) and one more. */
export interface SparseValue {
  type: 'sparse'
  shape: readonly [number, number]
  order: 'rows' | 'columns'
  values: NumberArray
  indices: NumberArray
  pointers: NumberArray
  readPart?: ReadPart
}

/** One string, or a list of them where the file holds several. */
export interface TextValue {
  type: 'text'
  values: string[]
}

/** Values in a row, such as a MATLAB cell array. */
export interface ListValue {
  type: 'list'
  items: StoredValue[]
}

/** Named values, such as a MATLAB struct. */
export interface RecordValue {
  type: 'record'
  fields: Map<string, StoredValue>
}

/** Something we do not use, with the reason in words. */
export interface OtherValue {
  type: 'other'
  what: string
}

/** Whatever stands under one name in a file of arrays. */
export type StoredValue = DenseValue | SparseValue | TextValue | ListValue | RecordValue | OtherValue

/** A value with its name. */
export interface Variable {
  name: string
  value: StoredValue
}

/** Number of entries of a shape. */
export function entries(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1)
}
