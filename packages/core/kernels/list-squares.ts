/** How far, squared and summed column by column, point owners[l] (u32; rows of columns f64) is from each of the `count` points in list l (`others`, u32), for lists begin … end − 1: one f64 per entry. */
export function listSquares(
  points: usize, columns: i32, owners: usize, others: usize, count: i32, begin: i32, end: i32, out: usize,
): void {
  const rowBytes = <usize>columns << 3
  for (let l = begin; l < end; l++) {
    const row = points + <usize>load<u32>(owners + (<usize>l << 2)) * rowBytes
    const stop = <usize>(l + 1) * <usize>count
    for (let e = <usize>l * <usize>count; e < stop; e++) {
      const other = points + <usize>load<u32>(others + (e << 2)) * rowBytes
      store<f64>(out + (e << 3), squareBetween(row, other, rowBytes))
    }
  }
}

/**
 * How far point owners[l] (u32; rows of columns f64) is from the `count` points of list lists[l] (i32; −1: of none) of `others` (u32), for l from begin to end − 1: the sum of the distances, and how many they are.
 * Points whose mark (i32) is 0 count for nothing.
 */
export function sumListDistances(
  points: usize, columns: i32, marks: usize, owners: usize, lists: usize, others: usize, count: i32, begin: i32, end: i32, sums: usize, counts: usize,
): void {
  const rowBytes = <usize>columns << 3
  for (let l = begin; l < end; l++) {
    const owner = <usize>load<u32>(owners + (<usize>l << 2))
    const list = load<i32>(lists + (<usize>l << 2))
    const row = points + owner * rowBytes
    let sum: f64 = 0
    let found: f64 = 0
    if (list >= 0 && load<i32>(marks + (owner << 2)) !== 0) {
      const stop = <usize>(list + 1) * <usize>count
      for (let e = <usize>list * <usize>count; e < stop; e++) {
        const other = <usize>load<u32>(others + (e << 2))
        if (load<i32>(marks + (other << 2)) === 0) continue
        sum += sqrt(squareBetween(row, points + other * rowBytes, rowBytes))
        found++
      }
    }
    store<f64>(sums + (<usize>l << 3), sum)
    store<f64>(counts + (<usize>l << 3), found)
  }
}

// @inline
function squareBetween(row: usize, other: usize, rowBytes: usize): f64 {
  let sum: f64 = 0
  for (let c: usize = 0; c < rowBytes; c += 8) {
    const difference = load<f64>(row + c) - load<f64>(other + c)
    sum += difference * difference
  }
  return sum
}
