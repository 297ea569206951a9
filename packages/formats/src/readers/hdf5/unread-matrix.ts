import type { Share } from '@manyview/core/runtime'
import {
  checkSparse,
  type DenseValue,
  entries,
  type NumberArray,
  type ReadPart,
  type SparseValue,
} from '../../bytes/stored-value.ts'
import type { Hdf5Object } from './object.ts'

/** Entries of a sparse matrix that are looked through at a time. */
const block = 1 << 20

/** A matrix of numbers of which only the shape is read yet; null for a dataset that is no such matrix. MATLAB's (`reversed`) have their dimensions the other way round. */
export function unreadDense(object: Hdf5Object, reversed: boolean): DenseValue | null {
  const { shape: stored, type } = object.describe()
  const shape = reversed ? [...stored].reverse() : stored
  if (type.kind !== 'number' || shape.length < 2 || Math.min(shape[0], entries(shape.slice(1))) < 2) return null
  const order = reversed ? 'columns' : 'rows'
  const readPart: ReadPart = async (axis, { begin, end }) => {
    if (axis === 'columns' && shape.length > 2) return null
    const along = axis === 'rows' ? 0 : 1
    const value = await object.read({ dimension: reversed ? shape.length - 1 - along : along, begin, end })
    const lengths = shape.map((length, d) => (d === along ? end - begin : length))
    return value.type === 'dense' ? { ...value, shape: lengths, order } : null
  }
  return { type: 'dense', shape, order, data: new Float64Array(0), readPart }
}

/** Where a sparse matrix has its entries: the datasets of values and indices, and the starts of its lines. */
interface SparseParts {
  /** Name of the file, for messages. */
  file: string
  shape: readonly [number, number]
  order: SparseValue['order']
  values: Hdf5Object | undefined
  indices: Hdf5Object | undefined
  pointers: NumberArray
}

/** A sparse matrix of which only the starts of its lines are read yet. A part across its lines looks through all entries and keeps its own. */
export function unreadSparse(parts: SparseParts): SparseValue {
  const { shape, order, pointers } = parts
  const readPart: ReadPart = async (axis, share) => {
    const part = axis === order ? await alongLines(parts, share) : await acrossLines(parts, share)
    const { begin, end } = share
    const lengths = shape.map((length, d) => ((d === 0) === (axis === 'rows') ? end - begin : length))
    return checkSparse(parts.file, { type: 'sparse', shape: lengths as [number, number], order, ...part })
  }
  return { type: 'sparse', shape, order, values: new Float64Array(0), indices: new Float64Array(0), pointers, readPart }
}

async function alongLines(parts: SparseParts, { begin, end }: Share) {
  const [first, last] = [parts.pointers[begin], parts.pointers[end]]
  return {
    values: await read(parts.values, first, last),
    indices: await read(parts.indices, first, last),
    pointers: Float64Array.from(parts.pointers.subarray(begin, end + 1), (at) => at - first),
  }
}

async function acrossLines({ pointers, values, indices }: SparseParts, { begin, end }: Share) {
  const lines = pointers.length - 1
  const starts = new Float64Array(lines + 1)
  const entries: { values: number[]; indices: number[] } = { values: [], indices: [] }
  let line = 0
  for (let at = 0; at < pointers[lines]; at += block) {
    const to = Math.min(at + block, pointers[lines])
    const [index, value] = [await read(indices, at, to), await read(values, at, to)]
    for (let p = at; p < to; p++) {
      while (pointers[line + 1] <= p) line++
      if (!(index[p - at] >= begin && index[p - at] < end)) continue
      entries.indices.push(index[p - at] - begin)
      entries.values.push(value[p - at])
      starts[line + 1]++
    }
  }
  for (let i = 0; i < lines; i++) starts[i + 1] += starts[i]
  return { values: Float64Array.from(entries.values), indices: Float64Array.from(entries.indices), pointers: starts }
}

async function read(object: Hdf5Object | undefined, begin: number, end: number): Promise<NumberArray> {
  const value = await object?.read({ dimension: 0, begin, end })
  return value?.type === 'dense' ? value.data : new Float64Array(0)
}
