import { exponential } from '../numerics/math/exponential.ts'
import { logGamma } from '../numerics/math/log-gamma.ts'
import { Random } from '../numerics/random/random.ts'

/** Tables that are gone through one by one; beyond, some are drawn. */
const MOST_TABLES = 300_000
/** Tables that are drawn where there are too many to go through. */
const DRAWS = 9999
/** Likelihoods that differ by less, relatively, differ by rounding. */
const SAME = 1e-7

/** The p-value of Fisher's exact test, and whether it was estimated from tables drawn at random (with a fixed seed, so p is 1/10,000 or more). */
export interface FisherTest {
  p: number
  simulated: boolean
}

/**
 * Fisher's exact test of a table of any shape: how likely a table with the same sums is no likelier than this one. All tables are gone through where they are at most 300,000; else 9,999 are drawn.
 */
export function fisherTest(table: CountTable, mostTables = MOST_TABLES): FisherTest {
  const factorials = logFactorials(table.total)
  // Fewer rows than columns leave fewer ways at each step.
  const tall = table.rowSums.length > table.columnSums.length
  const rowSums = tall ? table.columnSums : table.rowSums
  const columnSums = tall ? table.rowSums : table.columnSums
  const observed = table.counts.flat().reduce((sum, count) => sum - factorials[count], 0)
  const exact = goThrough(rowSums, columnSums, observed, factorials, mostTables)
  if (exact !== null) return { p: Math.min(1, exact), simulated: false }
  const random = new Random(0)
  let asFar = 1
  for (let draw = 0; draw < DRAWS; draw++)
    if (drawTable(rowSums, columnSums, factorials, random) <= observed + SAME) asFar++
  return { p: asFar / (DRAWS + 1), simulated: true }
}

/** The probability of all tables that are no likelier than the observed one; null where there are more than `most`. */
function goThrough(
  rowSums: readonly number[],
  columnSums: readonly number[],
  observed: number,
  factorials: Float64Array,
  most: number,
): number | null {
  const total = rowSums.reduce((sum, count) => sum + count, 0)
  const all = [...rowSums, ...columnSums].reduce((sum, count) => sum + factorials[count], -factorials[total])
  const rowRoom = Int32Array.from(rowSums)
  const last = { row: rowSums.length - 1, column: columnSums.length - 1 }
  let tables = 0
  let sum = 0
  /** Fills cell (row, column) and all after it, column by column; `open` of the column's samples are not placed yet, `behind` have room below. */
  const fill = (row: number, column: number, open: number, behind: number, likelihood: number): void => {
    if (tables > most) return
    if (column === last.column) {
      tables++
      const whole = rowRoom.reduce((part, count) => part - factorials[count], likelihood)
      if (whole <= observed + SAME) sum += exponential(whole + all)
      return
    }
    if (row === last.row) {
      rowRoom[row] -= open
      const room = rowRoom.reduce((part, count) => part + count, 0) - rowRoom[0]
      fill(0, column + 1, columnSums[column + 1], room, likelihood - factorials[open])
      rowRoom[row] += open
      return
    }
    const highest = Math.min(open, rowRoom[row])
    for (let count = Math.max(0, open - behind); count <= highest; count++) {
      rowRoom[row] -= count
      fill(row + 1, column, open - count, behind - rowRoom[row + 1], likelihood - factorials[count])
      rowRoom[row] += count
    }
  }
  fill(0, 0, columnSums[0], total - rowSums[0], 0)
  return tables > most ? null : sum
}

/** Draws a table with the given sums, as likely as it would be by chance, and gives the logarithm of its likelihood up to what all such tables share. O(cells · √samples). */
function drawTable(
  rowSums: readonly number[],
  columnSums: readonly number[],
  factorials: Float64Array,
  random: Random,
): number {
  const columnRoom = [...columnSums]
  let below = rowSums.reduce((sum, count) => sum + count, 0)
  let likelihood = 0
  for (const [i, rowSum] of rowSums.entries()) {
    let [open, right] = [rowSum, below]
    for (let j = 0; j < columnRoom.length; j++) {
      right -= columnRoom[j]
      const lastRow = i === rowSums.length - 1
      const count = lastRow ? columnRoom[j] : drawCount(columnRoom[j], right, open, factorials, random)
      likelihood -= factorials[count]
      columnRoom[j] -= count
      open -= count
    }
    below -= rowSum
  }
  return likelihood
}

/** How many of `draws` from `good` and `bad` samples are good: goes outward from the likeliest count until the probability drawn is used up. */
function drawCount(good: number, bad: number, draws: number, factorials: Float64Array, random: Random): number {
  const [low, high] = [Math.max(0, draws - bad), Math.min(good, draws)]
  if (low === high) return low
  const mode = Math.min(high, Math.max(low, Math.floor(((draws + 1) * (good + 1)) / (good + bad + 2))))
  const ways = (of: number, taken: number) => factorials[of] - factorials[taken] - factorials[of - taken]
  const likeliest = exponential(ways(good, mode) + ways(bad, draws - mode) - ways(good + bad, draws))
  let remainder = random.uniform() - likeliest
  if (remainder < 0) return mode
  let [above, below] = [likeliest, likeliest]
  for (let step = 1; mode + step <= high || mode - step >= low; step++) {
    const [up, down] = [mode + step, mode - step]
    if (up <= high) {
      above *= ((good - up + 1) * (draws - up + 1)) / (up * (bad - draws + up))
      remainder -= above
      if (remainder < 0) return up
    }
    if (down >= low) {
      below *= ((down + 1) * (bad - draws + down + 1)) / ((good - down) * (draws - down))
      remainder -= below
      if (remainder < 0) return down
    }
  }
  // Rounding alone leaves a rest.
  return mode
}

/** Samples by cluster (row) and level (column); every row and every column has some. */
export interface CountTable {
  counts: number[][]
  rowSums: number[]
  columnSums: number[]
  total: number
}

/** The table of some counts; clusters and levels without samples are left out. */
export function countTable(counts: readonly (readonly number[])[]): CountTable {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const rows = counts.filter((row) => sum(row) > 0)
  const columns = Array.from((rows[0] ?? []).keys()).filter((j) => rows.some((row) => row[j] > 0))
  const filled = rows.map((row) => columns.map((j) => row[j]))
  const columnSums = columns.map((_, j) => sum(filled.map((row) => row[j])))
  return { counts: filled, rowSums: filled.map(sum), columnSums, total: sum(columnSums) }
}

/** ln 0!, ln 1!, … ln count!. */
function logFactorials(count: number): Float64Array {
  return Float64Array.from({ length: count + 1 }, (_, i) => logGamma(i + 1))
}
