import type { HeldRows } from '../linalg/rows.ts'
import { exponential } from '../math/exponential.ts'

/** Kinds of views that sequencers and arrays give. */
export type OmicsKind = 'counts' | 'expression' | 'proteins' | 'methylation'

/** Counts of genes go further than counts of words and shades of pixels. */
const LARGE_COUNT = 500
/** Panels of proteins are small, arrays of genes and of methylation are not. */
const MOST_PROTEINS = 500
const FEWEST_GENES = 50
/** Totals of samples of a panel differ by what was caught of them; those of histograms do not. */
const UNEVEN = 1.5
/** The largest count of a protein is so many times its median. */
const LONG_TAIL = 8
/** Multiples of the least entry that are looked at. */
const MOST_TIMES = 100
/** Share of entries that must fit. */
const NEARLY_ALL = 0.95

/**
 * What rows of omics look like, by some of them (n×d); null: none of it. Counts: whole numbers, mostly 0, some of 500 or more. Expression: logarithms of counts that were scaled by the depth of the sample, so that
 * undoing the logarithm gives multiples of the sample's least entry. Proteins: whole numbers of at most 500 features, hardly any 0, long tails, and totals that differ. Methylation: shares from 0 to 1, many
 * near either end. O(entries).
 */
export function omicsKind(rows: HeldRows): OmicsKind | null {
  const values = 'pointers' in rows ? rows.values : rows.data
  const entries = rows.rows * rows.columns
  let [filled, largest, whole, low, high] = [0, 0, true, 0, 0]
  for (let p = 0; p < values.length; p++) {
    const value = values[p]
    if (!(value >= 0)) return null
    if (value > 0) filled++
    if (value > largest) largest = value
    if (whole && !Number.isInteger(value)) whole = false
    if (value < 0.2) low++
    if (value > 0.8) high++
  }
  const mostlyZero = filled < 0.5 * entries
  const wide = rows.columns >= FEWEST_GENES
  if (mostlyZero && wide)
    return whole ? (largest >= LARGE_COUNT ? 'counts' : null) : areLogarithms(rows) ? 'expression' : null
  if (filled < 0.9 * entries) return null
  if (whole) return largest >= LARGE_COUNT && rows.columns <= MOST_PROTEINS && areProteins(rows) ? 'proteins' : null
  const bothEnds = low >= 0.1 * entries && high >= 0.1 * entries
  return wide && largest <= 1 && bothEnds ? 'methylation' : null
}

function areProteins(rows: HeldRows): boolean {
  const { columns } = rows
  // Panels have few features, so that rows that are kept sparse are short, too.
  const row = rowsOf(rows)
  const totals: number[] = []
  const byFeature = Array.from({ length: columns }, () => [] as number[])
  for (let i = 0; i < rows.rows; i++) {
    let total = 0
    row(i).forEach((value, j) => {
      total += value
      byFeature[j].push(value)
    })
    totals.push(total)
  }
  if (!(quantile(totals, 0.95) >= UNEVEN * quantile(totals, 0.05))) return false
  const tails = byFeature.map((values) => quantile(values, 1) / Math.max(quantile(values, 0.5), 1))
  return quantile(tails, 0.5) >= LONG_TAIL
}

/** True where undoing ln(1 + x), or log₂(1 + x), leaves multiples of the least entry of each sample, and not of one and the same in all. */
function areLogarithms(rows: HeldRows): boolean {
  const row = rowsOf(rows)
  return [1, Math.LN2].some((base) => {
    let [fitting, tested] = [0, 0]
    for (let i = 0; i < rows.rows; i++) {
      const counts = Array.from(
        row(i).filter((value) => value > 0),
        (value) => exponential(base * value) - 1,
      )
      const least = counts.reduce((smallest, count) => Math.min(smallest, count), Infinity)
      for (const count of counts) {
        if (count === least) continue
        const times = count / least
        // Beyond, rounding alone makes whole numbers.
        if (times > MOST_TIMES) continue
        tested++
        // Files keep seven digits or more.
        if (Math.abs(times - Math.round(times)) < 1e-4 * times) fitting++
      }
    }
    return tested >= rows.rows && fitting >= NEARLY_ALL * tested
  })
}

function rowsOf(rows: HeldRows): (i: number) => Float64Array {
  const { columns } = rows
  if (!('pointers' in rows)) return (i) => rows.data.subarray(i * columns, (i + 1) * columns)
  return (i) => {
    const row = new Float64Array(columns)
    for (let p = rows.pointers[i]; p < rows.pointers[i + 1]; p++) row[rows.indices[p]] = rows.values[p]
    return row
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.round(share * (sorted.length - 1))]
}
