// Nearest neighbours of all points, in double precision; single-neighbours.ts has those of very many points. Groups of points meet in panels of four rows, column by column: entry (row r, column l) of a panel is at (4·l + r)·8 bytes; rows
// without a point are zero. How far point p is from point q is told by ½|p|² − p·q, which sorts as the distance does. Each point has a list of the nearest
// ones seen so far: `indices` (i32, −1 where there is none yet), `keys` (f64) and `fresh` (u8: 1 since the entry was last followed), `length` entries a point,
// nearest first and equal ones by the lower index, so that a list does not depend on the order of the meetings.
import { measure, offer } from './neighbour-list'

/** Members of a group that stay in the first-level cache while the others pass by. */
const NEAR: i32 = 64

/** Half the square of each row of points (count × columns, row-major), summed column by column. */
export function halfSquares(points: usize, count: i32, columns: i32, out: usize): void {
  let place = points
  for (let i = 0; i < count; i++) {
    let sum: f64 = 0
    for (let c = 0; c < columns; c++, place += 8) sum += load<f64>(place) * load<f64>(place)
    store<f64>(out + (<usize>i << 3), sum / 2)
  }
}

/** Copies the points `ids` (u32, count) into panels, with their half squares and the key of the last entry of each list. */
export function gatherPanels(
  points: usize, columns: i32, halves: usize, ids: usize, count: i32, keys: usize, length: i32,
  panels: usize, half: usize, limits: usize,
): void {
  const padded = (count + 3) & ~3
  const panelBytes = <usize>columns << 5
  for (let q = 0; q < padded; q++) {
    const target = panels + <usize>(q >> 2) * panelBytes + (<usize>(q & 3) << 3)
    if (q >= count) {
      for (let c: usize = 0; c < <usize>columns; c++) store<f64>(target + (c << 5), 0)
      store<f64>(half + (<usize>q << 3), 1e300)
      store<f64>(limits + (<usize>q << 3), -1e300)
      continue
    }
    const id = <usize>load<u32>(ids + (<usize>q << 2))
    const from = points + id * (<usize>columns << 3)
    for (let c: usize = 0; c < <usize>columns; c++) store<f64>(target + (c << 5), load<f64>(from + (c << 3)))
    store<f64>(half + (<usize>q << 3), load<f64>(halves + (id << 3)))
    store<f64>(limits + (<usize>q << 3), load<f64>(keys + ((id * <usize>length + <usize>(length - 1)) << 3)))
  }
}

/**
 * The members begin … end − 1 of a gathered group meet the members from … to − 1 that come after them; each two try for each other's lists.
 * `begin` and `from` are multiples of 4 and either equal or in different panels. `scratch` holds 16 doubles.
 */
export function meetPanels(
  panels: usize, half: usize, limits: usize, ids: usize, columns: i32, begin: i32, end: i32, from: i32, to: i32,
  indices: usize, keys: usize, fresh: usize, length: i32, scratch: usize,
): void {
  for (let first = begin; first < end; first += NEAR)
    meetNear(
      panels, half, limits, ids, columns, first, min(first + NEAR, end), from, to, indices, keys, fresh, length, scratch,
    )
}

