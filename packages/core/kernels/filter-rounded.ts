// filter-graph.ts for links and functions that are rounded to whole numbers of 16 bits, 16 functions at a time: half as much is fetched.

/** peaks (16 f32) ← the largest size of each function in rows first … last − 1 of x (n × 16 f32). */
export function functionPeaks(x: usize, first: i32, last: i32, peaks: usize): void {
  let p0: v128 = f32x4.splat(0)
  let p1: v128 = f32x4.splat(0)
  let p2: v128 = f32x4.splat(0)
  let p3: v128 = f32x4.splat(0)
  const end = x + (<usize>last << 6)
  for (let row = x + (<usize>first << 6); row < end; row += 64) {
    p0 = f32x4.max(p0, f32x4.abs(v128.load(row)))
    p1 = f32x4.max(p1, f32x4.abs(v128.load(row, 16)))
    p2 = f32x4.max(p2, f32x4.abs(v128.load(row, 32)))
    p3 = f32x4.max(p3, f32x4.abs(v128.load(row, 48)))
  }
  v128.store(peaks, p0)
  v128.store(peaks, p1, 16)
  v128.store(peaks, p2, 32)
  v128.store(peaks, p3, 48)
}

/** Rows first … last − 1 of rounded (n × 16 i16) ← those of x (f32) times the factor of each function, the nearest whole numbers. */
export function roundFunctions(x: usize, first: i32, last: i32, factors: usize, rounded: usize): void {
  const end = x + (<usize>last << 6)
  let to = rounded + (<usize>first << 5)
  for (let row = x + (<usize>first << 6); row < end; row += 64)
    for (let j: usize = 0; j < 64; j += 32) {
      const left: v128 = f32x4.nearest(f32x4.mul(v128.load(row + j), v128.load(factors + j)))
      const right: v128 = f32x4.nearest(f32x4.mul(v128.load(row + j, 16), v128.load(factors + j, 16)))
      v128.store(to, i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(left), i32x4.trunc_sat_f32x4_s(right)))
      to += 16
    }
}

/**
 * Rows first … last − 1 of y (n × 16 f32) ← a·S·x + b·own + c·y. The links of a row come in pairs, to which the pointers count: i16 weights in units of the row (`units`, f32) and u32 indices. `x` has the rounded rows of all
 * columns of S (i16) in units of each function (`scales`, f32), `own` the rows of S (f32). Sums over links are exact.
 */
export function filterRounded(
  weights: usize, indices: usize, pointers: usize, units: usize, x: usize, scales: usize, own: usize, y: usize, a: f32, b: f32, c: f32, first: i32, last: i32,
): void {
  const byB: v128 = f32x4.splat(b)
  const byC: v128 = f32x4.splat(c)
  for (let i: usize = first; i < <usize>last; i++) {
    const begin = <usize>load<u32>(pointers + (i << 2))
    const stop = weights + (<usize>load<u32>(pointers + (i << 2), 4) << 2)
    let at = indices + (begin << 3)
    let s0: v128 = i32x4.splat(0)
    let s1: v128 = i32x4.splat(0)
    let s2: v128 = i32x4.splat(0)
    let s3: v128 = i32x4.splat(0)
    for (let from = weights + (begin << 2); from < stop; from += 4) {
      const pair: v128 = v128.load32_splat(from)
      const p = x + (<usize>load<u32>(at) << 5)
      const q = x + (<usize>load<u32>(at, 4) << 5)
      const p0: v128 = v128.load(p)
      const q0: v128 = v128.load(q)
      const p1: v128 = v128.load(p, 16)
      const q1: v128 = v128.load(q, 16)
      s0 = i32x4.add(s0, i32x4.dot_i16x8_s(pair, v128.shuffle<i16>(p0, q0, 0, 8, 1, 9, 2, 10, 3, 11)))
      s1 = i32x4.add(s1, i32x4.dot_i16x8_s(pair, v128.shuffle<i16>(p0, q0, 4, 12, 5, 13, 6, 14, 7, 15)))
      s2 = i32x4.add(s2, i32x4.dot_i16x8_s(pair, v128.shuffle<i16>(p1, q1, 0, 8, 1, 9, 2, 10, 3, 11)))
      s3 = i32x4.add(s3, i32x4.dot_i16x8_s(pair, v128.shuffle<i16>(p1, q1, 4, 12, 5, 13, 6, 14, 7, 15)))
      at += 8
    }
    const unit: v128 = f32x4.splat(a * load<f32>(units + (i << 2)))
    const shift = i << 6
    for (let j: usize = 0; j < 64; j += 16) {
      const sum: v128 = j === 0 ? s0 : j === 16 ? s1 : j === 32 ? s2 : s3
      const product: v128 = f32x4.mul(f32x4.mul(unit, v128.load(scales + j)), f32x4.convert_i32x4_s(sum))
      const both: v128 = f32x4.add(product, f32x4.mul(byB, v128.load(own + shift + j)))
      const target = y + shift + j
      v128.store(target, f32x4.add(both, f32x4.mul(byC, v128.load(target))))
    }
  }
}
