// Sums over the links of graphs: sparse matrices compressed by row, with values (f64), indices and pointers (u32).

/** out (clusters × clusters, f64) ← the weights of links from the cluster of their row (`own`, i32) to that of their column (`labels`, i32), in the order of the links. */
export function linkClusters(
  values: usize, indices: usize, pointers: usize, rows: i32, own: usize, labels: usize, clusters: i32, out: usize,
): void {
  memory.fill(out, 0, <usize>(clusters * clusters) << 3)
  for (let i: usize = 0; i < <usize>rows; i++) {
    const row = out + (<usize>(load<i32>(own + (i << 2)) * clusters) << 3)
    const end = <usize>load<u32>(pointers + (i << 2), 4)
    for (let p = <usize>load<u32>(pointers + (i << 2)); p < end; p++) {
      const place = row + (<usize>load<i32>(labels + (<usize>load<u32>(indices + (p << 2)) << 2)) << 3)
      store<f64>(place, load<f64>(place) + load<f64>(values + (p << 3)))
    }
  }
}

/** c ← weight · a + other · b of two graphs with columns ascending in every row, row by row; gives the number of links of c, which has room for those of both. */
export function addGraphs(
  aValues: usize, aIndices: usize, aPointers: usize, weight: f64, bValues: usize, bIndices: usize, bPointers: usize, other: f64,
  rows: i32, values: usize, indices: usize, pointers: usize,
): i32 {
  let next: usize = 0
  store<u32>(pointers, 0)
  for (let i: usize = 0; i < <usize>rows; i++) {
    let p = <usize>load<u32>(aPointers + (i << 2))
    let q = <usize>load<u32>(bPointers + (i << 2))
    const pEnd = <usize>load<u32>(aPointers + (i << 2), 4)
    const qEnd = <usize>load<u32>(bPointers + (i << 2), 4)
    while (p < pEnd || q < qEnd) {
      const ours: u32 = p < pEnd ? load<u32>(aIndices + (p << 2)) : u32.MAX_VALUE
      const theirs: u32 = q < qEnd ? load<u32>(bIndices + (q << 2)) : u32.MAX_VALUE
      let value: f64
      if (ours < theirs) value = weight * load<f64>(aValues + (p++ << 3))
      else if (theirs < ours) value = other * load<f64>(bValues + (q++ << 3))
      else value = weight * load<f64>(aValues + (p++ << 3)) + other * load<f64>(bValues + (q++ << 3))
      store<f64>(values + (next << 3), value)
      store<u32>(indices + (next << 2), min(ours, theirs))
      next++
    }
    store<u32>(pointers + (i << 2), <u32>next, 4)
  }
  return <i32>next
}
