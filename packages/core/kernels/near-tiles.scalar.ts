// near-tiles.ts for the build without SIMD: the same sums in the same order, number by number.

export function turn4(a: usize, b: usize, c: usize, d: usize, length: i32, panel: usize): void {
  for (let l = 0; l < length; l++, panel += 32) {
    const at = <usize>l << 2
    store<u32>(panel, load<u32>(a + at))
    store<u32>(panel, load<u32>(b + at), 4)
    store<u32>(panel, load<u32>(c + at), 8)
    store<u32>(panel, load<u32>(d + at), 12)
  }
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
