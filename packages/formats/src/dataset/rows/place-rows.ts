import type { ShapedView } from '@manyview/core/numerics'
import type { Ranks, Scratch } from '@manyview/core/runtime'
import { share, shares } from '@manyview/core/runtime'
import { exchangeNumbers } from './exchange.ts'
import { keeper } from './keep-rows.ts'
import { type HeldView, isHeld, isSparseView, samplesAtOnce, takeSamples } from './take-samples.ts'

/** Numbers that a rank gets at once: 64 MiB of doubles. */
const BLOCK = 1 << 23

/**
 * Brings samples to new places: this rank's sample i becomes sample `targets[i]` of `total` (−1: it goes nowhere, and so do samples that lack the view), and every rank gets its even share of them,
 * kept in `scratch` or, where that is null, in memory. A place that no sample comes to is marked as lacking the view. The view itself comes back where every sample is in place already.
 * Samples travel in the order of their places, in blocks of `block` numbers per rank, by default 64 MiB.
 */
export function placeRows(
  ranks: Ranks,
  view: ShapedView,
  targets: ArrayLike<number>,
  total: number,
  scratch: Scratch | null,
  block = BLOCK,
): ShapedView {
  const { size, rank } = ranks
  const ownShare = share(total, size, rank)
  if (isInPlace(ranks, targets, ownShare.begin, ownShare.end - ownShare.begin)) return view
  const { features } = view
  const sparse = isSparseView(view)
  const samples = ownShare.end - ownShare.begin
  const store = keeper({ samples, features, sparse }, scratch)
  if (size === 1) {
    const sources = new Float64Array(total).fill(-1)
    for (let i = 0; i < view.samples; i++) if (moves(view, targets, i)) sources[targets[i]] = i
    const step = isHeld(view) && !scratch ? Math.max(1, total) : samplesAtOnce(view, block)
    for (let begin = 0; begin < total; begin += step)
      store.put(takeSamples(view, sources.subarray(begin, begin + step)))
    return store.done()
  }
  const leaving = sortedByPlace(view, targets)
  const heights = ranks.allGather(Float64Array.of(samplesAtOnce(view, block / size)))
  const height = heights.reduce((least, rankHeight) => Math.min(least, rankHeight))
  const ends = shares(total, size)
  const next = ends.map(({ begin }) => leaving.findIndex((i) => targets[i] >= begin))
  const most = Math.max(...ends.map(({ begin, end }) => end - begin))
  for (let round = 0; round < most; round += height) {
    const sent = ends.map(({ begin, end }, r) => {
      const last = Math.min(begin + round + height, end)
      const first = next[r]
      if (first < 0) return pack(view, [], targets)
      while (next[r] < leaving.length && targets[leaving[next[r]]] < last) next[r]++
      return pack(view, leaving.slice(first, next[r]), targets)
    })
    const received = exchangeNumbers(ranks, sent)
    const count = Math.max(0, Math.min(height, samples - round))
    if (count > 0) store.put(unpack(received, ownShare.begin + round, count, features, sparse))
  }
  return store.done()
}

/** Gives every rank its even share of `total` samples out of those that rank 0 has here (`view`; null on the others), `rows` of them from `begin` on. Collective. */
export function handOutRows(
  ranks: Ranks,
  view: HeldView | null,
  { begin, rows, total }: { begin: number; rows: number; total: number },
  { features, sparse }: { features: number; sparse: boolean },
): HeldView {
  const { size, rank } = ranks
  if (size === 1) return view!
  const within = shares(total, size).map((rankShare) => {
    const first = Math.max(rankShare.begin, begin)
    return { first, count: Math.max(0, Math.min(rankShare.end, begin + rows) - first) }
  })
  const targets = Float64Array.from({ length: rows }, (_, i) => begin + i)
  const sent = within.map(({ first, count }) =>
    view
      ? pack(
          view,
          Array.from({ length: count }, (_, i) => first - begin + i),
          targets,
        )
      : new Float64Array(0),
  )
  const received = exchangeNumbers(ranks, sent)
  return unpack(received, within[rank].first, within[rank].count, features, sparse)
}

function moves({ present }: ShapedView, targets: ArrayLike<number>, i: number): boolean {
  return targets[i] >= 0 && (present === undefined || Boolean(present[i]))
}

/** True where on every rank the samples are its share in their order. */
function isInPlace(ranks: Ranks, targets: ArrayLike<number>, begin: number, samples: number): boolean {
  let away = targets.length === samples ? 0 : 1
  for (let i = 0; i < targets.length && away === 0; i++) if (targets[i] !== begin + i) away = 1
  const all = Float64Array.of(away)
  ranks.allReduceSum(all)
  return all[0] === 0
}

function sortedByPlace(view: ShapedView, targets: ArrayLike<number>): number[] {
  const leaving: number[] = []
  for (let i = 0; i < view.samples; i++) if (moves(view, targets, i)) leaving.push(i)
  return leaving.sort((a, b) => targets[a] - targets[b])
}

/** For each sample its place, its number of values, and the values; those of a sparse sample follow their indices. */
function pack(view: ShapedView, rows: readonly number[], targets: ArrayLike<number>): Float64Array {
  const part = takeSamples(view, rows)
  const lengthOf = (i: number) => ('pointers' in part ? 2 * (part.pointers[i + 1] - part.pointers[i]) : part.features)
  const packed = new Float64Array(rows.reduce((sum, _, i) => sum + 2 + lengthOf(i), 0))
  let at = 0
  rows.forEach((row, i) => {
    packed[at++] = targets[row]
    packed[at++] = lengthOf(i)
    if ('pointers' in part) {
      for (let p = part.pointers[i]; p < part.pointers[i + 1]; p++) packed[at++] = part.indices[p]
      for (let p = part.pointers[i]; p < part.pointers[i + 1]; p++) packed[at++] = part.values[p]
    } else for (let p = i * part.features; p < (i + 1) * part.features; p++) packed[at++] = part.data[p]
  })
  return packed
}

/** What came for the places from `begin` on, as a view of `samples` samples. */
function unpack(
  received: readonly Float64Array[],
  begin: number,
  samples: number,
  features: number,
  sparse: boolean,
): HeldView {
  const rows = Array<Float64Array | undefined>(samples).fill(undefined)
  for (const numbers of received)
    for (let at = 0; at < numbers.length; at += 2 + numbers[at + 1])
      rows[numbers[at] - begin] = numbers.subarray(at + 2, at + 2 + numbers[at + 1])
  const marks = rows.includes(undefined) ? { present: Uint8Array.from(rows, (row) => (row ? 1 : 0)) } : {}
  if (sparse) return { ...unpackSparse(rows), samples, features, ...marks }
  const data = new Float64Array(samples * features)
  rows.forEach((row, i) => {
    if (row) data.set(row, i * features)
  })
  return { data, samples, features, ...marks }
}

function unpackSparse(rows: readonly (Float64Array | undefined)[]) {
  const pointers = new Uint32Array(rows.length + 1)
  rows.forEach((row, i) => {
    pointers[i + 1] = pointers[i] + (row ? row.length / 2 : 0)
  })
  const indices = new Uint32Array(pointers[rows.length])
  const values = new Float64Array(pointers[rows.length])
  rows.forEach((row, i) => {
    if (!row) return
    indices.set(row.subarray(0, row.length / 2), pointers[i])
    values.set(row.subarray(row.length / 2), pointers[i])
  })
  return { values, indices, pointers }
}
