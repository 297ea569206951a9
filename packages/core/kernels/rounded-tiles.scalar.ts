// rounded-tiles.ts for the build without SIMD: the same whole numbers, one by one.

export function products8(x: usize, w: usize, pairs: i32, tile: usize): void {
  for (let r: usize = 0; r < 4; r++)
    for (let c: usize = 0; c < 8; c++) {
      let sum = 0
      for (let l: usize = 0; l < <usize>pairs; l++) sum += pairProduct(x + (((l << 3) + r) << 2), w + (((l << 3) + c) << 2))
      store<i32>(tile + (((r << 3) + c) << 2), sum)
    }
}

function pairProduct(x: usize, y: usize): i32 {
  return <i32>load<i16>(x) * <i32>load<i16>(y) + <i32>load<i16>(x, 2) * <i32>load<i16>(y, 2)
}

export function reached8(tile: usize, squares: usize, limits: usize, others: usize, otherLimits: usize): u32 {
  let found: u32 = 0
  for (let r: usize = 0; r < 4; r++)
    for (let c: usize = 0; c < 8; c++) {
      const key = load<i32>(squares + (r << 2)) + load<i32>(others + (c << 2)) - 2 * load<i32>(tile + (((r << 3) + c) << 2))
      if (key <= load<i32>(limits + (r << 2)) || key <= load<i32>(otherLimits + (c << 2))) found |= 1 << <u32>((r << 3) + c)
    }
  return found
}

export function nearer8(tile: usize, squares: usize, first: i32, nearest: usize): void {
  for (let r: usize = 0; r < 4; r++)
    for (let c: usize = 0; c < 8; c++) {
      const key = load<i32>(squares + (r << 2)) - 2 * load<i32>(tile + (((r << 3) + c) << 2))
      if (key >= load<i32>(nearest + (c << 2))) continue
      store<i32>(nearest + (c << 2), key)
      store<i32>(nearest + (c << 2), first + <i32>r, 32)
    }
}

export function rowProducts4(x: usize, a: usize, b: usize, c: usize, d: usize, bytes: usize, products: usize): void {
  store<i32>(products, rowProduct(x, a, bytes))
  store<i32>(products, rowProduct(x, b, bytes), 4)
  store<i32>(products, rowProduct(x, c, bytes), 8)
  store<i32>(products, rowProduct(x, d, bytes), 12)
}

function rowProduct(x: usize, y: usize, bytes: usize): i32 {
  let sum = 0
  for (let l: usize = 0; l < bytes; l += 4) sum += pairProduct(x + l, y + l)
  return sum
}

export function holds(place: usize, count: i32, value: i64): bool {
  for (let i = 0; i < count; i++) if (load<i64>(place + (<usize>i << 3)) === value) return true
  return false
}
