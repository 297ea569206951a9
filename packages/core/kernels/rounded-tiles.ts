// The inner loops of neighbours.ts, over points rounded to whole numbers of 16 bits. All sums are exact: their order does not matter.

/** tile (4 × 8, i32) ← the products of four rows x and eight rows w of panels of eight, over `pairs` pairs of columns. */
// @inline
export function products8(x: usize, w: usize, pairs: i32, tile: usize): void {
  let a0: v128 = i32x4.splat(0)
  let b0: v128 = i32x4.splat(0)
  let a1: v128 = i32x4.splat(0)
  let b1: v128 = i32x4.splat(0)
  let a2: v128 = i32x4.splat(0)
  let b2: v128 = i32x4.splat(0)
  let a3: v128 = i32x4.splat(0)
  let b3: v128 = i32x4.splat(0)
  const end = x + (<usize>pairs << 5)
  while (x < end) {
    const left: v128 = v128.load(w)
    const right: v128 = v128.load(w, 16)
    const x0: v128 = v128.load32_splat(x)
    a0 = i32x4.add(a0, i32x4.dot_i16x8_s(x0, left))
    b0 = i32x4.add(b0, i32x4.dot_i16x8_s(x0, right))
    const x1: v128 = v128.load32_splat(x, 4)
    a1 = i32x4.add(a1, i32x4.dot_i16x8_s(x1, left))
    b1 = i32x4.add(b1, i32x4.dot_i16x8_s(x1, right))
    const x2: v128 = v128.load32_splat(x, 8)
    a2 = i32x4.add(a2, i32x4.dot_i16x8_s(x2, left))
    b2 = i32x4.add(b2, i32x4.dot_i16x8_s(x2, right))
    const x3: v128 = v128.load32_splat(x, 12)
    a3 = i32x4.add(a3, i32x4.dot_i16x8_s(x3, left))
    b3 = i32x4.add(b3, i32x4.dot_i16x8_s(x3, right))
    x += 32
    w += 32
  }
  v128.store(tile, a0)
  v128.store(tile, b0, 16)
  v128.store(tile, a1, 32)
  v128.store(tile, b1, 48)
  v128.store(tile, a2, 64)
  v128.store(tile, b2, 80)
  v128.store(tile, a3, 96)
  v128.store(tile, b3, 112)
}

/** One bit for each of the pairs of four rows and eight columns, bit 8·row + column: 1 where squares + others − 2·tile (4 × 8) is at most the limit of the row or of the column. */
// @inline
export function reached8(tile: usize, squares: usize, limits: usize, others: usize, otherLimits: usize): u32 {
  const s0: v128 = v128.load(others)
  const s1: v128 = v128.load(others, 16)
  const l0: v128 = v128.load(otherLimits)
  const l1: v128 = v128.load(otherLimits, 16)
  let found: u32 = 0
  for (let r: usize = 0; r < 4; r++) {
    const own: v128 = v128.load32_splat(squares + (r << 2))
    const limit: v128 = v128.load32_splat(limits + (r << 2))
    const left: v128 = i32x4.sub(i32x4.add(own, s0), i32x4.shl(v128.load(tile + (r << 5)), 1))
    const right: v128 = i32x4.sub(i32x4.add(own, s1), i32x4.shl(v128.load(tile + (r << 5), 16), 1))
    const near: u32 = i32x4.bitmask(i32x4.le_s(left, i32x4.max_s(limit, l0)))
    const nearToo: u32 = i32x4.bitmask(i32x4.le_s(right, i32x4.max_s(limit, l1)))
    found |= (near | (nearToo << 4)) << <u32>(r << 3)
  }
  return found
}

/** nearest (8 keys, then 8 labels, i32): where squares − 2·tile (4 × 8) of a row is below the key of a column, that becomes its key, and the number of the row from `first` on its label. */
// @inline
export function nearer8(tile: usize, squares: usize, first: i32, nearest: usize): void {
  let least: v128 = v128.load(nearest)
  let leastToo: v128 = v128.load(nearest, 16)
  let label: v128 = v128.load(nearest, 32)
  let labelToo: v128 = v128.load(nearest, 48)
  for (let r: usize = 0; r < 4; r++) {
    const own: v128 = v128.load32_splat(squares + (r << 2))
    const number: v128 = i32x4.splat(first + <i32>r)
    const left: v128 = i32x4.sub(own, i32x4.shl(v128.load(tile + (r << 5)), 1))
    const right: v128 = i32x4.sub(own, i32x4.shl(v128.load(tile + (r << 5), 16), 1))
    const nearer: v128 = i32x4.lt_s(left, least)
    const nearerToo: v128 = i32x4.lt_s(right, leastToo)
    least = v128.bitselect(left, least, nearer)
    leastToo = v128.bitselect(right, leastToo, nearerToo)
    label = v128.bitselect(number, label, nearer)
    labelToo = v128.bitselect(number, labelToo, nearerToo)
  }
  v128.store(nearest, least)
  v128.store(nearest, leastToo, 16)
  v128.store(nearest, label, 32)
  v128.store(nearest, labelToo, 48)
}

/** products (4, i32) ← those of row x with the rows a … d, all `bytes` long, a multiple of 16. */
export function rowProducts4(x: usize, a: usize, b: usize, c: usize, d: usize, bytes: usize, products: usize): void {
  let sa: v128 = i32x4.splat(0)
  let sb: v128 = i32x4.splat(0)
  let sc: v128 = i32x4.splat(0)
  let sd: v128 = i32x4.splat(0)
  for (let l: usize = 0; l < bytes; l += 16) {
    const own: v128 = v128.load(x + l)
    sa = i32x4.add(sa, i32x4.dot_i16x8_s(own, v128.load(a + l)))
    sb = i32x4.add(sb, i32x4.dot_i16x8_s(own, v128.load(b + l)))
    sc = i32x4.add(sc, i32x4.dot_i16x8_s(own, v128.load(c + l)))
    sd = i32x4.add(sd, i32x4.dot_i16x8_s(own, v128.load(d + l)))
  }
  const ab: v128 = i32x4.add(v128.shuffle<i32>(sa, sb, 0, 1, 4, 5), v128.shuffle<i32>(sa, sb, 2, 3, 6, 7))
  const cd: v128 = i32x4.add(v128.shuffle<i32>(sc, sd, 0, 1, 4, 5), v128.shuffle<i32>(sc, sd, 2, 3, 6, 7))
  v128.store(products, i32x4.add(v128.shuffle<i32>(ab, cd, 0, 2, 4, 6), v128.shuffle<i32>(ab, cd, 1, 3, 5, 7)))
}

/** True where `value` is among the `count` numbers (i64) at `place`. */
export function holds(place: usize, count: i32, value: i64): bool {
  const wanted: v128 = i64x2.splat(value)
  const stop = place + (<usize>count << 3)
  let same: v128 = i64x2.splat(0)
  for (; place + 16 <= stop; place += 16) same = v128.or(same, i64x2.eq(v128.load(place), wanted))
  return v128.any_true(same) || (place < stop && load<i64>(place) === value)
}
