// Lists of the nearest points seen so far, `length` entries a point: `lists` (i64: the squared distance of the rounded points, the key, above the number of the other point; larger than any where there is none yet) and `fresh` (u8: 1 since the entry
// was last followed). Entries are sorted as numbers, that is nearest first and equal ones by the lower number, so that a list does not depend on the order in which points come.
import { holds } from './rounded-tiles'

/** Takes point `other` into the list of point `id` if it belongs there: 1 if so. Without `fresh` (0) nobody asks what is. */
export function offer(id: u32, other: u32, key: i32, lists: usize, fresh: usize, length: i32): i32 {
  const first = lists + (<usize>id * <usize>length << 3)
  const entry = (<i64>key << 32) | <i64>other
  const last = first + (<usize>(length - 1) << 3)
  // The same two have the same key whenever they meet.
  if (entry >= load<i64>(last) || holds(first, length, entry)) return 0
  let place = last
  for (; place > first; place -= 8) {
    const before = load<i64>(place - 8)
    if (before < entry) break
    store<i64>(place, before)
  }
  store<i64>(place, entry)
  if (!fresh) return 1
  const from = fresh + ((place - lists) >> 3)
  for (let to = fresh + ((last - lists) >> 3); to > from; to--) store<u8>(to, load<u8>(to - 1))
  store<u8>(from, 1)
  return 1
}

/** The key of the last entry of a list: others must be at most as far. */
// @inline
export function lastKey(id: u32, lists: usize, length: i32): i32 {
  return load<i32>(lists + ((<usize>id * <usize>length + <usize>(length - 1)) << 3), 4)
}
