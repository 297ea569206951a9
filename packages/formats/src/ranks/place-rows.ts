import { type Communicator, type DenseView, type SparseView, shares } from '@manyview/core'
import { beginnings, exchangeNumbers, holderOf } from './exchange.ts'

/** Values that a rank sends at once: 64 MiB of doubles. */
const BLOCK = 1 << 23

/**
 * Brings rows to new places across ranks: this rank's row i becomes row `targets[i]` of `total` (−1: it goes nowhere, and so do rows that lack the view), and every rank gets its even share of them.
 * A place that no row comes to is marked as lacking the view. Rows travel in blocks of `block` numbers a rank, by default 64 MiB.
 */
export function placeRows(
  communicator: Communicator,
  view: DenseView | SparseView,
  targets: ArrayLike<number>,
  total: number,
  block = BLOCK,
): DenseView | SparseView {
  const { size, rank } = communicator
  const begins = beginnings(shares(total, size).map(({ begin, end }) => end - begin))
  const leaving = Array.from({ length: size }, (): number[] => [])
  for (let i = 0; i < view.samples; i++)
    if (targets[i] >= 0 && view.present?.[i] !== 0) leaving[holderOf(begins, targets[i])].push(i)
  const samples = begins[rank + 1] - begins[rank]
  const present = new Uint8Array(samples)
  const rounds = roundsOf(communicator, view, leaving, block)
  const coming: { place: number; row: Float64Array }[] = []
  const dense = 'pointers' in view ? null : new Float64Array(samples * view.features)
  for (let round = 0; round < rounds.count; round++) {
    const sent = leaving.map((rows) => rows.slice(round * rounds.height, (round + 1) * rounds.height))
    const received = exchangeNumbers(
      communicator,
      sent.map((rows) => pack(view, rows, targets)),
    )
    for (const numbers of received)
      for (let at = 0; at < numbers.length; ) {
        const place = numbers[at] - begins[rank]
        const length = numbers[at + 1]
        const row = numbers.subarray(at + 2, at + 2 + length)
        present[place] = 1
        if (dense) dense.set(row, place * view.features)
        else coming.push({ place, row })
        at += 2 + length
      }
  }
  const marks = present.includes(0) ? { present } : {}
  if (dense) return { data: dense, samples, features: view.features, ...marks }
  return { ...sparseOf(coming, samples), samples, features: view.features, ...marks }
}

/** How many rows go to each rank at a time, and how often, so that no rank sends or gets more than a block. */
function roundsOf(
  communicator: Communicator,
  view: DenseView | SparseView,
  leaving: readonly number[][],
  block: number,
) {
  let widest = view.features
  if ('pointers' in view) {
    widest = 0
    for (let i = 0; i < view.samples; i++) widest = Math.max(widest, 2 * (view.pointers[i + 1] - view.pointers[i]))
  }
  const most = Math.max(0, ...leaving.map(({ length }) => length))
  const largest = (value: number) => Math.max(...communicator.allGather(Float64Array.of(value)))
  const height = Math.max(1, Math.floor(block / (communicator.size * (2 + largest(widest)))))
  return { height, count: Math.ceil(largest(most) / height) }
}

/** For each row its place, its number of values, and the values; those of a sparse row follow their indices. */
function pack(view: DenseView | SparseView, rows: readonly number[], targets: ArrayLike<number>): Float64Array {
  const lengthOf = (i: number) => ('pointers' in view ? 2 * (view.pointers[i + 1] - view.pointers[i]) : view.features)
  const packed = new Float64Array(rows.reduce((sum, i) => sum + 2 + lengthOf(i), 0))
  let at = 0
  for (const i of rows) {
    const length = lengthOf(i)
    packed[at++] = targets[i]
    packed[at++] = length
    if ('pointers' in view) {
      for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++) packed[at++] = view.indices[p]
      for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++) packed[at++] = view.values[p]
    } else for (let p = i * length; p < (i + 1) * length; p++) packed[at++] = view.data[p]
  }
  return packed
}

function sparseOf(coming: readonly { place: number; row: Float64Array }[], samples: number) {
  const pointers = new Uint32Array(samples + 1)
  for (const { place, row } of coming) pointers[place + 1] = row.length / 2
  for (let i = 0; i < samples; i++) pointers[i + 1] += pointers[i]
  const indices = new Int32Array(pointers[samples])
  const values = new Float64Array(pointers[samples])
  for (const { place, row } of coming) {
    const half = row.length / 2
    indices.set(row.subarray(0, half), pointers[place])
    values.set(row.subarray(half), pointers[place])
  }
  return { values, indices, pointers }
}
