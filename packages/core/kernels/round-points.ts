// Points (count × columns, f64, row-major) as whole numbers of 16 bits for neighbours.ts.
import { roundedBytes } from './neighbours'

/** How far each point is from the centre, summed column by column. */
export function distancesFrom(points: usize, count: i32, columns: i32, centre: usize, out: usize): void {
  let place = points
  for (let i = 0; i < count; i++) {
    let sum: f64 = 0
    for (let c: usize = 0; c < <usize>columns; c++, place += 8) {
      const difference = load<f64>(place) - load<f64>(centre + (c << 3))
      sum += difference * difference
    }
    store<f64>(out + (<usize>i << 3), sqrt(sum))
  }
}

/**
 * rounded (count rows of i16) ← the differences of the points from the centre by `scale`, those of points that are farther from it than `radius` brought to that distance first; `distances` has how far they are. Also the squares (i32) of
 * their lengths. It returns the square of the longest way, after scaling, that rounding moved one.
 */
export function roundPoints(
  points: usize, count: i32, columns: i32, centre: usize, distances: usize, radius: f64, scale: f64, rounded: usize, squares: usize,
): f64 {
  const spare = roundedBytes(columns) - (<usize>columns << 1)
  let moved: f64 = 0
  let place = points
  for (let i: usize = 0; i < <usize>count; i++) {
    const distance = load<f64>(distances + (i << 3))
    const factor = distance > radius ? (scale * radius) / distance : scale
    let square = 0
    let error: f64 = 0
    for (let c: usize = 0; c < <usize>columns; c++, place += 8, rounded += 2) {
      const exact = (load<f64>(place) - load<f64>(centre + (c << 3))) * factor
      const whole = <i32>floor(exact + 0.5)
      store<i16>(rounded, <i16>whole)
      square += whole * whole
      const difference = <f64>whole - exact
      error += difference * difference
    }
    memory.fill(rounded, 0, spare)
    rounded += spare
    store<i32>(squares + (i << 2), square)
    moved = max(moved, error)
  }
  return moved
}
