// One step of a polynomial filter of functions on a graph (src/graphs/filtered-functions.ts), in single precision.

/**
 * Rows first … last − 1 of y (n × width floats) ← a·S·x + b·x + c·y for a sparse S compressed by row (f32 values, u32 indices and pointers). `x` has the rows of all columns of S, `own` those of the rows of S; width is a
 * multiple of 8. Sums run in the order of the stored entries.
 */
export function filterGraph(
  values: usize, indices: usize, pointers: usize, x: usize, own: usize, width: i32, y: usize, a: f32, b: f32, c: f32, first: i32, last: i32,
): void {
  const stride = <usize>width << 2
  const byA: v128 = f32x4.splat(a)
  const byB: v128 = f32x4.splat(b)
  const byC: v128 = f32x4.splat(c)
  for (let i = first; i < last; i++) {
    const begin = <usize>load<u32>(pointers + (<usize>i << 2))
    const start = indices + (begin << 2)
    const end = indices + (<usize>load<u32>(pointers + (<usize>i << 2), 4) << 2)
    const shift = <usize>i * stride
    let j: usize = 0
    for (; j + 64 <= stride; j += 64) {
      let s0: v128 = f32x4.splat(0)
      let s1: v128 = f32x4.splat(0)
      let s2: v128 = f32x4.splat(0)
      let s3: v128 = f32x4.splat(0)
      let from = values + (begin << 2)
      for (let at = start; at < end; at += 4) {
        const value: v128 = v128.load32_splat(from)
        const row = x + <usize>load<u32>(at) * stride + j
        s0 = f32x4.add(s0, f32x4.mul(value, v128.load(row)))
        s1 = f32x4.add(s1, f32x4.mul(value, v128.load(row, 16)))
        s2 = f32x4.add(s2, f32x4.mul(value, v128.load(row, 32)))
        s3 = f32x4.add(s3, f32x4.mul(value, v128.load(row, 48)))
        from += 4
      }
      const here = own + shift + j
      const target = y + shift + j
      combine(target, byA, s0, byB, here, byC)
      combine(target + 16, byA, s1, byB, here + 16, byC)
      combine(target + 32, byA, s2, byB, here + 32, byC)
      combine(target + 48, byA, s3, byB, here + 48, byC)
    }
    if (j === stride) continue
    let s0: v128 = f32x4.splat(0)
    let s1: v128 = f32x4.splat(0)
    let from = values + (begin << 2)
    for (let at = start; at < end; at += 4) {
      const value: v128 = v128.load32_splat(from)
      const row = x + <usize>load<u32>(at) * stride + j
      s0 = f32x4.add(s0, f32x4.mul(value, v128.load(row)))
      s1 = f32x4.add(s1, f32x4.mul(value, v128.load(row, 16)))
      from += 4
    }
    combine(y + shift + j, byA, s0, byB, own + shift + j, byC)
    combine(y + shift + j + 16, byA, s1, byB, own + shift + j + 16, byC)
  }
}

// @inline
function combine(target: usize, a: v128, sum: v128, b: v128, here: usize, c: v128): void {
  const both: v128 = f32x4.add(f32x4.mul(a, sum), f32x4.mul(b, v128.load(here)))
  v128.store(target, f32x4.add(both, f32x4.mul(c, v128.load(target))))
}
