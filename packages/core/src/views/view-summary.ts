import type { HeldRows } from '../numerics/linalg/rows.ts'
import type { Progress } from '../runtime/progress.ts'
import { largestOverRanks, leastOverRanks } from '../runtime/ranks/least-over-ranks.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { readRows } from '../runtime/ranks/sum-rows.ts'
import type { NamedRows } from './prepare-views.ts'
import { isRounding } from './standardised-shares.ts'

/** What one reading says of a view, over the samples of all ranks. */
export interface ViewSummary {
  /** True where all samples that have the view are equal but for rounding. */
  constant: boolean
  /** How many entries are not zero, and the least of those (Infinity: there is none). */
  nonZeros: number
  least: number
  /** The largest absolute value. */
  largest: number
}

/** Sums up a view. O(entries), one reading. */
export function* summariseView(
  { data, present }: Pick<NamedRows, 'data' | 'present'>,
  ranks: Ranks,
): Generator<Progress, ViewSummary> {
  const first = new FirstRow(data.columns, present)
  let [nonZeros, least, largest] = [0, Infinity, 0]
  yield* readRows(data, (block, begin) => {
    first.compare(block, begin)
    const values = entriesOf('pointers' in block ? block.values : block.data)
    nonZeros += values.nonZeros
    least = Math.min(least, values.least)
    largest = Math.max(largest, values.largest)
  })
  const counts = Float64Array.of(nonZeros, first.differs ? 1 : 0)
  const [low, high] = [Float64Array.of(least), Float64Array.of(largest)]
  ranks.allReduceSum(counts)
  leastOverRanks(ranks, low)
  largestOverRanks(ranks, high)
  const constant = counts[1] === 0 && first.isSameOnAll(ranks)
  return { constant, nonZeros: counts[0], least: low[0], largest: high[0] }
}

/** Sums up some entries; a function of its own, since engines keep what a closure changes in memory. */
function entriesOf(values: Float64Array): Omit<ViewSummary, 'constant'> {
  let [nonZeros, least, largest] = [0, Infinity, 0]
  for (let p = 0; p < values.length; p++) {
    const value = values[p]
    if (value === 0) continue
    nonZeros++
    if (value < least) least = value
    const size = Math.abs(value)
    if (size > largest) largest = size
  }
  return { nonZeros, least, largest }
}

/** The first row that is present, and whether another one differs from it by more than rounding. */
class FirstRow {
  differs = false
  private readonly present: Uint8Array | null
  private readonly row: Float64Array
  private found = false

  constructor(columns: number, present: Uint8Array | null) {
    this.present = present
    this.row = new Float64Array(columns)
  }

  /** Looks at further rows, until one differs. */
  compare(block: HeldRows, begin: number): void {
    for (let i = 0; i < block.rows && !this.differs; i++) {
      if (this.present?.[begin + i] === 0) continue
      const entries = rowOf(block, i)
      if (this.found) this.differs = entries.some((value, j) => !isRounding(value, this.row[j]))
      else this.row.set(entries)
      this.found = true
    }
  }

  isSameOnAll(ranks: Ranks): boolean {
    const rows = ranks.allGather(this.found ? this.row : new Float64Array(0))
    return rows.every((value, p) => isRounding(value, rows[p % this.row.length]))
  }
}

function rowOf(a: HeldRows, i: number): Float64Array {
  if (!('pointers' in a)) return a.data.subarray(i * a.columns, (i + 1) * a.columns)
  const row = new Float64Array(a.columns)
  for (let p = a.pointers[i]; p < a.pointers[i + 1]; p++) row[a.indices[p]] = a.values[p]
  return row
}
