// Lists of the nearest points seen so far, `length` entries a point: `lists` (i64: the squared distance of the rounded points, the key, above the number of the other point; larger than any where there is none yet). Entries are
// sorted as numbers, that is nearest first and equal ones by the lower number, so that a list does not depend on the order in which points come.
import { holds } from './rounded-tiles'

/** Takes point `other` into the list of point `id` if it belongs there; false where it is there already. */
export function offer(id: u32, other: u32, key: i32, lists: usize, length: i32): bool {
  const first = lists + (<usize>id * <usize>length << 3)
  const entry = (<i64>key << 32) | <i64>other
  let place = first + (<usize>(length - 1) << 3)
  // The same two have the same key whenever they meet.
  if (holds(first, length, entry)) return false
  if (entry > load<i64>(place)) return true
  for (; place > first; place -= 8) {
    const before = load<i64>(place - 8)
    if (before < entry) break
    store<i64>(place, before)
  }
  store<i64>(place, entry)
  return true
}

/** The key of the last entry of a list: others must be at most as far. */
// @inline
export function lastKey(id: u32, lists: usize, length: i32): i32 {
  return load<i32>(lists + ((<usize>id * <usize>length + <usize>(length - 1)) << 3), 4)
}
