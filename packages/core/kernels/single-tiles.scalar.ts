// The tiles of single-products.ts for the build without SIMD: the same sums in the same order, number by number.

export function tile8(x: usize, w: usize, length: i32, tile: usize): void {
  for (let r = 0; r < 4; r++)
    for (let c = 0; c < 8; c++) {
      let sum: f32 = 0
      for (let l = 0; l < length; l++)
        sum += load<f32>(x + (<usize>(4 * l + r) << 2)) * load<f32>(w + (<usize>(8 * l + c) << 2))
      store<f32>(tile + (<usize>(8 * r + c) << 2), sum)
    }
}

export function tile4(x: usize, w: usize, length: i32, tile: usize): void {
  for (let r = 0; r < 4; r++)
    for (let c = 0; c < 4; c++) {
      let sum: f32 = 0
      for (let l = 0; l < length; l++)
        sum += load<f32>(x + (<usize>(4 * l + r) << 2)) * load<f32>(w + (<usize>(4 * l + c) << 2))
      store<f32>(tile + (<usize>(4 * r + c) << 2), sum)
    }
}

export function transposeTile8(x: usize, step: usize, g: usize, panels: i32, tile: usize): void {
  for (let l = 0; l < 4; l++)
    for (let c = 0; c < 8; c++) {
      let sum: f32 = 0
      for (let i = 0; i < 4 * panels; i++)
        sum += load<f32>(x + <usize>(i >> 2) * step + (<usize>(4 * l + (i & 3)) << 2)) * load<f32>(g + (<usize>(8 * i + c) << 2))
      store<f32>(tile + (<usize>(8 * l + c) << 2), sum)
    }
}

export function transposeTile4(x: usize, step: usize, g: usize, panels: i32, tile: usize): void {
  for (let l = 0; l < 4; l++)
    for (let c = 0; c < 4; c++) {
      let sum: f32 = 0
      for (let i = 0; i < 4 * panels; i++)
        sum += load<f32>(x + <usize>(i >> 2) * step + (<usize>(4 * l + (i & 3)) << 2)) * load<f32>(g + (<usize>(4 * i + c) << 2))
      store<f32>(tile + (<usize>(4 * l + c) << 2), sum)
    }
}
