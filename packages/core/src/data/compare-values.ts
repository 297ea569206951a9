import { blocksOf, type Rows } from '../linalg/rows.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'

/** Values are told apart by 16 bits at a time. */
const DIGITS = 4
const BUCKETS = 1 << 16
const WORD = 4_294_967_296

/** What is known of the values in each bucket: how many, and two sums of hashes that no order changes. */
interface Buckets {
  counts: Float64Array
  hashes: readonly Uint32Array[]
}

/**
 * Compares two matrices of equally many entries other than 0 by all those values in ascending order, over the rows of all ranks: negative, zero or positive as the first comes before,
 * equals or comes after the other. Finds the least value that one has more often, 16 bits of it at a reading: four readings of each at most, and one where they are equal.
 */
export function compareValues(one: Rows, other: Rows, communicator: Communicator = oneProcess): number {
  const prefix: number[] = []
  for (let digit = 0; digit < DIGITS; digit++) {
    const [x, y] = [one, other].map((a) => bucketsOf(a, prefix, communicator))
    const first = x.counts.findIndex(
      (count, b) => count !== y.counts[b] || x.hashes.some((hashes, s) => hashes[b] !== y.hashes[s][b]),
    )
    if (first < 0) return 0
    // Who has more of a value has it where the other has a larger one.
    if (digit === DIGITS - 1) return y.counts[first] - x.counts[first]
    prefix.push(first)
  }
  return 0
}

/** The values whose leading digits are `prefix`, by their next digit. */
function bucketsOf(a: Rows, prefix: readonly number[], communicator: Communicator): Buckets {
  const counts = new Float64Array(BUCKETS)
  const hashes = [new Uint32Array(BUCKETS), new Uint32Array(BUCKETS)]
  const digits = new Uint16Array(DIGITS)
  const bits = new Float64Array(1)
  const words = new Uint32Array(bits.buffer)
  for (const { data } of blocksOf(a)) {
    const values = 'pointers' in data ? data.values : data.data
    for (let p = 0; p < values.length; p++) {
      if (values[p] === 0) continue
      bits[0] = values[p]
      digitsInto(digits, words[0], words[1])
      if (prefix.some((digit, d) => digits[d] !== digit)) continue
      const bucket = digits[prefix.length]
      counts[bucket]++
      hashes[0][bucket] += mixed(words[0], words[1], 0x9e3779b1)
      hashes[1][bucket] += mixed(words[1], words[0], 0x85ebca6b)
    }
  }
  communicator.allReduceSum(counts)
  return { counts, hashes: hashes.map((sums) => overRanks(sums, communicator)) }
}

/** Sums of 32 bits added up over the ranks, what overflows dropped as within a rank. */
function overRanks(sums: Uint32Array, communicator: Communicator): Uint32Array {
  if (communicator.size === 1) return sums
  const exact = Float64Array.from(sums)
  communicator.allReduceSum(exact)
  return Uint32Array.from(exact, (sum) => sum % WORD)
}

/** The bits of a double as four digits that ascend as the doubles do. */
function digitsInto(digits: Uint16Array, low: number, high: number): void {
  const negative = high >>> 31 === 1
  const [upper, lower] = negative ? [~high, ~low] : [high ^ 0x80000000, low]
  digits[0] = upper >>> 16
  digits[1] = upper
  digits[2] = lower >>> 16
  digits[3] = lower
}

function mixed(a: number, b: number, seed: number): number {
  let x = Math.imul(a ^ seed, 0x21f0aaad) ^ Math.imul(b, 0x735a2d97)
  x = Math.imul(x ^ (x >>> 15), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return x ^ (x >>> 16)
}
