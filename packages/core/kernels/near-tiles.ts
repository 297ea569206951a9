// The inner loops of single-neighbours.ts, neighbour-list.ts and nearest-centres.ts, in single precision; near-tiles.scalar.ts has the same for the build without SIMD. Loops step as those of tiles.ts do.

/** tile (4 × 8) ← the products of four rows x and eight rows w of panels of eight, `length` columns. */
// @inline
export function products8(x: usize, w: usize, length: i32, tile: usize): void {
  let a0: v128 = f32x4.splat(0)
  let b0: v128 = f32x4.splat(0)
  let a1: v128 = f32x4.splat(0)
  let b1: v128 = f32x4.splat(0)
  let a2: v128 = f32x4.splat(0)
  let b2: v128 = f32x4.splat(0)
  let a3: v128 = f32x4.splat(0)
  let b3: v128 = f32x4.splat(0)
  const end = x + (<usize>length << 5)
  while (x < end) {
    const left: v128 = v128.load(w)
    const right: v128 = v128.load(w, 16)
    const x0: v128 = v128.load32_splat(x)
    a0 = f32x4.add(a0, f32x4.mul(x0, left))
    b0 = f32x4.add(b0, f32x4.mul(x0, right))
    const x1: v128 = v128.load32_splat(x, 4)
    a1 = f32x4.add(a1, f32x4.mul(x1, left))
    b1 = f32x4.add(b1, f32x4.mul(x1, right))
    const x2: v128 = v128.load32_splat(x, 8)
    a2 = f32x4.add(a2, f32x4.mul(x2, left))
    b2 = f32x4.add(b2, f32x4.mul(x2, right))
    const x3: v128 = v128.load32_splat(x, 12)
    a3 = f32x4.add(a3, f32x4.mul(x3, left))
    b3 = f32x4.add(b3, f32x4.mul(x3, right))
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

/** The same with −½ of the squared distances. */
// @inline
export function differences8(x: usize, w: usize, length: i32, tile: usize): void {
  const half: v128 = f32x4.splat(-0.5)
  for (let r: usize = 0; r < 4; r++) {
    let a: v128 = f32x4.splat(0)
    let b: v128 = f32x4.splat(0)
    for (let l: usize = 0; l < <usize>length; l++) {
      const one: v128 = v128.load32_splat(x + (l << 5) + (r << 2))
      const left: v128 = f32x4.sub(one, v128.load(w + (l << 5)))
      const right: v128 = f32x4.sub(one, v128.load(w + (l << 5), 16))
      a = f32x4.add(a, f32x4.mul(left, left))
      b = f32x4.add(b, f32x4.mul(right, right))
    }
    v128.store(tile + (r << 5), f32x4.mul(half, a))
    v128.store(tile + (r << 5), f32x4.mul(half, b), 16)
  }
}

/** One bit for each of the pairs of four rows and eight columns, bit 8·row + column: 1 where half + others − tile (4 × 8) is at most the limit of the row or of the column. */
// @inline
export function reached8(tile: usize, half: usize, limits: usize, others: usize, otherLimits: usize): u32 {
  const h0: v128 = v128.load(others)
  const h1: v128 = v128.load(others, 16)
  const l0: v128 = v128.load(otherLimits)
  const l1: v128 = v128.load(otherLimits, 16)
  let found: u32 = 0
  for (let r: usize = 0; r < 4; r++) {
    const own: v128 = v128.load32_splat(half + (r << 2))
    const limit: v128 = v128.load32_splat(limits + (r << 2))
    const left: v128 = f32x4.sub(f32x4.add(own, h0), v128.load(tile + (r << 5)))
    const right: v128 = f32x4.sub(f32x4.add(own, h1), v128.load(tile + (r << 5), 16))
    const near: u32 = i32x4.bitmask(f32x4.le(left, f32x4.pmax(limit, l0)))
    const nearToo: u32 = i32x4.bitmask(f32x4.le(right, f32x4.pmax(limit, l1)))
    found |= (near | (nearToo << 4)) << <u32>(r << 3)
  }
  return found
}

/** True where `value` is among the `count` numbers (u32) at `place`. */
// @inline
export function contains(place: usize, count: i32, value: u32): bool {
  const wanted: v128 = i32x4.splat(value)
  const stop = place + (<usize>count << 2)
  for (; place + 16 <= stop; place += 16) if (v128.any_true(i32x4.eq(v128.load(place), wanted))) return true
  for (; place < stop; place += 4) if (load<u32>(place) === value) return true
  return false
}

/** Four rows a … d of `length` numbers to four of the eight rows of a panel. */
// @inline
export function turn4(a: usize, b: usize, c: usize, d: usize, length: i32, panel: usize): void {
  let l = 0
  for (; l + 4 <= length; l += 4) {
    const at = <usize>l << 2
    const a0: v128 = v128.load(a + at)
    const b0: v128 = v128.load(b + at)
    const c0: v128 = v128.load(c + at)
    const d0: v128 = v128.load(d + at)
    const ab: v128 = v128.shuffle<f32>(a0, b0, 0, 4, 1, 5)
    const cd: v128 = v128.shuffle<f32>(c0, d0, 0, 4, 1, 5)
    const abToo: v128 = v128.shuffle<f32>(a0, b0, 2, 6, 3, 7)
    const cdToo: v128 = v128.shuffle<f32>(c0, d0, 2, 6, 3, 7)
    v128.store(panel, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5))
    v128.store(panel, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7), 32)
    v128.store(panel, v128.shuffle<f32>(abToo, cdToo, 0, 1, 4, 5), 64)
    v128.store(panel, v128.shuffle<f32>(abToo, cdToo, 2, 3, 6, 7), 96)
    panel += 128
  }
  for (; l < length; l++, panel += 32) {
    const at = <usize>l << 2
    store<f32>(panel, load<f32>(a + at))
    store<f32>(panel, load<f32>(b + at), 4)
    store<f32>(panel, load<f32>(c + at), 8)
    store<f32>(panel, load<f32>(d + at), 12)
  }
}

