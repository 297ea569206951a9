// The nearest centre of very many rows, in single precision. Rows come in panels of eight, column by column: entry (row r, column l) of a panel is at (8·l + r)·4 bytes.
import { closest8, turn4 } from './near-tiles'

/** Rows first … last − 1, multiples of 8, of row-major `rows` (columns f32 each) to panels. */
export function packEights(rows: usize, columns: i32, first: i32, last: i32, panels: usize): void {
  const rowBytes = <usize>columns << 2
  for (let i = first; i < last; i += 4) {
    const row = rows + <usize>i * rowBytes
    turn4(row, row + rowBytes, row + 2 * rowBytes, row + 3 * rowBytes, columns, panels + <usize>(i >> 3) * (rowBytes << 3) + (<usize>(i & 4) << 2))
  }
}

/** The label (i32) of every row of `count` panels of rows, `stride` bytes apart, by the centres of `closest8`. */
export function nearestCentres(
  rows: usize, count: i32, stride: usize, features: i32, centres: usize, panels: i32, halves: usize, labels: usize,
): void {
  for (let p: usize = 0; p < <usize>count; p++) closest8(rows + p * stride, features, centres, panels, halves, labels + (p << 5))
}
