import type { SparseView } from '@manyview/core'
import type { BlockedSparseView, SparseRows } from '@manyview/core/numerics'
import type { Scratch, ScratchMatrix } from '@manyview/core/runtime'
import type { Keeper, KeptShape } from './keep-rows.ts'

/** Samples begin … end − 1 of a sparse view: their pointers, and their entries as rows of index and value. */
interface Piece {
  begin: number
  end: number
  pointers: ArrayLike<number>
  entries: ScratchMatrix
}

/** Keeps a sparse view: in `scratch`, entries of a sample in ascending order; in memory, as they come, where there is none. */
export function sparseKeeper(shape: KeptShape, scratch: Scratch | null): Keeper {
  return scratch ? blockedKeeper(shape, scratch) : heldKeeper(shape)
}

function heldKeeper({ samples, features }: KeptShape): Keeper {
  const parts: SparseView[] = []
  return {
    put: (part) => parts.push(part as SparseView),
    done: () => (parts.length === 1 ? parts[0] : { ...joinParts(parts, samples), samples, features }),
  }
}

function blockedKeeper({ samples, features }: KeptShape, scratch: Scratch): Keeper {
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