function meetNear(
  panels: usize, half: usize, limits: usize, ids: usize, columns: i32, begin: i32, end: i32, from: i32, to: i32,
  indices: usize, keys: usize, fresh: usize, length: i32, scratch: usize,
): void {
  const panelBytes = <usize>columns << 5
  for (let j = max(from, begin); j < to; j += 4) {
    const other = panels + <usize>(j >> 2) * panelBytes
    const h0: v128 = v128.load(half + (<usize>j << 3))
    const h1: v128 = v128.load(half + (<usize>j << 3), 16)
    for (let i = begin; i < end && i <= j; i += 4) {
      let x = panels + <usize>(i >> 2) * panelBytes
      let w = other
      let a0: v128 = f64x2.splat(0)
      let a1: v128 = f64x2.splat(0)
      let a2: v128 = f64x2.splat(0)
      let a3: v128 = f64x2.splat(0)
      let b0: v128 = f64x2.splat(0)
      let b1: v128 = f64x2.splat(0)
      let b2: v128 = f64x2.splat(0)
      let b3: v128 = f64x2.splat(0)
      const stop = x + panelBytes
      while (x < stop) {
        const left: v128 = v128.load(w)
        const right: v128 = v128.load(w, 16)
        const x0: v128 = v128.load64_splat(x)
        a0 = f64x2.add(a0, f64x2.mul(x0, left))
        b0 = f64x2.add(b0, f64x2.mul(x0, right))
        const x1: v128 = v128.load64_splat(x, 8)
        a1 = f64x2.add(a1, f64x2.mul(x1, left))
        b1 = f64x2.add(b1, f64x2.mul(x1, right))
        const x2: v128 = v128.load64_splat(x, 16)
        a2 = f64x2.add(a2, f64x2.mul(x2, left))
        b2 = f64x2.add(b2, f64x2.mul(x2, right))
        const x3: v128 = v128.load64_splat(x, 24)
        a3 = f64x2.add(a3, f64x2.mul(x3, left))
        b3 = f64x2.add(b3, f64x2.mul(x3, right))
        x += 32
        w += 32
      }
      // How far the nearest of all sixteen pairs lies within the limits of the one, then of the other.
      const own = limits + (<usize>i << 3)
      let room: v128 = f64x2.pmax(
        f64x2.sub(v128.load64_splat(own), f64x2.sub(h0, a0)),
        f64x2.sub(v128.load64_splat(own), f64x2.sub(h1, b0)),
      )
      room = f64x2.pmax(room, f64x2.sub(v128.load64_splat(own, 8), f64x2.sub(h0, a1)))
      room = f64x2.pmax(room, f64x2.sub(v128.load64_splat(own, 8), f64x2.sub(h1, b1)))
      room = f64x2.pmax(room, f64x2.sub(v128.load64_splat(own, 16), f64x2.sub(h0, a2)))
      room = f64x2.pmax(room, f64x2.sub(v128.load64_splat(own, 16), f64x2.sub(h1, b2)))
      room = f64x2.pmax(room, f64x2.sub(v128.load64_splat(own, 24), f64x2.sub(h0, a3)))
      room = f64x2.pmax(room, f64x2.sub(v128.load64_splat(own, 24), f64x2.sub(h1, b3)))
      const l0: v128 = v128.load(limits + (<usize>j << 3))
      const l1: v128 = v128.load(limits + (<usize>j << 3), 16)
      const halves = half + (<usize>i << 3)
      let back: v128 = f64x2.pmax(
        f64x2.sub(l0, f64x2.sub(v128.load64_splat(halves), a0)),
        f64x2.sub(l1, f64x2.sub(v128.load64_splat(halves), b0)),
      )
      back = f64x2.pmax(back, f64x2.sub(l0, f64x2.sub(v128.load64_splat(halves, 8), a1)))
      back = f64x2.pmax(back, f64x2.sub(l1, f64x2.sub(v128.load64_splat(halves, 8), b1)))
      back = f64x2.pmax(back, f64x2.sub(l0, f64x2.sub(v128.load64_splat(halves, 16), a2)))
      back = f64x2.pmax(back, f64x2.sub(l1, f64x2.sub(v128.load64_splat(halves, 16), b2)))
      back = f64x2.pmax(back, f64x2.sub(l0, f64x2.sub(v128.load64_splat(halves, 24), a3)))
      back = f64x2.pmax(back, f64x2.sub(l1, f64x2.sub(v128.load64_splat(halves, 24), b3)))
      room = f64x2.pmax(room, back)
      if (f64x2.extract_lane(room, 0) < 0 && f64x2.extract_lane(room, 1) < 0) continue
      v128.store(scratch, a0)
      v128.store(scratch, b0, 16)
      v128.store(scratch, a1, 32)
      v128.store(scratch, b1, 48)
      v128.store(scratch, a2, 64)
      v128.store(scratch, b2, 80)
      v128.store(scratch, a3, 96)
      v128.store(scratch, b3, 112)
      for (let r = 0; r < 4; r++) {
        const q = i + r
        if (q >= end) break
        const idQ = load<u32>(ids + (<usize>q << 2))
        const halfQ = load<f64>(half + (<usize>q << 3))
        for (let c = 0; c < 4; c++) {
          const p = j + c
          if (p >= to) break
          if (p <= q) continue
          const idP = load<u32>(ids + (<usize>p << 2))
          const product = load<f64>(scratch + (<usize>((r << 2) + c) << 3))
          const key = load<f64>(half + (<usize>p << 3)) - product
          const keyBack = halfQ - product
          if (key <= load<f64>(limits + (<usize>q << 3)) && offer<f64>(idQ, idP, key, indices, keys, fresh, length))
            store<f64>(limits + (<usize>q << 3), load<f64>(keys + ((<usize>idQ * <usize>length + <usize>(length - 1)) << 3)))
          if (keyBack <= load<f64>(limits + (<usize>p << 3)) && offer<f64>(idP, idQ, keyBack, indices, keys, fresh, length))
            store<f64>(limits + (<usize>p << 3), load<f64>(keys + ((<usize>idP * <usize>length + <usize>(length - 1)) << 3)))
        }
      }
    }
  }
}

/**
 * The `count` nearest entries of the lists of points begin … end − 1 by their squared distances, summed column by column, equal ones by the lower name: nearest (i32) and
 * distances (f64), count a point. Point i is named names[i] (u32), and results go to the place of that name.
 */
export function measureNearest(
  points: usize, columns: i32, begin: i32, end: i32, indices: usize, length: i32, names: usize, count: i32, nearest: usize, distances: usize,
): void {
  measure<f64>(points, columns, begin, end, indices, length, names, count, nearest, distances)
}
