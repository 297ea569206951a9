/** Multiplications that are worth a call of their own, some hundred microseconds. */
const WORK = 500_000
/** Most ranges: enough for threads that are held up to be made up for by the others. */
const RANGES = 48

/**
 * Splits 0 … total − 1 into ranges [first, end) for `kernels.share`, all but the last multiples of `step` long, with `work` multiplications a unit and
 * about `least` units each at the least. How it is split
 * depends only on these numbers, not on the threads. At least one range.
 */
export function workRanges(total: number, step: number, work: number, least = step): [number, number][] {
  const count = Math.max(1, Math.min(RANGES, Math.floor((total * work) / WORK), Math.floor(total / least)))
  const length = Math.max(step, Math.ceil(total / count / step) * step)
  const ranges: [number, number][] = []
  for (let first = 0; first < total; first += length) ranges.push([first, Math.min(first + length, total)])
  return ranges.length > 0 ? ranges : [[0, 0]]
}

/** Splits begin … end − 1 into ranges as `workRanges` does, in steps of 4. */
export function rangesFrom(begin: number, end: number, work: number): [number, number][] {
  return workRanges(end - begin, 4, work).map(([first, last]) => [begin + first, begin + last])
}
