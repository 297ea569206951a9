import type { Matrix } from '../numerics/linalg/matrix.ts'
import {
  defaultBlockRows,
  type HeldRows,
  hasSparseRows,
  isBlocked,
  type Rows,
  rowsBetween,
} from '../numerics/linalg/rows.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Progress } from '../runtime/progress.ts'
import { gatherOnFirst } from '../runtime/ranks/gather-rows.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { type RowRange, rowRange } from '../runtime/ranks/row-range.ts'
import type { NamedRows, PreparedRows } from './prepare-views.ts'

/** Numbers of a view that rank 0 takes into memory at once (1 GiB); larger views are sent in blocks whenever it reads them. */
const MOST_HELD = 1 << 27

/** The request that ends the work, in the place of the number of a view. */
const END = -1

/**
 * Does `work` on rank 0 as one process does it, with the samples of all ranks in their order; null on the others, which meanwhile send the rows that it reads. No rank has to hold
 * a view that is larger than 1 GiB. One message of the rows per reading.
 */
export function* onFirstRank<T>(
  ranks: Ranks,
  input: PreparedRows,
  work: (input: PreparedRows) => Generator<Progress, T>,
): Generator<Progress, T | null> {
  if (ranks.size === 1) return yield* work(input)
  const range = rowRange(ranks, input.samples)
  const views = input.views.map((view, v) => viewOfAll(ranks, view, v, range))
  if (ranks.rank > 0) {
    yield* sendRows(ranks, input.views, range)
    return null
  }
  const ids = Array.from({ length: range.total }, (_, i) => String(i))
  try {
    return yield* work({ samples: range.total, views, ids })
  } finally {
    ranks.broadcast(Float64Array.of(END, 0, 0))
  }
}

/** A view with the samples of all ranks, as rank 0 sees it. */
function viewOfAll(ranks: Ranks, { name, data, present }: NamedRows, view: number, range: RowRange): NamedRows {
  const { columns } = data
  const lacking = Float64Array.of(Number(present !== null))
  ranks.allReduceSum(lacking)
  const marks = lacking[0] > 0 ? ranks.gather(present ?? new Uint8Array(data.rows).fill(1)) : null
  const numbers = Float64Array.of(
    isBlocked(data) ? Infinity : 'pointers' in data ? data.values.length : data.rows * columns,
  )
  ranks.allReduceSum(numbers)
  if (numbers[0] <= MOST_HELD) return { name, data: gatherOnFirst(ranks, data as HeldRows) ?? data, present: marks }
  const read = (begin: number, end: number) => {
    ranks.broadcast(Float64Array.of(view, begin, end))
    return gatherOnFirst(ranks, rowsOfRank(data, range, begin, end))!
  }
  const shape = { rows: range.total, columns, blockRows: isBlocked(data) ? data.blockRows : defaultBlockRows(columns) }
  const rows: Rows = hasSparseRows(data)
    ? { ...shape, readSparseRows: (begin, end) => read(begin, end) as SparseMatrix }
    : { ...shape, readRows: (begin, end, to) => to.set((read(begin, end) as Matrix).data) }
  return { name, data: rows, present: marks }
}

/** Answers what rank 0 asks for until its work ends. */
function* sendRows(ranks: Ranks, views: readonly NamedRows[], range: RowRange): Generator<Progress, void> {
  for (;;) {
    const request = new Float64Array(3)
    ranks.broadcast(request)
    const [view, begin, end] = request
    if (view === END) return
    gatherOnFirst(ranks, rowsOfRank(views[view].data, range, begin, end))
    yield { stage: 'views', iteration: end, total: range.total }
  }
}

/** This rank's rows among the rows begin … end − 1 of all ranks. */
function rowsOfRank(data: Rows, range: RowRange, begin: number, end: number): HeldRows {
  const first = Math.min(Math.max(begin, range.begin), range.end)
  const last = Math.max(Math.min(end, range.end), first)
  return rowsBetween(data, first - range.begin, last - range.begin)
}
