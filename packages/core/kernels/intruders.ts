// How far a map in the plane keeps neighbours (src/explain/map/map-samples.ts): points of columns f64 and their places of two f64 each.

/**
 * How far points begin … end − 1 of n have neighbours on the map that are none in the data, added up: for each of its `near` nearest on the map (equal ones by number) how many points are nearer to it in the data than that one,
 * beyond near − 1. `scratch` holds 5·near doubles.
 */
export function countIntruders(points: usize, columns: i32, places: usize, n: i32, near: i32, begin: i32, end: i32, scratch: usize): f64 {
  const rowBytes = <usize>columns << 3
  const nearBytes = <usize>near << 3
  let width: usize = 8
  while (width < nearBytes) width <<= 1
  const limits = scratch
  const counts = scratch + 2 * nearBytes
  const members = counts + 2 * nearBytes
  let beyond: f64 = 0
  for (let i = begin; i < end; i++) {
    nearestPlaces(places, n, near, i, limits, members)
    const row = points + <usize>i * rowBytes
    for (let p: usize = 0; p < nearBytes; p += 8)
      sortIn(limits, p, squareWithin(row, points + <usize>load<i32>(members + p) * rowBytes, rowBytes, Infinity))
    for (let p = nearBytes; p < width; p += 8) store<f64>(limits + p, Infinity)
    memory.fill(counts, 0, width)
    const farthest = load<f64>(limits + nearBytes - 8)
    let other = points
    for (let j = 0; j < n; j++, other += rowBytes) {
      const square = squareWithin(row, other, rowBytes, farthest)
      if (square >= farthest || j === i) continue
      // How many of the neighbours are no farther than this one.
      let place = limits
      for (let step = width >> 1; step > 4; step >>= 1) place = select<usize>(place + step, place, load<f64>(place + step - 8) <= square)
      const count = counts + (place - limits)
      store<i32>(count, load<i32>(count) + 1)
    }
    let closer = 1 - near
    for (let p: usize = 0; p < nearBytes; p += 8) {
      closer += load<i32>(counts + p)
      beyond += <f64>max(0, closer)
    }
  }
  return beyond
}

/** Puts a number among ascending ones that take so many bytes. */
function sortIn(ascending: usize, bytes: usize, value: f64): void {
  for (; bytes > 0 && load<f64>(ascending + bytes - 8) > value; bytes -= 8) store<f64>(ascending + bytes, load<f64>(ascending + bytes - 8))
  store<f64>(ascending + bytes, value)
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

/** The squared distance of two rows, summed in four parts that take turns, so that none waits for another; some number from `limit` on where it is no less than that. */
// @inline
function squareWithin(row: usize, other: usize, rowBytes: usize, limit: f64): f64 {
  let even: v128 = f64x2.splat(0)
  let odd: v128 = f64x2.splat(0)
  const whole = rowBytes & ~63
  let c: usize = 0
  while (c < whole) {
    const one: v128 = f64x2.sub(v128.load(row + c), v128.load(other + c))
    const two: v128 = f64x2.sub(v128.load(row + c, 16), v128.load(other + c, 16))
    const three: v128 = f64x2.sub(v128.load(row + c, 32), v128.load(other + c, 32))
    const four: v128 = f64x2.sub(v128.load(row + c, 48), v128.load(other + c, 48))
    even = f64x2.add(f64x2.add(even, f64x2.mul(one, one)), f64x2.mul(three, three))
    odd = f64x2.add(f64x2.add(odd, f64x2.mul(two, two)), f64x2.mul(four, four))
    c += 64
    if (sumOf(even, odd) >= limit) break
  }
  let sum = sumOf(even, odd)
  if (sum >= limit) return sum
  for (; c < rowBytes; c += 8) {
    const difference = load<f64>(row + c) - load<f64>(other + c)
    sum += difference * difference
  }
  return sum
}

// @inline
function sumOf(a: v128, b: v128): f64 {
  const both: v128 = f64x2.add(a, b)
  return f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1)
}
