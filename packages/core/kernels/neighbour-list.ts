// The lists of neighbours.ts (keys and points of type f64) and of single-neighbours.ts (f32).
import { contains } from './near-tiles'

/** Takes point `other` into the list of point `id` if it belongs there: 1 if so. */
export function offer<K extends number>(id: u32, other: u32, key: K, indices: usize, keys: usize, fresh: usize, length: i32): i32 {
  const first = <usize>id * <usize>length
  const last = first + <usize>(length - 1)
  const limit = load<K>(keys + last * sizeof<K>())
  if (!(key <= limit) || (key === limit && other > load<u32>(indices + (last << 2)))) return 0
  if (contains(indices + (first << 2), length, other)) return 0
  let place = last
  for (; place > first; place--) {
    const before = load<K>(keys + (place - 1) * sizeof<K>())
    if (before < key || (before === key && load<u32>(indices + ((place - 1) << 2)) < other)) break
    store<K>(keys + place * sizeof<K>(), before)
    store<u32>(indices + (place << 2), load<u32>(indices + ((place - 1) << 2)))
    store<u8>(fresh + place, load<u8>(fresh + place - 1))
  }
  store<K>(keys + place * sizeof<K>(), key)
  store<u32>(indices + (place << 2), other)
  store<u8>(fresh + place, 1)
  return 1
}

/** `measureNearest` of points of either precision; sums are f64. */
export function measure<T extends number>(
  points: usize, columns: i32, begin: i32, end: i32, indices: usize, length: i32, names: usize, count: i32, nearest: usize, distances: usize,
): void {
  const rowBytes = <usize>columns * sizeof<T>()
  for (let i = begin; i < end; i++) {
    const row = points + <usize>i * rowBytes
    const first = <usize>load<u32>(names + (<usize>i << 2)) * <usize>count
    let found = 0
    for (let p = <usize>i * <usize>length; p < <usize>(i + 1) * <usize>length; p++) {
      const j = load<i32>(indices + (p << 2))
      if (j < 0) continue
      const other = points + <usize>j * rowBytes
      let sum: f64 = 0
      for (let c: usize = 0; c < rowBytes; c += sizeof<T>()) {
        const difference = <f64>load<T>(row + c) - <f64>load<T>(other + c)
        sum += difference * difference
      }
      const name = load<i32>(names + (<usize>j << 2))
      let place = found
      if (found < count) found++
      else {
        place--
        const last = first + <usize>place
        const worst = load<f64>(distances + (last << 3))
        if (!(sum < worst || (sum === worst && name < load<i32>(nearest + (last << 2))))) continue
      }
      for (; place > 0; place--) {
        const previous = first + <usize>(place - 1)
        const value = load<f64>(distances + (previous << 3))
        if (value < sum || (value === sum && load<i32>(nearest + (previous << 2)) < name)) break
        store<f64>(distances + (previous << 3), value, 8)
        store<i32>(nearest + (previous << 2), load<i32>(nearest + (previous << 2)), 4)
      }
      store<f64>(distances + ((first + <usize>place) << 3), sum)
      store<i32>(nearest + ((first + <usize>place) << 2), name)
    }
  }
}
