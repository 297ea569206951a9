// near-tiles.ts for the build without SIMD: the same sums in the same order, number by number.

export function products8(x: usize, w: usize, length: i32, tile: usize): void {
  for (let r = 0; r < 4; r++)
    for (let c = 0; c < 8; c++) {
      let sum: f32 = 0
      for (let l = 0; l < length; l++)
        sum += load<f32>(x + (<usize>(8 * l + r) << 2)) * load<f32>(w + (<usize>(8 * l + c) << 2))
      store<f32>(tile + (<usize>(8 * r + c) << 2), sum)
    }
}

export function differences8(x: usize, w: usize, length: i32, tile: usize): void {
  for (let r = 0; r < 4; r++)
    for (let c = 0; c < 8; c++) {
      let sum: f32 = 0
      for (let l = 0; l < length; l++) {
        const difference = load<f32>(x + (<usize>(8 * l + r) << 2)) - load<f32>(w + (<usize>(8 * l + c) << 2))
        sum += difference * difference
      }
      store<f32>(tile + (<usize>(8 * r + c) << 2), <f32>-0.5 * sum)
    }
}

export function reached8(tile: usize, half: usize, limits: usize, others: usize, otherLimits: usize): u32 {
  let found: u32 = 0
  for (let r: usize = 0; r < 4; r++)
    for (let c: usize = 0; c < 8; c++) {
      const key = load<f32>(half + (r << 2)) + load<f32>(others + (c << 2)) - load<f32>(tile + (((r << 3) + c) << 2))
      if (key <= load<f32>(limits + (r << 2)) || key <= load<f32>(otherLimits + (c << 2))) found |= 1 << <u32>((r << 3) + c)
    }
  return found
}

export function contains(place: usize, count: i32, value: u32): bool {
  for (let i = 0; i < count; i++) if (load<u32>(place + (<usize>i << 2)) === value) return true
  return false
}

export function turn4(a: usize, b: usize, c: usize, d: usize, length: i32, panel: usize): void {
  for (let l = 0; l < length; l++, panel += 32) {
    const at = <usize>l << 2
    store<f32>(panel, load<f32>(a + at))
    store<f32>(panel, load<f32>(b + at), 4)
    store<f32>(panel, load<f32>(c + at), 8)
    store<f32>(panel, load<f32>(d + at), 12)
  }
}

export function rowProduct(x: usize, y: usize, length: i32): f32 {
  let s0: f32 = 0
  let s1: f32 = 0
  let s2: f32 = 0
  let s3: f32 = 0
  let l = 0
  for (; l + 4 <= length; l += 4) {
    const at = <usize>l << 2
    s0 += load<f32>(x + at) * load<f32>(y + at)
    s1 += load<f32>(x + at, 4) * load<f32>(y + at, 4)
    s2 += load<f32>(x + at, 8) * load<f32>(y + at, 8)
    s3 += load<f32>(x + at, 12) * load<f32>(y + at, 12)
  }
  let sum = s0 + s1 + s2 + s3
  for (; l < length; l++) sum += load<f32>(x + (<usize>l << 2)) * load<f32>(y + (<usize>l << 2))
  return sum
}

export function closest8(rows: usize, features: i32, centres: usize, panels: i32, halves: usize, labels: usize): void {
  for (let r = 0; r < 8; r++) {
    let least: f32 = Infinity
    let label = 0
    for (let c = 0; c < 4 * panels; c++) {
      const centre = centres + (<usize>(c >> 2) * <usize>features << 4) + (<usize>(c & 3) << 2)
      let sum: f32 = 0
      for (let l = 0; l < features; l++) sum += load<f32>(centre + (<usize>l << 4)) * load<f32>(rows + (<usize>(8 * l + r) << 2))
      const key = load<f32>(halves + (<usize>c << 2)) - sum
      if (key < least) {
        least = key
        label = c
      }
    }
    store<i32>(labels + (<usize>r << 2), label)
  }
}
