import { badFile } from '../../bytes/bad-file.ts'
import { cutRuns, type Runs, readRuns } from '../../bytes/read-runs.ts'
import { entries } from '../../bytes/stored-value.ts'
import { type Hdf5Bytes, none } from './bytes.ts'
import { listNewChunks } from './chunk-index.ts'
import { type Chunk, type Filter, listChunks, undoFilters } from './chunks.ts'
import type { Dataspace } from './datatype.ts'

/** Elements begin … end − 1 along one dimension of an array, all along the others. */
export interface Hdf5Part {
  dimension: number
  begin: number
  end: number
}

/** Where the elements of a dataset lie. */
interface Hdf5Storage {
  layout: Uint8Array
  space: Dataspace
  elementBytes: number
  filters: Filter[]
  /** Bytes of an element that was never written; null: zeros. */
  fill: Uint8Array | null
}

/** The bytes of a dataset, or of a part of it: chunks and runs outside of the part are not read, or not kept. */
export async function readStorage(file: Hdf5Bytes, storage: Hdf5Storage, part?: Hdf5Part): Promise<Uint8Array> {
  const { layout, space, elementBytes, filters } = storage
  const { shape, maxShape } = space
  const fields = file.reader(layout)
  const version = fields.u8()
  const total = entries(shape) * elementBytes
  if (!(total <= Number.MAX_SAFE_INTEGER))
    throw badFile(file.name, `declares an array of ${shape.join('×')}, get the file again`)
  if (version < 3 || version > 5)
    throw badFile(
      file.name,
      `keeps data in HDF5 layout version ${version}, which is not read, save it with libver="earliest"`,
    )
  const runs = runsOf(shape, elementBytes, part)
  const layoutClass = fields.u8()
  if (layoutClass === 0) {
    const compact = fields.take(fields.u16())
    if (compact.length < total)
      throw badFile(file.name, `declares ${total} bytes but holds ${compact.length}, get the file again`)
    return cutRuns(compact, runs)
  }
  if (layoutClass === 1) {
    const address = fields.offset()
    if (runs.count * runs.length === 0) return new Uint8Array(0)
    if (address === none) return emptyData(file, runs.count * runs.length, storage.fill)
    file.checkPlace(address, total)
    return readRuns(runs, (begin, length) => file.bytesAt(address + begin, length))
  }
  if (layoutClass !== 2) throw badFile(file.name, 'keeps data in other files, put it into one file')
  if (runs.count * runs.length === 0) return new Uint8Array(0)
  if (version === 3) {
    const rank = fields.u8() - 1
    const address = fields.offset()
    const chunkShape = Array.from({ length: rank }, () => fields.u32())
    checkRank(file, rank, shape, chunkShape)
    return assemble(file, await listChunks(file, address, rank), storage, chunkShape, part)
  }
  const flags = fields.u8()
  const rank = fields.u8() - 1
  const width = fields.u8()
  const chunkShape = Array.from({ length: rank }, () => fields.unsigned(width))
  fields.skip(width)
  checkRank(file, rank, shape, chunkShape)
  const chunkBytes = entries(chunkShape) * elementBytes
  // Only a single chunk says by a flag whether filters were applied.
  const filtered = filters.length > 0 && ((flags & 2) !== 0 || fields.bytes[fields.at] !== 1)
  const chunks = await listNewChunks(file, fields, filtered, { shape, maxShape, chunkShape, chunkBytes })
  if (flags & 1) for (const chunk of chunks) if (isPartial(chunk.origin, shape, chunkShape)) chunk.skipped = -1
  return assemble(file, chunks, storage, chunkShape, part)
}

/** A part of an array that lies in one piece. */
function runsOf(shape: readonly number[], elementBytes: number, part?: Hdf5Part): Runs {
  if (!part) {
    const length = entries(shape) * elementBytes
    return { first: 0, length, stride: length, count: 1 }
  }
  const inner = entries(shape.slice(part.dimension + 1)) * elementBytes
  const [first, length] = [part.begin * inner, (part.end - part.begin) * inner]
  const stride = shape[part.dimension] * inner
  const count = entries(shape.slice(0, part.dimension))
  return count === 1 || length === stride
    ? { first: count === 1 ? first : 0, length: length * count, stride: length * count, count: 1 }
    : { first, length, stride, count }
}

