import { blocksOf, type Rows } from '../numerics/linalg/rows.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { addHash, mixInto } from './fingerprint.ts'

/**
 * Orders two matrices of equally many entries other than 0 by two sums of hashes that all those values give, over the rows of all ranks: negative or positive as the first comes before or after the other, 0 where both have
 * the same values in whatever arrangement. The order itself means nothing; it only is the same for every arrangement. One reading of each.
 */
export function compareValues(one: Rows, other: Rows, ranks: Ranks): number {
  const [x, y] = [one, other].map((rows) => hashesOf(rows, ranks))
  return x[0] - y[0] || x[1] - y[1]
}

/** Two sums modulo 2³². */
function hashesOf(rows: Rows, ranks: Ranks): Uint32Array {
  const [sums, hash] = [new Uint32Array(2), new Uint32Array(2)]
  const bits = new Float64Array(1)
  const words = new Uint32Array(bits.buffer)
  for (const { data } of blocksOf(rows)) {
    const values = 'pointers' in data ? data.values : data.data
    for (let p = 0; p < values.length; p++) {
      if (values[p] === 0) continue
      bits[0] = values[p]
      hash.fill(0)
      mixInto(hash, words[0])
      mixInto(hash, words[1])
      addHash(sums, hash)
    }
  }
  // Sums of whole numbers below 2³² are exact.
  const total = Float64Array.from(sums)
  ranks.allReduceSum(total)
  return Uint32Array.from(total, (sum) => sum % 4_294_967_296)
}
