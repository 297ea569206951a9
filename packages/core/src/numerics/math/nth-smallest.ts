/** Below this many values a sort ends the search. */
const FEW = 12

/** Moves the value that has `n` smaller or equal ones before it to place n, smaller ones before it and larger ones after it, and gives it; values must not be NaN. O(length) on average (Hoare, 1961). */
export function nthSmallestInto(values: Float64Array, n: number): number {
  let begin = 0
  let end = values.length - 1
  while (end - begin >= FEW) {
    const middle = (begin + end) >> 1
    const pivot = middleOf(values[begin], values[middle], values[end])
    let [left, right] = [begin, end]
    while (left <= right) {
      while (values[left] < pivot) left++
      while (values[right] > pivot) right--
      if (left > right) break
      const value = values[left]
      values[left++] = values[right]
      values[right--] = value
    }
    if (n <= right) end = right
    else if (n >= left) begin = left
    else return values[n]
  }
  values.subarray(begin, end + 1).sort()
  return values[n]
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
