import { blocksOf, type Rows } from '../linalg/rows.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'

/**
 * Orders two matrices of equally many entries other than 0 by two sums of hashes that all those values give, over the rows of all ranks: negative or positive as the first comes before or after the other, 0 where both have
 * the same values in whatever arrangement. The order itself means nothing; it only is the same for every arrangement. One reading of each.
 */
export function compareValues(one: Rows, other: Rows, communicator: Communicator = oneProcess): number {
  const [x, y] = [one, other].map((rows) => hashesOf(rows, communicator))
  return x[0] - y[0] || x[1] - y[1]
}

/** Two sums modulo 2³². */
function hashesOf(rows: Rows, communicator: Communicator): Uint32Array {
  const sums = new Uint32Array(2)
  const bits = new Float64Array(1)
  const words = new Uint32Array(bits.buffer)
  for (const { data } of blocksOf(rows)) {
    const values = 'pointers' in data ? data.values : data.data
    for (let p = 0; p < values.length; p++) {
      if (values[p] === 0) continue
      bits[0] = values[p]
      sums[0] += mixed(words[0], words[1], 0x9e3779b1)
      sums[1] += mixed(words[1], words[0], 0x85ebca6b)
    }
  }
  // Sums of whole numbers below 2³² are exact.
  const total = Float64Array.from(sums)
  communicator.allReduceSum(total)
  return Uint32Array.from(total, (sum) => sum % 4_294_967_296)
}

function mixed(a: number, b: number, seed: number): number {
  let x = Math.imul(a ^ seed, 0x21f0aaad) ^ Math.imul(b, 0x735a2d97)
  x = Math.imul(x ^ (x >>> 15), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return x ^ (x >>> 16)
}