/** True for a chunk that reaches past the array's end. */
function isPartial(origin: number[], shape: number[], chunkShape: number[]): boolean {
  return origin.some((start, d) => start + chunkShape[d] > shape[d])
}

function checkRank(file: Hdf5Bytes, rank: number, shape: number[], chunkShape: number[]): void {
  if (rank !== shape.length || chunkShape.some((length) => !(length > 0)))
    throw badFile(
      file.name,
      `has chunks of ${chunkShape.join('×')} for an array of ${shape.join('×')}, get the file again`,
    )
}

function emptyData(file: Hdf5Bytes, total: number, fill: Uint8Array | null): Uint8Array {
  file.budget.claim(total, 'an array that was never written')
  return filled(total, fill)
}

/** Bytes of elements that were never written. */
function filled(total: number, fill: Uint8Array | null): Uint8Array {
  const bytes = new Uint8Array(total)
  if (!fill) return bytes
  bytes.set(fill.subarray(0, total))
  // Each copy doubles what is there.
  for (let done = fill.length; done < total; done *= 2) bytes.copyWithin(done, 0, Math.min(done, total - done))
  return bytes
}

/** Puts chunks together. Beyond the memory budget the array must be there in full: as many chunks as it needs. */
async function assemble(
  file: Hdf5Bytes,
  chunks: Chunk[],
  { space: { shape }, elementBytes, filters, fill }: Hdf5Storage,
  chunkShape: number[],
  part?: Hdf5Part,
): Promise<Uint8Array> {
  const begin = shape.map((_, d) => (d === part?.dimension ? part.begin : 0))
  const end = shape.map((length, d) => (d === part?.dimension ? part.end : length))
  const whole = entries(shape) * elementBytes
  const total = entries(end.map((last, d) => last - begin[d])) * elementBytes
  const chunkBytes = entries(chunkShape) * elementBytes
  const needed = entries(shape.map((length, d) => Math.ceil(length / chunkShape[d])))
  const possible = chunks.reduce((sum, { length }) => sum + length, 0) * 1032
  const isThere = new Set(chunks.map(({ origin }) => origin.join())).size >= needed && possible >= whole
  if (!(isThere && total <= 2 ** 31)) file.budget.claim(total, `an array of ${shape.join('×')}`)
  if (!file.budget.allows(chunkBytes)) file.budget.claim(chunkBytes, 'a chunk')
  const result = filled(total, fill)
  for (const { origin, address, length, skipped } of chunks) {
    if (origin.some((start, d) => start >= shape[d] || start % chunkShape[d] !== 0))
      throw badFile(file.name, `has a chunk at ${origin.join()} of an array of ${shape.join('×')}, get the file again`)
    if (!filters.length && length !== chunkBytes)
      throw badFile(file.name, `has a chunk of ${length} bytes where ${chunkBytes} are needed, get the file again`)
    if (origin.some((start, d) => start >= end[d] || start + chunkShape[d] <= begin[d])) continue
    const bytes = undoFilters(file, await file.read(address, length), filters, skipped, chunkBytes)
    place(result, bytes, { begin, end }, chunkShape, origin, elementBytes)
  }
  return result
}

/** Copies what a chunk has of the box begin … end − 1, one run of the last dimension after the other. */
function place(
  result: Uint8Array,
  chunk: Uint8Array,
  { begin, end }: { begin: number[]; end: number[] },
  chunkShape: number[],
  origin: number[],
  elementBytes: number,
): void {
  const last = origin.length - 1
  const low = origin.map((start, d) => Math.max(0, begin[d] - start))
  const high = origin.map((start, d) => Math.min(chunkShape[d], end[d] - start))
  const run = (high[last] - low[last]) * elementBytes
  const counter = low.slice(0, last)
  for (;;) {
    let from = 0
    let to = 0
    for (let d = 0; d < last; d++) {
      from = from * chunkShape[d] + counter[d]
      to = to * (end[d] - begin[d]) + origin[d] + counter[d] - begin[d]
    }
    from = (from * chunkShape[last] + low[last]) * elementBytes
    to = (to * (end[last] - begin[last]) + origin[last] + low[last] - begin[last]) * elementBytes
    result.set(chunk.subarray(from, from + run), to)
    let d = last - 1
    while (d >= 0 && ++counter[d] >= high[d]) {
      counter[d] = low[d]
      d--
    }
    if (d < 0) return
  }
}
