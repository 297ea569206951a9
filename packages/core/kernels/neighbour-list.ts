// Lists of the nearest points seen so far: `indices` (i32, −1 where there is none yet), `keys` (i32, squared distances of rounded points) and `fresh` (u8: 1 since the entry was last followed), `length` entries a point, nearest
// first and equal ones by the lower index, so that a list does not depend on the order in which points come.
import { contains } from './rounded-tiles'

/** Takes point `other` into the list of point `id` if it belongs there: 1 if so. */
export function offer(id: u32, other: u32, key: i32, indices: usize, keys: usize, fresh: usize, length: i32): i32 {
  const first = <usize>id * <usize>length
  const last = first + <usize>(length - 1)
  const limit = load<i32>(keys + (last << 2))
  if (key > limit || (key === limit && other > load<u32>(indices + (last << 2)))) return 0
  if (contains(indices + (first << 2), length, other)) return 0
  let place = last
  for (; place > first; place--) {
    const before = load<i32>(keys + ((place - 1) << 2))
    if (before < key || (before === key && load<u32>(indices + ((place - 1) << 2)) < other)) break
    store<i32>(keys + (place << 2), before)
    store<u32>(indices + (place << 2), load<u32>(indices + ((place - 1) << 2)))
    store<u8>(fresh + place, load<u8>(fresh + place - 1))
  }
  store<i32>(keys + (place << 2), key)
  store<u32>(indices + (place << 2), other)
  store<u8>(fresh + place, 1)
  return 1
}

/** The key of the last entry of a list: others must be at most as far. */
// @inline
export function lastKey(id: u32, keys: usize, length: i32): i32 {
  return load<i32>(keys + ((<usize>id * <usize>length + <usize>(length - 1)) << 2))
}
