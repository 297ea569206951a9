/**
 * out (samples × columns, f64), rows begin … end − 1, ← the sum of the rows that the labels of `members` partitions choose, one partition after the other. Partition b has its labels (i32) at labels + 4·stride·b and its
 * rows in `tables` (columns f64 each) from number firsts[b] (i32) on.
 */
export function addChosen(
  labels: usize, stride: i32, members: i32, tables: usize, firsts: usize, columns: i32, begin: i32, end: i32, out: usize,
): void {
  const rowBytes = <usize>columns << 3
  const paired = rowBytes & ~15
  memory.fill(out + <usize>begin * rowBytes, 0, <usize>(end - begin) * rowBytes)
  for (let i = begin; i < end; i++) {
    const target = out + <usize>i * rowBytes
    for (let b = 0; b < members; b++) {
      const label = load<i32>(labels + (<usize>(b * stride + i) << 2))
      const row = tables + <usize>(load<i32>(firsts + (<usize>b << 2)) + label) * rowBytes
      for (let p: usize = 0; p < paired; p += 16) v128.store(target + p, f64x2.add(v128.load(target + p), v128.load(row + p)))
      if (paired < rowBytes) store<f64>(target + paired, load<f64>(target + paired) + load<f64>(row + paired))
    }
  }
}
