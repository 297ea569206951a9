import type { Matrix } from '../linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../linalg/sparse-matrix.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { leastOverRanks } from '../ranks/least-over-ranks.ts'

/** Different values that a rank shows at a time. */
const SHOWN = 1 << 16

/** The values of a view other than 0, ascending, each once, and how often it stands there. */
export interface CountedValues {
  values: Float64Array
  counts: Float64Array
}

/** Counts the values of this rank's rows. O(entries · log entries). */
export function countValues(a: Matrix | SparseMatrix): CountedValues {
  const sorted = (isSparse(a) ? a.values : a.data).filter((value) => value !== 0).sort()
  return merged(sorted, new Float64Array(sorted.length).fill(1))
}

/**
 * Compares two views by all their values in ascending order: negative, zero or positive as the first comes before, equals or comes after the other. Every rank has counted
 * its own rows; it shows its values from the least on, some at a time, until there is a difference.
 */
export function compareValues(communicator: Communicator, one: CountedValues, other: CountedValues): number {
  let from = -Infinity
  for (;;) {
    // As far as nobody shows too many.
    const to = Float64Array.of(Math.min(limit(one, from), limit(other, from)))
    leastOverRanks(communicator, to)
    const [x, y] = [one, other].map((counted) => shown(communicator, counted, from, to[0]))
    for (let p = 0; p < Math.max(x.values.length, y.values.length); p++) {
      const [a, b] = [x.values[p] ?? Infinity, y.values[p] ?? Infinity]
      if (a !== b) return a < b ? -1 : 1
      // Who has more of a value has it where the other has a larger one.
      if (x.counts[p] !== y.counts[p]) return x.counts[p] > y.counts[p] ? -1 : 1
    }
    if (to[0] === Infinity) return 0
    from = to[0]
  }
}

/** The last of the next values after `from` that may be shown; Infinity where all may. */
function limit({ values }: CountedValues, from: number): number {
  return values[after(values, from) + SHOWN - 1] ?? Infinity
}

/** The values in (from, to] of all ranks. */
function shown(communicator: Communicator, { values, counts }: CountedValues, from: number, to: number): CountedValues {
  const [begin, end] = [after(values, from), after(values, to)]
  const allValues = communicator.allGather(values.subarray(begin, end))
  const allCounts = communicator.allGather(counts.subarray(begin, end))
  const order = Uint32Array.from(allValues.keys()).sort((p, q) => allValues[p] - allValues[q])
  return merged(
    Float64Array.from(order, (p) => allValues[p]),
    Float64Array.from(order, (p) => allCounts[p]),
  )
}

/** Ascending values with equal ones put together. */
function merged(values: Float64Array, counts: Float64Array): CountedValues {
  let kinds = 0
  for (let p = 0; p < values.length; p++) if (p === 0 || values[p] !== values[p - 1]) kinds++
  const result = { values: new Float64Array(kinds), counts: new Float64Array(kinds) }
  let next = -1
  for (let p = 0; p < values.length; p++) {
    if (p === 0 || values[p] !== values[p - 1]) result.values[++next] = values[p]
    result.counts[next] += counts[p]
  }
  return result
}

/** How many of the ascending values are at most `bound`. */
function after(values: Float64Array, bound: number): number {
  let [low, high] = [0, values.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (values[middle] <= bound) low = middle + 1
    else high = middle
  }
  return low
}
