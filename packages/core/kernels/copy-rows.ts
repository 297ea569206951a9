/** Copies `rows` rows of `width` doubles (an even number), which lie `fromBytes` and `toBytes` bytes apart. */
export function copyRows(from: usize, fromBytes: usize, to: usize, toBytes: usize, rows: i32, width: i32): void {
  const bytes = <usize>width << 3
  for (let i = 0; i < rows; i++) {
    for (let at: usize = 0; at < bytes; at += 16) v128.store(to + at, v128.load(from + at))
    from += fromBytes
    to += toBytes
  }
}
