import type { BlockedView, DenseView, SparseView } from '@manyview/core'
import type { BlockedSparseView, ShapedView, SparseRows } from '@manyview/core/numerics'
import type { Scratch, ScratchMatrix } from '@manyview/core/runtime'
import type { NumberArray } from '../../bytes/stored-value.ts'
import { type HeldView, isSparseView, samplesAtOnce, samplesFrom } from './take-samples.ts'

/** Takes the samples of a view, part after part in their order, and gives them as one view. */
export interface Keeper {
  put(part: HeldView): void
  done(): ShapedView
}

/** What a view becomes. */
export interface KeptShape {
  samples: number
  features: number
  sparse: boolean
}

/** Keeps a view of this shape in `scratch`; in memory where there is none. */
export function keeper(shape: KeptShape, scratch: Scratch | null): Keeper {
  const { sparse } = shape
  const store = sparse ? sparseKeeper(shape, scratch) : scratch ? blockedKeeper(shape, scratch) : denseKeeper(shape)
  return withMarks(store, shape.samples)
}

/** Copies the samples of a view to `scratch`. */
export function keepInScratch(view: ShapedView, scratch: Scratch): ShapedView {
  const { samples, features } = view
  const store = keeper({ samples, features, sparse: isSparseView(view) }, scratch)
  const step = samplesAtOnce(view)
  for (let begin = 0; begin < samples; begin += step)
    store.put(samplesFrom(view, begin, Math.min(begin + step, samples)))
  return store.done()
}

function denseKeeper({ samples, features }: KeptShape): Keeper {
  let data: NumberArray | null = null
  let row = 0
  return {
    put(part) {
      const values = (part as DenseView).data as NumberArray
      if (part.samples === samples) data = values
      data ??= new (values.constructor as new (length: number) => NumberArray)(samples * features)
      if (data !== values) data.set(values, row * features)
      row += part.samples
    },
    done: () => ({ data: data ?? new Float64Array(0), samples, features }),
  }
}

function blockedKeeper({ samples, features }: KeptShape, scratch: Scratch): Keeper {
  const room = scratch.room(samples, features)
  let row = 0
  return {
    put(part) {
      room.writeRows(row, Float64Array.from((part as DenseView).data as NumberArray))
      row += part.samples
    },
    done: (): BlockedView => ({ samples, features, readRows: (begin, end, to) => room.readRows(begin, end, to) }),
  }
}

/** A keeper that also keeps the marks of samples that lack the view, where some parts have any. */
function withMarks(inner: Keeper, samples: number): Keeper {
  const present = new Uint8Array(samples)
  let row = 0
  return {
    put(part) {
      for (let i = 0; i < part.samples; i++) present[row++] = part.present ? Number(part.present[i]) : 1
      inner.put(part.present ? { ...part, present: undefined } : part)
    },
    done() {
      const view = inner.done()
      return present.includes(0) ? { ...view, present } : view
    },
  }
}

/** Samples begin … end − 1 of a view that is read in blocks, as a view of their own. */
export function partOfBlocks(view: BlockedView | BlockedSparseView, begin: number, end: number): ShapedView {
  const samples = end - begin
  if (samples === view.samples) return view
  const { features, blockSamples } = view
  const shape = { samples, features, blockSamples }
  return 'readRows' in view
    ? { ...shape, readRows: (from, to, into) => view.readRows(begin + from, begin + to, into) }
    : { ...shape, readSparseRows: (from, to) => view.readSparseRows(begin + from, begin + to) }
}

/** Samples begin … end − 1 of a sparse view: their pointers, and their entries as rows of index and value. */
interface Piece {
  begin: number
  end: number
  pointers: ArrayLike<number>
  entries: ScratchMatrix
}

/** Keeps a sparse view: in `scratch`, entries of a sample in ascending order; in memory, as they come, where there is none. */
function sparseKeeper(shape: KeptShape, scratch: Scratch | null): Keeper {
  return scratch ? blockedSparseKeeper(shape, scratch) : heldKeeper(shape)
}

function heldKeeper({ samples, features }: KeptShape): Keeper {
  const parts: SparseView[] = []
  return {
    put: (part) => parts.push(part as SparseView),
    done: () => (parts.length === 1 ? parts[0] : { ...joinParts(parts, samples), samples, features }),
  }
}

function blockedSparseKeeper({ samples, features }: KeptShape, scratch: Scratch): Keeper {
  const pieces: Piece[] = []
  let row = 0
  return {
    put(part) {
      const view = part as SparseView
      if (view.samples === 0) return
      const entries = scratch.room(view.values.length, 2)
      entries.writeRows(0, sortedEntries(view))
      pieces.push({ begin: row, end: row + view.samples, pointers: Float64Array.from(view.pointers), entries })
      row += view.samples
    },
    done: (): BlockedSparseView => ({
      samples,
      features,
      blockSamples: Math.max(1, ...pieces.map(({ begin, end }) => end - begin)),
      readSparseRows: (begin, end) => readPieces(pieces, begin, end),
    }),
  }
}

/** Index and value of every entry, those of a sample ascending, as readers of blocks expect them. */
function sortedEntries({ values, indices, pointers, samples }: SparseView): Float64Array {
  const entries = new Float64Array(2 * values.length)
  for (let i = 0; i < samples; i++) {
    const order = Uint32Array.from({ length: pointers[i + 1] - pointers[i] }, (_, p) => pointers[i] + p)
    if (order.some((p) => p > pointers[i] && indices[p] < indices[p - 1])) order.sort((p, q) => indices[p] - indices[q])
    order.forEach((p, rank) => {
      entries[2 * (pointers[i] + rank)] = indices[p]
      entries[2 * (pointers[i] + rank) + 1] = values[p]
    })
  }
  return entries
}

function readPieces(pieces: readonly Piece[], begin: number, end: number): SparseRows {
  const parts = pieces.flatMap((piece): SparseView[] => {
    const [from, to] = [Math.max(begin, piece.begin), Math.min(end, piece.end)]
    if (from >= to) return []
    const first = piece.pointers[from - piece.begin]
    const last = piece.pointers[to - piece.begin]
    const entries = new Float64Array(2 * (last - first))
    if (last > first) piece.entries.readRows(first, last, entries)
    return [
      {
        values: Float64Array.from({ length: last - first }, (_, p) => entries[2 * p + 1]),
        indices: Uint32Array.from({ length: last - first }, (_, p) => entries[2 * p]),
        pointers: Uint32Array.from({ length: to - from + 1 }, (_, i) => piece.pointers[from - piece.begin + i] - first),
        samples: to - from,
        features: 0,
      },
    ]
  })
  return joinParts(parts, end - begin)
}

function joinParts(parts: readonly SparseView[], samples: number): SparseRows {
  const count = parts.reduce((sum, { values }) => sum + values.length, 0)
  const joined = {
    values: new Float64Array(count),
    indices: new Uint32Array(count),
    pointers: new Uint32Array(samples + 1),
  }
  let [row, entry] = [0, 0]
  for (const part of parts) {
    for (let i = 0; i < part.samples; i++) joined.pointers[++row] = entry + part.pointers[i + 1]
    joined.values.set(part.values, entry)
    joined.indices.set(part.indices, entry)
    entry += part.values.length
  }
  return joined
}