/** The product of two rows; every fourth number is summed by itself. */
// @inline
export function rowProduct(x: usize, y: usize, length: i32): f32 {
  let sums: v128 = f32x4.splat(0)
  let l = 0
  for (; l + 4 <= length; l += 4) sums = f32x4.add(sums, f32x4.mul(v128.load(x + (<usize>l << 2)), v128.load(y + (<usize>l << 2))))
  let sum = f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1) + f32x4.extract_lane(sums, 2) + f32x4.extract_lane(sums, 3)
  for (; l < length; l++) sum += load<f32>(x + (<usize>l << 2)) * load<f32>(y + (<usize>l << 2))
  return sum
}

/**
 * The labels (8, i32) of the rows of a panel of eight: the number of the centre with the least half − row·centre, the lowest of equal ones. Centres come in panels of four, feature by feature, each panel of its own `halves`
 * (f32).
 */
// @inline
export function closest8(rows: usize, features: i32, centres: usize, panels: i32, halves: usize, labels: usize): void {
  let least: v128 = f32x4.splat(Infinity)
  let leastToo: v128 = f32x4.splat(Infinity)
  let label: v128 = i32x4.splat(0)
  let labelToo: v128 = i32x4.splat(0)
  let c = centres
  for (let panel = 0; panel < panels; panel++) {
    let a0: v128 = f32x4.splat(0)
    let b0: v128 = f32x4.splat(0)
    let a1: v128 = f32x4.splat(0)
    let b1: v128 = f32x4.splat(0)
    let a2: v128 = f32x4.splat(0)
    let b2: v128 = f32x4.splat(0)
    let a3: v128 = f32x4.splat(0)
    let b3: v128 = f32x4.splat(0)
    const stop = c + (<usize>features << 4)
    for (let row = rows; c < stop; row += 32) {
      const left: v128 = v128.load(row)
      const right: v128 = v128.load(row, 16)
      const c0: v128 = v128.load32_splat(c)
      a0 = f32x4.add(a0, f32x4.mul(c0, left))
      b0 = f32x4.add(b0, f32x4.mul(c0, right))
      const c1: v128 = v128.load32_splat(c, 4)
      a1 = f32x4.add(a1, f32x4.mul(c1, left))
      b1 = f32x4.add(b1, f32x4.mul(c1, right))
      const c2: v128 = v128.load32_splat(c, 8)
      a2 = f32x4.add(a2, f32x4.mul(c2, left))
      b2 = f32x4.add(b2, f32x4.mul(c2, right))
      const c3: v128 = v128.load32_splat(c, 12)
      a3 = f32x4.add(a3, f32x4.mul(c3, left))
      b3 = f32x4.add(b3, f32x4.mul(c3, right))
      c += 16
    }
    for (let r = 0; r < 4; r++) {
      const half: v128 = v128.load32_splat(halves + (<usize>(4 * panel + r) << 2))
      const number: v128 = i32x4.splat(4 * panel + r)
      const left: v128 = f32x4.sub(half, r === 0 ? a0 : r === 1 ? a1 : r === 2 ? a2 : a3)
      const right: v128 = f32x4.sub(half, r === 0 ? b0 : r === 1 ? b1 : r === 2 ? b2 : b3)
      const nearer: v128 = f32x4.lt(left, least)
      const nearerToo: v128 = f32x4.lt(right, leastToo)
      least = v128.bitselect(left, least, nearer)
      leastToo = v128.bitselect(right, leastToo, nearerToo)
      label = v128.bitselect(number, label, nearer)
      labelToo = v128.bitselect(number, labelToo, nearerToo)
    }
  }
  v128.store(labels, label)
  v128.store(labels, labelToo, 16)
}
