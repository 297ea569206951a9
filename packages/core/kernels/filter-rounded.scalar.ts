// filter-rounded.ts for the build without SIMD: the same, number by number.

export function functionPeaks(x: usize, first: i32, last: i32, peaks: usize): void {
  for (let j: usize = 0; j < 16; j++) {
    let peak: f32 = 0
    for (let i: usize = first; i < <usize>last; i++) peak = max(peak, abs(load<f32>(x + (((i << 4) + j) << 2))))
    store<f32>(peaks + (j << 2), peak)
  }
}

export function roundFunctions(x: usize, first: i32, last: i32, factors: usize, rounded: usize): void {
  for (let at = <usize>first << 4; at < <usize>last << 4; at++) {
    const exact = load<f32>(x + (at << 2)) * load<f32>(factors + ((at & 15) << 2))
    store<i16>(rounded + (at << 1), <i16>(<i32>nearest(exact)))
  }
}

export function filterRounded(
  weights: usize, indices: usize, pointers: usize, units: usize, x: usize, scales: usize, own: usize, y: usize, a: f32, b: f32, c: f32, first: i32, last: i32,
): void {
  for (let i: usize = first; i < <usize>last; i++) {
    const begin = <usize>load<u32>(pointers + (i << 2)) << 1
    const end = <usize>load<u32>(pointers + (i << 2), 4) << 1
    const unit: f32 = a * load<f32>(units + (i << 2))
    for (let j: usize = 0; j < 16; j++) {
      let sum = 0
      for (let e = begin; e < end; e++) {
        const place = (<usize>load<u32>(indices + (e << 2)) << 4) + j
        sum += <i32>load<i16>(weights + (e << 1)) * <i32>load<i16>(x + (place << 1))
      }
      const place = ((i << 4) + j) << 2
      const product: f32 = unit * load<f32>(scales + (j << 2)) * <f32>sum
      store<f32>(y + place, product + b * load<f32>(own + place) + c * load<f32>(y + place))
    }
  }
}
