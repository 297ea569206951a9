// Products with a sparse matrix S compressed by row (f64 values, u32 indices and pointers). Factors and results are row-major with an even number
// of columns, `width`. Sums run in the order of the stored entries.

/** Rows first … last − 1 of z (rows × width) ← S·W. */
export function multiplySparse(values: usize, indices: usize, pointers: usize, w: usize, width: i32, z: usize, first: i32, last: i32): void {
  const stride = <usize>width << 3
  for (let i = first; i < last; i++) {
    const begin = <usize>load<u32>(pointers + (<usize>i << 2))
    const start = indices + (begin << 2)
    const end = indices + (<usize>load<u32>(pointers + (<usize>i << 2), 4) << 2)
    const target = z + <usize>i * stride
    let j: usize = 0
    for (; j + 64 <= stride; j += 64) {
      let a: v128 = f64x2.splat(0)
      let b: v128 = f64x2.splat(0)
      let c: v128 = f64x2.splat(0)
      let d: v128 = f64x2.splat(0)
      let from = values + (begin << 3)
      for (let at = start; at < end; at += 4) {
        const value: v128 = v128.load64_splat(from)
        const row = w + <usize>load<u32>(at) * stride + j
        a = f64x2.add(a, f64x2.mul(value, v128.load(row)))
        b = f64x2.add(b, f64x2.mul(value, v128.load(row, 16)))
        c = f64x2.add(c, f64x2.mul(value, v128.load(row, 32)))
        d = f64x2.add(d, f64x2.mul(value, v128.load(row, 48)))
        from += 8
      }
      v128.store(target + j, a)
      v128.store(target + j, b, 16)
      v128.store(target + j, c, 32)
      v128.store(target + j, d, 48)
    }
    if (j === stride) continue
    let from = values + (begin << 3)
    const column = w + j
    let a: v128 = f64x2.splat(0)
    let b: v128 = f64x2.splat(0)
    let c: v128 = f64x2.splat(0)
    if (j + 48 === stride) {
      for (let at = start; at < end; at += 4) {
        const value: v128 = v128.load64_splat(from)
        const row = column + <usize>load<u32>(at) * stride
        a = f64x2.add(a, f64x2.mul(value, v128.load(row)))
        b = f64x2.add(b, f64x2.mul(value, v128.load(row, 16)))
        c = f64x2.add(c, f64x2.mul(value, v128.load(row, 32)))
        from += 8
      }
      v128.store(target + j, b, 16)
      v128.store(target + j, c, 32)
    } else if (j + 32 === stride) {
      for (let at = start; at < end; at += 4) {
        const value: v128 = v128.load64_splat(from)
        const row = column + <usize>load<u32>(at) * stride
        a = f64x2.add(a, f64x2.mul(value, v128.load(row)))
        b = f64x2.add(b, f64x2.mul(value, v128.load(row, 16)))
        from += 8
      }
      v128.store(target + j, b, 16)
    } else {
      for (let at = start; at < end; at += 4) {
        a = f64x2.add(a, f64x2.mul(v128.load64_splat(from), v128.load(column + <usize>load<u32>(at) * stride)))
        from += 8
      }
    }
    v128.store(target + j, a)
  }
}

/** Sᵀ by row, rows of S ascending in each, for S (rows × columns). `toPointers` has room for columns + 2 numbers, of which the last means nothing. */
export function turnSparse(
  values: usize, indices: usize, pointers: usize, rows: i32, columns: i32, toValues: usize, toIndices: usize, toPointers: usize,
): void {
  memory.fill(toPointers, 0, <usize>(columns + 2) << 2)
  const entries = <usize>load<u32>(pointers + (<usize>rows << 2))
  // Counts go two places on, so that after the sums the place before holds where the next entry of a column goes.
  for (let e: usize = 0; e < entries; e++) {
    const place = toPointers + (<usize>load<u32>(indices + (e << 2)) << 2)
    store<u32>(place, load<u32>(place, 8) + 1, 8)
  }
  for (let j: usize = 2; j <= <usize>columns; j++) {
    const place = toPointers + (j << 2)
    store<u32>(place, load<u32>(place) + load<u32>(place - 4))
  }
  for (let i = 0; i < rows; i++) {
    const end = <usize>load<u32>(pointers + (<usize>i << 2), 4)
    for (let e = <usize>load<u32>(pointers + (<usize>i << 2)); e < end; e++) {
      const place = toPointers + (<usize>load<u32>(indices + (e << 2)) << 2)
      const target = <usize>load<u32>(place, 4)
      store<u32>(place, <u32>target + 1, 4)
      store<f64>(toValues + (target << 3), load<f64>(values + (e << 3)))
      store<u32>(toIndices + (target << 2), i)
    }
  }
}

/**
 * Adds w_i · v · (row i of S from v on, and a one behind its columns) to row j of out, for every entry v of the features j from first … last − 1: half of Σ w_i · [s_i 1]ᵀ[s_i 1], out being columns + 1 wide. Sums run
 * over the rows i in their order.
 */
export function addSparseSquares(
  values: usize, indices: usize, pointers: usize, weights: usize, rows: i32, columns: i32, out: usize, first: u32, last: u32,
): void {
  const stride = <usize>(columns + 1) << 3
  for (let i: usize = 0; i < <usize>rows; i++) {
    const end = <usize>load<u32>(pointers + (i << 2), 4)
    const weight = load<f64>(weights + (i << 3))
    for (let e = <usize>load<u32>(pointers + (i << 2)); e < end; e++) {
      const j = load<u32>(indices + (e << 2))
      if (j < first || j >= last) continue
      const value = weight * load<f64>(values + (e << 3))
      const target = out + <usize>j * stride
      for (let f = e; f < end; f++) {
        const place = target + (<usize>load<u32>(indices + (f << 2)) << 3)
        store<f64>(place, load<f64>(place) + value * load<f64>(values + (f << 3)))
      }
      const place = target + stride - 8
      store<f64>(place, load<f64>(place) + value)
    }
  }
}
