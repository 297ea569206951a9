// The layout of a graph in the plane (src/explain/map/lay-out-graph.ts): n places of two doubles each, edges as a sparse matrix has them.

/** Samples that a sample is pushed away from for every neighbour that it is drawn to. */
const STRANGERS = 10
/** Shape of the attraction 1 / (1 + STEEPNESS·d²): neighbours come to rest about a tenth of a unit apart. */
const STEEPNESS: f64 = 1.5
const LARGEST_STEP: f64 = 4
/** What the counter of a generator goes on by. */
const GOLDEN: u32 = 0x9e3779b9

/** 32 random bits for each number: the last step of splitmix32, as in src/random. */
// @inline
function scrambled(counter: u32): u32 {
  const once: u32 = (counter ^ (counter >> 16)) * 0x21f0aaad
  const twice: u32 = (once ^ (once >> 15)) * 0x735a2d97
  return twice ^ (twice >> 15)
}

// @inline
function squareOf(apart: v128): f64 {
  const squares: v128 = f64x2.mul(apart, apart)
  return f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1)
}

/**
 * One pass over the edges of samples first … end − 1, which goes from the places `from` to the places `to`: edges that are due (`due` ≤ epoch) draw the sample to its neighbour, push it
 * away from ten random others and are due again a `period` later. A sample moves nobody but itself, twice as far as its share of an edge, which the neighbour has as well: so samples can be
 * moved on several threads. `seed` is that of the pass.
 */
export function layOutRows(
  from: usize, to: usize, first: i32, end: i32, n: i32, pointers: usize, indices: usize, period: usize, due: usize, epoch: f64, rate: f64, seed: u32,
): void {
  const rates: v128 = f64x2.splat(rate)
  const most: v128 = f64x2.splat(LARGEST_STEP)
  const least: v128 = f64x2.splat(-LARGEST_STEP)
  const others = <u64>(n - 1)
  for (let i = first; i < end; i++) {
    let here: v128 = v128.load(from + (<usize>i << 4))
    let counter: u32 = scrambled(seed + <u32>i * GOLDEN)
    const last = <usize>load<u32>(pointers + (<usize>i << 2), 4)
    for (let p = <usize>load<u32>(pointers + (<usize>i << 2)); p < last; p++) {
      const when = load<f64>(due + (p << 3))
      if (when > epoch) continue
      store<f64>(due + (p << 3), when + load<f64>(period + (p << 3)))
      const apart: v128 = f64x2.sub(here, v128.load(from + (<usize>load<u32>(indices + (p << 2)) << 4)))
      const near = (-4 * STEEPNESS) / (1 + STEEPNESS * squareOf(apart))
      let move: v128 = f64x2.mul(f64x2.splat(near), apart)
      for (let s = 0; s < STRANGERS; s++) {
        counter += GOLDEN
        const other = <i32>((<u64>scrambled(counter) * others) >> 32)
        const stranger = <usize>(other < i ? other : other + 1)
        const away: v128 = f64x2.sub(here, v128.load(from + (stranger << 4)))
        const square = squareOf(away)
        const force = 2 / ((0.001 + square) * (1 + STEEPNESS * square))
        const push: v128 = f64x2.mul(f64x2.splat(force), away)
        move = f64x2.add(move, f64x2.pmin(f64x2.pmax(push, least), most))
      }
      here = f64x2.add(here, f64x2.mul(rates, move))
    }
    v128.store(to + (<usize>i << 4), here)
  }
}
