import type { DenseView, SparseView } from '@manyview/core'
import type { BlockedSparseView, ShapedView } from '@manyview/core/numerics'
import type { NumberArray } from '../../bytes/stored-value.ts'

/** The samples at these positions, in this order, those at −1 marked as lacking the view; in memory, wherever the view is. */
export function takeSamples(view: ShapedView, positions: ArrayLike<number>): HeldView {
  const samples = positions.length
  const { features } = view
  const lacks = Array.prototype.includes.call(positions, -1)
  const marks = lacks ? { present: Uint8Array.from(positions, (position) => (position < 0 ? 0 : 1)) } : {}
  if (isSparseView(view)) return { ...takeSparse(view, positions), samples, features, ...marks }
  const source = 'data' in view ? numbers(view) : new Float64Array(0)
  const data = new (source.constructor as new (length: number) => NumberArray)(samples * features)
  for (const { place, begin, end } of runs(positions)) {
    const to = data.subarray(place * features, (place + end - begin) * features)
    if ('readRows' in view) view.readRows(begin, end, to as Float64Array)
    else to.set(source.subarray(begin * features, end * features))
  }
  return { data, samples, features, ...marks }
}

/** Samples begin … end − 1, in memory; the view itself where it is that. */
export function samplesFrom(view: ShapedView, begin: number, end: number): HeldView {
  if (isHeld(view) && begin === 0 && end === view.samples) return view
  const { features, present } = view
  const samples = end - begin
  const marks = present ? { present: Uint8Array.from({ length: samples }, (_, i) => Number(present[begin + i])) } : {}
  if ('data' in view)
    return { data: numbers(view).subarray(begin * features, end * features), samples, features, ...marks }
  const positions = Float64Array.from({ length: samples }, (_, i) => begin + i)
  return { ...takeSamples(view, positions), ...marks }
}

/** All samples in their order, part by part; a view in memory is one part. */
export function* samplesInParts(view: ShapedView): Generator<{ begin: number; part: HeldView }> {
  const step = isHeld(view) ? Math.max(1, view.samples) : samplesAtOnce(view)
  for (let begin = 0; begin < view.samples; begin += step)
    yield { begin, part: samplesFrom(view, begin, Math.min(begin + step, view.samples)) }
}

function numbers({ data }: DenseView): NumberArray {
  return ArrayBuffer.isView(data) ? (data as unknown as NumberArray) : Float64Array.from(data)
}

type AnySparse = Extract<ShapedView, { pointers: unknown } | { readSparseRows: unknown }>

function takeSparse(view: AnySparse, positions: ArrayLike<number>) {
  const parts = [...runs(positions)].map(({ place, begin, end }) => {
    // A view in memory has its pointers where the samples begin, rows that are read begin at 0.
    const [rows, at] = 'pointers' in view ? [view, begin] : [view.readSparseRows(begin, end), 0]
    return { place, rows, at, count: end - begin }
  })
  const pointers = new Uint32Array(positions.length + 1)
  for (const { place, rows, at, count } of parts)
    for (let i = 0; i < count; i++) pointers[place + i + 1] = rows.pointers[at + i + 1] - rows.pointers[at + i]
  for (let i = 0; i < positions.length; i++) pointers[i + 1] += pointers[i]
  const indices = new Uint32Array(pointers[positions.length])
  const values = new Float64Array(pointers[positions.length])
  for (const { place, rows, at, count } of parts)
    for (let p = rows.pointers[at], to = pointers[place]; p < rows.pointers[at + count]; p++, to++) {
      indices[to] = rows.indices[p]
      values[to] = rows.values[p]
    }
  return { values, indices, pointers }
}

/** Positions that follow each other, as one run each: samples begin … end − 1 go to `place` and behind. */
function* runs(positions: ArrayLike<number>): Generator<{ place: number; begin: number; end: number }> {
  for (let i = 0; i < positions.length; ) {
    const begin = positions[i]
    const place = i++
    if (begin < 0) continue
    while (i < positions.length && positions[i] === begin + i - place) i++
    yield { place, begin, end: begin + i - place }
  }
}

/** A view whose numbers are in memory. */
export type HeldView = DenseView | SparseView

/** True for a view in memory, false for one that is read in blocks. */
export function isHeld(view: ShapedView): view is HeldView {
  return 'data' in view || 'pointers' in view
}

/** True for a view that has only the entries that are not zero. */
export function isSparseView(view: ShapedView): view is SparseView | BlockedSparseView {
  return 'pointers' in view || 'readSparseRows' in view
}

/** Numbers of a block, about. */
const blockNumbers = 1 << 22

/** How many samples of a view are about `numbers` numbers, at least one; by default 32 MiB of them. */
export function samplesAtOnce(view: ShapedView, numbers = blockNumbers): number {
  if ('readSparseRows' in view) return view.blockSamples ?? 1024
  const width = 'pointers' in view ? (2 * view.values.length) / Math.max(view.samples, 1) : view.features
  return Math.max(1, Math.floor(numbers / (2 + width)))
}
