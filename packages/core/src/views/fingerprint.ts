import type { HeldRows, Rows } from '../numerics/linalg/rows.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { readRows } from '../runtime/ranks/sum-rows.ts'

/**
 * Two numbers of 32 bits that tell views of the same shape apart: other values, or the same in another order, give others. The same for any number of ranks and however rows
 * are held, since hashes of the samples (place and bits) are added up modulo 2³². One reading, O(entries).
 */
export function* fingerprint(rows: Rows, ranks: Ranks): Generator<Progress, [number, number]> {
  const { begin: first } = rowRange(ranks, rows.rows)
  const sums = new Uint32Array(2)
  const hash = new Uint32Array(2)
  yield* readRows(rows, (block, begin) => {
    for (let i = 0; i < block.rows; i++) {
      hash[0] = first + begin + i
      hash[1] = ~hash[0]
      for (const words of wordsOf(block, i)) for (let p = 0; p < words.length; p++) mixInto(hash, words[p])
      addHash(sums, hash)
    }
  })
  // Sums of whole numbers below 2³² are exact.
  const total = Float64Array.from(sums)
  ranks.allReduceSum(total)
  return [total[0] >>> 0, total[1] >>> 0]
}

/** What makes up a row: the bits of its values, and its features where only some are stored. */
function wordsOf(block: HeldRows, i: number): Uint32Array[] {
  if (!('pointers' in block)) return [bits(block.data, i * block.columns, (i + 1) * block.columns)]
  const [begin, end] = [block.pointers[i], block.pointers[i + 1]]
  return [Uint32Array.from(block.indices.subarray(begin, end)), bits(block.values, begin, end)]
}

function bits(values: Float64Array, begin: number, end: number): Uint32Array {
  return new Uint32Array(values.buffer, values.byteOffset + 8 * begin, 2 * (end - begin))
}

/** Ends two hashes and adds them to sums modulo 2³². */
export function addHash(sums: Uint32Array, hash: Uint32Array): void {
  // The last words would else reach the low bits only.
  for (let round = 0; round < 4; round++) mixInto(hash, round)
  sums[0] += hash[0]
  sums[1] += hash[1]
}

/** Two multiplicative hashes that go different ways: one mixes before it multiplies, the other after. */
export function mixInto(hash: Uint32Array, word: number): void {
  const one = Math.imul(hash[0] ^ word, 0x9e3779b1)
  hash[0] = one ^ (one >>> 15)
  const two = Math.imul(hash[1], 0x85ebca6b) + word
  hash[1] = two ^ (two >>> 13)
}
