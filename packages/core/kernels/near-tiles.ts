// The inner loops of nearest-centres.ts, in single precision, and of the panels of neighbours.ts.

/** Four rows a … d of `length` entries of 4 bytes to four of the eight rows of a panel. */
export function turn4(a: usize, b: usize, c: usize, d: usize, length: i32, panel: usize): void {
  let l = 0
  for (; l + 4 <= length; l += 4) {
    const at = <usize>l << 2
    const a0: v128 = v128.load(a + at)
    const b0: v128 = v128.load(b + at)
    const c0: v128 = v128.load(c + at)
    const d0: v128 = v128.load(d + at)
    const ab: v128 = v128.shuffle<u32>(a0, b0, 0, 4, 1, 5)
    const cd: v128 = v128.shuffle<u32>(c0, d0, 0, 4, 1, 5)
    const abToo: v128 = v128.shuffle<u32>(a0, b0, 2, 6, 3, 7)
    const cdToo: v128 = v128.shuffle<u32>(c0, d0, 2, 6, 3, 7)
    v128.store(panel, v128.shuffle<u32>(ab, cd, 0, 1, 4, 5))
    v128.store(panel, v128.shuffle<u32>(ab, cd, 2, 3, 6, 7), 32)
    v128.store(panel, v128.shuffle<u32>(abToo, cdToo, 0, 1, 4, 5), 64)
    v128.store(panel, v128.shuffle<u32>(abToo, cdToo, 2, 3, 6, 7), 96)
    panel += 128
  }
  for (; l < length; l++, panel += 32) {
    const at = <usize>l << 2
    store<u32>(panel, load<u32>(a + at))
    store<u32>(panel, load<u32>(b + at), 4)
    store<u32>(panel, load<u32>(c + at), 8)
    store<u32>(panel, load<u32>(d + at), 12)
  }
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
