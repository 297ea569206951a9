// The links of a graph as filterRounded takes them (src/graphs/rounded-steps.ts).

/** What the links of a node come to: the largest whole number of 16 bits. */
const LARGEST: f64 = 32767

/**
 * Links (f64) of `rows` rows that begin at `ends` (u32), times the scales (f64, of all nodes) of the nodes they lead to (u32), rounded to 16 bits in units (f32) of the row; what rounding takes from a link the next one gets, so that
 * those of a row come to what they came to. Row r is node `first` + r, whose scale stands at `own`[r]; its pairs go to the place of the node (places, u32; 0: that of its number), where `pointers` (u32) say, and so do the places
 * of the nodes they lead to.
 */
export function pairLinks(
  values: usize, indices: usize, ends: usize, rows: i32, first: i32, own: usize, places: usize, scales: usize,
  weights: usize, others: usize, pointers: usize, units: usize,
): void {
  const zero = load<u32>(ends)
  for (let r = 0; r < rows; r++, ends += 4) {
    const begin = <usize>(load<u32>(ends) - zero)
    const end = <usize>(load<u32>(ends, 4) - zero)
    let total: f64 = 0
    for (let p = begin; p < end; p++)
      total += load<f64>(values + (p << 3)) * load<f64>(scales + (<usize>load<u32>(indices + (p << 2)) << 3))
    const factor = total > 0 ? LARGEST / total : 0
    const node = <usize>(first + r)
    const place = places ? <usize>load<u32>(places + (node << 2)) : node
    store<f32>(units + (place << 2), factor > 0 ? <f32>(load<f64>(own + (<usize>r << 3)) / factor) : 0)
    let to = <usize>load<u32>(pointers + (place << 2)) << 1
    let before = 0
    let sum: f64 = 0
    for (let p = begin; p < end; p++, to++) {
      const other = <usize>load<u32>(indices + (p << 2))
      sum += load<f64>(values + (p << 3)) * load<f64>(scales + (other << 3))
      const reached = <i32>floor(sum * factor + 0.5)
      store<i16>(weights + (to << 1), <i16>(reached - before))
      store<u32>(others + (to << 2), places ? load<u32>(places + (other << 2)) : <u32>other)
      before = reached
    }
    // The second of the last pair counts nothing.
    if (to & 1) {
      store<i16>(weights + (to << 1), 0)
      store<u32>(others + (to << 2), 0)
    }
  }
}
