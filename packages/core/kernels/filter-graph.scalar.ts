// filter-graph.ts for the build without SIMD: the same sums in the same order, number by number.

export function filterGraph(
  values: usize, indices: usize, pointers: usize, x: usize, own: usize, width: i32, y: usize, a: f32, b: f32, c: f32, first: i32, last: i32,
): void {
  for (let i = first; i < last; i++) {
    const begin = load<u32>(pointers + (<usize>i << 2))
    const end = load<u32>(pointers + (<usize>i << 2), 4)
    for (let j = 0; j < width; j++) {
      let sum: f32 = 0
      for (let e = begin; e < end; e++) {
        const row = <usize>load<u32>(indices + (<usize>e << 2)) * <usize>width
        sum += load<f32>(values + (<usize>e << 2)) * load<f32>(x + ((row + <usize>j) << 2))
      }
      const place = (<usize>i * <usize>width + <usize>j) << 2
      store<f32>(y + place, a * sum + b * load<f32>(own + place) + c * load<f32>(y + place))
    }
  }
}
