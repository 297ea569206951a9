/** The entry that stands in the middle when `values` are sorted, the upper one of two; `values` end up in another order. No NaN. O(length) on average. */
export function upperMedianInto(values: Float64Array): number {
  return sortedEntryInto(values, values.length >> 1)
}

/** The entry that stands at `place` when `values` are sorted; they end up in another order, none before that place larger. No NaN. O(length) on average. Source: Hoare's selection. */
export function sortedEntryInto(values: Float64Array, place: number): number {
  let [low, high] = [0, values.length - 1]
  while (low < high) {
    const pivot = middleOf(values[low], values[(low + high) >> 1], values[high])
    let [left, right] = [low, high]
    while (left <= right) {
      while (values[left] < pivot) left++
      while (values[right] > pivot) right--
      if (left > right) break
      const value = values[left]
      values[left++] = values[right]
      values[right--] = value
    }
    if (place <= right) high = right
    else if (place >= left) low = left
    else break
  }
  return values[place]
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
