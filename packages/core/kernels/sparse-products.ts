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

/** p (columns × width) ← Sᵀ·G. */
export function transposeMultiplySparse(
  values: usize, indices: usize, pointers: usize, rows: i32, columns: i32, g: usize, width: i32, p: usize,
): void {
  const stride = <usize>width << 3
  memory.fill(p, 0, <usize>columns * stride)
  for (let i = 0; i < rows; i++) {
    const begin = <usize>load<u32>(pointers + (<usize>i << 2))
    const end = <usize>load<u32>(pointers + (<usize>i << 2), 4)
    const row = g + <usize>i * stride
    for (let e = begin; e < end; e++) {
      const value: v128 = v128.load64_splat(values + (e << 3))
      const target = p + <usize>load<u32>(indices + (e << 2)) * stride
      for (let j: usize = 0; j < stride; j += 16)
        v128.store(target + j, f64x2.add(v128.load(target + j), f64x2.mul(value, v128.load(row + j))))
    }
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
