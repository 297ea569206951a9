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
      let sum: f64 = 0
      for (let c: usize = 0; c < rowBytes; c += 8) {
        const difference = load<f64>(row + c) - load<f64>(other + c)
        sum += difference * difference
      }
      store<f64>(out + (e << 3), sum)
    }
  }
}
