/**
 * Puts the entries of `rows` rows of `columns` doubles that are not zero behind the `count` that `values` and `indices` have already, and after each row their number to `ends`.
 * It returns how many there are then, or −1 as soon as there are more than `most`, of which it stores none.
 */
export function collectEntries(
  from: usize, rows: i32, columns: i32, count: i32, most: i32, values: usize, indices: usize, ends: usize,
): i32 {
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++, from += 8) {
      const value = load<f64>(from)
      if (value === 0) continue
      if (count === most) return -1
      store<f64>(values + (<usize>count << 3), value)
      store<u32>(indices + (<usize>count << 2), j)
      count++
    }
    store<u32>(ends + (<usize>i << 2), count)
  }
  return count
}
