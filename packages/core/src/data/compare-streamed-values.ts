import { type BlockedMatrix, blocksOf } from '../linalg/blocked-matrix.ts'

/** Values are told apart by 16 bits at a time. */
const DIGITS = 4
const BUCKETS = 1 << 16

/** What is known of the values in each bucket: how many, and two sums of hashes that no order changes. */
interface Buckets {
  counts: Float64Array
  sums: [Uint32Array, Uint32Array]
}

/**
 * Compares two matrices of equally many entries other than 0 by all those values in ascending order, as `compareValues` does in memory: negative, zero or positive as the first comes before,
 * equals or comes after the other. Finds the least value that one has more often, 16 bits of it at a reading: four readings of each at most, and one where they are equal.
 */
export function compareStreamedValues(one: BlockedMatrix, other: BlockedMatrix): number {
  const prefix: number[] = []
  for (let digit = 0; digit < DIGITS; digit++) {
    const [x, y] = [one, other].map((a) => bucketsOf(a, prefix))
    const first = x.counts.findIndex(
      (count, b) => count !== y.counts[b] || x.sums.some((sums, s) => sums[b] !== y.sums[s][b]),
    )
    if (first < 0) return 0
    // Who has more of a value has it where the other has a larger one.
    if (digit === DIGITS - 1) return y.counts[first] - x.counts[first]
    prefix.push(first)
  }
  return 0
}

/** The values whose leading digits are `prefix`, by their next digit. */
function bucketsOf(a: BlockedMatrix, prefix: readonly number[]): Buckets {
  const counts = new Float64Array(BUCKETS)
  const sums: Buckets['sums'] = [new Uint32Array(BUCKETS), new Uint32Array(BUCKETS)]
  const digits = new Uint16Array(DIGITS)
  for (const { data } of blocksOf(a)) {
    const words = new Uint32Array(data.buffer, data.byteOffset, 2 * data.length)
    for (let p = 0; p < data.length; p++) {
      if (data[p] === 0) continue
      digitsInto(digits, words[2 * p], words[2 * p + 1])
      if (prefix.some((digit, d) => digits[d] !== digit)) continue
      const bucket = digits[prefix.length]
      counts[bucket]++
      sums[0][bucket] += mixed(words[2 * p], words[2 * p + 1], 0x9e3779b1)
      sums[1][bucket] += mixed(words[2 * p + 1], words[2 * p], 0x85ebca6b)
    }
  }
  return { counts, sums }
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
