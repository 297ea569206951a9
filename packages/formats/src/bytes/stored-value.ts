import type { Share } from '@manyview/core/runtime'
import { badFile } from './bad-file.ts'

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
interface RecordValue {
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

/** Checks that starts rise from 0 to the number of entries and that indices lie within the shape; gives the value without what stands behind the last entry. */
export function checkSparse(file: string, value: SparseValue): SparseValue {
  const { shape, order, values, indices, pointers } = value
  const lines = order === 'columns' ? shape[1] : shape[0]
  const across = order === 'columns' ? shape[0] : shape[1]
  const bad = (message: string) => badFile(file, `holds a sparse matrix that ${message}, get the file again`)
  if (!(Number.isInteger(lines) && lines >= 0 && across >= 0) || pointers.length !== lines + 1)
    throw bad(`has ${pointers.length} starts for ${lines} ${order}`)
  const count = pointers[lines]
  if (pointers[0] !== 0 || !(count <= Math.min(indices.length, values.length)))
    throw bad(`declares ${count} entries but holds ${Math.min(indices.length, values.length)}`)
  for (let i = 0; i < lines; i++)
    if (!(pointers[i] <= pointers[i + 1] && Number.isInteger(pointers[i + 1])))
      throw bad(`ends number ${i + 1} of its ${order} before it begins`)
  for (let p = 0; p < count; p++)
    if (!(indices[p] >= 0 && indices[p] < across && Number.isInteger(indices[p])))
      throw bad(`has an entry at ${indices[p]} of ${across}`)
  return { ...value, values: values.subarray(0, count), indices: indices.subarray(0, count) }
}
