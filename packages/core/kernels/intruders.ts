// How far a map in the plane keeps neighbours (src/explain/map/map-samples.ts): points of columns f64 and their places of two f64 each.

/**
 * How far points begin … end − 1 of n have neighbours on the map that are none in the data, added up: for each of its `near` nearest on the map (equal ones by number) how many points are nearer to it in the data than that one,
 * beyond near − 1. `scratch` holds 3·near doubles.
 */
export function countIntruders(points: usize, columns: i32, places: usize, n: i32, near: i32, begin: i32, end: i32, scratch: usize): f64 {
  const rowBytes = <usize>columns << 3
  const nearBytes = <usize>near << 3
  const limits = scratch
  const members = scratch + nearBytes
  const closer = members + nearBytes
  let beyond: f64 = 0
  for (let i = begin; i < end; i++) {
    nearestPlaces(places, n, near, i, limits, members)
    const row = points + <usize>i * rowBytes
    let farthest: f64 = 0
    for (let p: usize = 0; p < nearBytes; p += 8) {
      const square = squareWithin(row, points + <usize>load<i32>(members + p) * rowBytes, rowBytes, Infinity)
      store<f64>(limits + p, square)
      store<i32>(closer + p, 0)
      farthest = max(farthest, square)
    }
    let other = points
    for (let j = 0; j < n; j++, other += rowBytes) {
      if (j === i) continue
      const square = squareWithin(row, other, rowBytes, farthest)
      if (square >= farthest) continue
      for (let p: usize = 0; p < nearBytes; p += 8) {
        if (square < load<f64>(limits + p)) store<i32>(closer + p, load<i32>(closer + p) + 1)
      }
    }
    for (let p: usize = 0; p < nearBytes; p += 8) beyond += <f64>max(0, load<i32>(closer + p) + 1 - near)
  }
  return beyond
}

/** The `near` nearest other places of place i: their numbers (i32, 8 bytes apart) and squared distances, nearest first. */
function nearestPlaces(places: usize, n: i32, near: i32, i: i32, squares: usize, members: usize): void {
  const here: v128 = v128.load(places + (<usize>i << 4))
  const last = <usize>(near - 1) << 3
  for (let p: usize = 0; p <= last; p += 8) {
    store<f64>(squares + p, Infinity)
    store<i32>(members + p, i)
  }
  let place = places
  for (let j = 0; j < n; j++, place += 16) {
    const apart: v128 = f64x2.sub(here, v128.load(place))
    const both: v128 = f64x2.mul(apart, apart)
    const square = f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1)
    if (!(square < load<f64>(squares + last)) || j === i) continue
    let p = last
    for (; p > 0 && square < load<f64>(squares + p - 8); p -= 8) {
      store<f64>(squares + p, load<f64>(squares + p - 8))
      store<i32>(members + p, load<i32>(members + p - 8))
    }
    store<f64>(squares + p, square)
    store<i32>(members + p, j)
  }
}

/** The squared distance of two rows, summed column by column; some number from `limit` on where it is no less than that. */
// @inline
function squareWithin(row: usize, other: usize, rowBytes: usize, limit: f64): f64 {
  let sum: f64 = 0
  const whole = rowBytes & ~31
  let c: usize = 0
  while (c < whole) {
    const one = load<f64>(row + c) - load<f64>(other + c)
    const two = load<f64>(row + c, 8) - load<f64>(other + c, 8)
    const three = load<f64>(row + c, 16) - load<f64>(other + c, 16)
    const four = load<f64>(row + c, 24) - load<f64>(other + c, 24)
    sum += one * one
    sum += two * two
    sum += three * three
    sum += four * four
    if (sum >= limit) return sum
    c += 32
  }
  for (; c < rowBytes; c += 8) {
    const difference = load<f64>(row + c) - load<f64>(other + c)
    sum += difference * difference
  }
  return sum
}
