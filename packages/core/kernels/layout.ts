// The layout of a graph in the plane (src/map/lay-out-graph.ts): n places of two doubles each, edges as a sparse matrix has them.

/** Samples pushed apart for every pair that is drawn together. */
const STRANGERS = 5
/** Shape of the attraction 1 / (1 + STEEPNESS·d²): neighbours come to rest about a tenth of a unit apart. */
const STEEPNESS: f64 = 1.5
const LARGEST_STEP: f64 = 4

/** Draws one whole number, 0 ≤ x < n, for each stranger; the generator of src/random with its state (4 × u32) in memory. */
// @inline
function drawStrangers(state: usize, n: i32, out: usize): void {
  let s0 = load<u32>(state)
  let s1 = load<u32>(state, 4)
  let s2 = load<u32>(state, 8)
  let s3 = load<u32>(state, 12)
  let high: f64 = 0
  for (let draw = 0; draw < 2 * STRANGERS; draw++) {
    const result: u32 = rotl<u32>(s1 * 5, 7) * 9
    const shifted = s1 << 9
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = rotl<u32>(s3, 11)
    if ((draw & 1) === 0) high = <f64>(result >> 5)
    else {
      const uniform = (high * 67108864 + <f64>(result >> 6)) / 9007199254740992
      store<i32>(out + (<usize>(draw >> 1) << 2), <i32>(uniform * <f64>n))
    }
  }
  store<u32>(state, s0)
  store<u32>(state, s1, 4)
  store<u32>(state, s2, 8)
  store<u32>(state, s3, 12)
}

// @inline
function squareOf(apart: v128): f64 {
  const squares: v128 = f64x2.mul(apart, apart)
  return f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1)
}

/**
 * One pass over the edges: those that are due (`due` ≤ epoch) pull their two ends together, push the first end away from five random others and are due again a `period` later.
 * `scratch` holds 5 i32.
 */
export function layOutEpoch(
  place: usize, n: i32, pointers: usize, indices: usize, period: usize, due: usize, epoch: f64, rate: f64, state: usize, scratch: usize,
): void {
  const rates: v128 = f64x2.splat(rate)
  const most: v128 = f64x2.splat(LARGEST_STEP)
  const least: v128 = f64x2.splat(-LARGEST_STEP)
  for (let i = 0; i < n; i++) {
    const own = place + (<usize>i << 4)
    let here: v128 = v128.load(own)
    const end = <usize>load<u32>(pointers + (<usize>i << 2), 4)
    for (let p = <usize>load<u32>(pointers + (<usize>i << 2)); p < end; p++) {
      const when = load<f64>(due + (p << 3))
      if (when > epoch) continue
      store<f64>(due + (p << 3), when + load<f64>(period + (p << 3)))
      const other = place + (<usize>load<u32>(indices + (p << 2)) << 4)
      const there: v128 = v128.load(other)
      const apart: v128 = f64x2.sub(here, there)
      const near = (-2 * STEEPNESS) / (1 + STEEPNESS * squareOf(apart))
      const pull: v128 = f64x2.mul(f64x2.splat(near), apart)
      const together: v128 = f64x2.mul(rates, f64x2.pmin(f64x2.pmax(pull, least), most))
      here = f64x2.add(here, together)
      v128.store(other, f64x2.sub(there, together))
      drawStrangers(state, n, scratch)
      for (let s: usize = 0; s < 4 * STRANGERS; s += 4) {
        const stranger = load<i32>(scratch + s)
        if (stranger === i) continue
        const away: v128 = f64x2.sub(here, v128.load(place + (<usize>stranger << 4)))
        const square = squareOf(away)
        const force = 2 / ((0.001 + square) * (1 + STEEPNESS * square))
        const push: v128 = f64x2.mul(f64x2.splat(force), away)
        here = f64x2.add(here, f64x2.mul(rates, f64x2.pmin(f64x2.pmax(push, least), most)))
      }
    }
    v128.store(own, here)
  }
}
