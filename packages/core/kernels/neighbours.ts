// Nearest neighbours of points rounded to whole numbers of 16 bits (`points`, i16, rows filled up with zeros to a multiple of 8 columns), so short that the square of the distance of any two (`squares` has those of their lengths) is
// below 2³¹: all arithmetic is exact. Points in groups meet, and each two try for each other's lists (neighbour-list.ts). Groups are gathered in panels of eight rows, two columns at a time: the pair l of columns of row r of a panel is
// at (8·l + r)·4 bytes; rows without a point repeat the last one, and are left out when two are near.
import { turn4 } from './near-tiles'
import { lastKey, offer } from './neighbour-list'
import { nearer8, products8, reached8 } from './rounded-tiles'

/** Members of a group that stay in the first-level cache while the others pass by. */
const NEAR: i32 = 64

/** Bytes of a rounded point. */
// @inline
export function roundedBytes(columns: i32): usize {
  return <usize>((columns + 7) & ~7) << 1
}

/** Bytes of a panel. */
// @inline
function panelBytes(columns: i32): usize {
  return <usize>((columns + 1) >> 1) << 5
}

/** Copies the points `ids` (u32, count) into panels, with their squares and the key of the last entry of each list. */
export function gatherPanels(
  points: usize, columns: i32, squares: usize, ids: usize, count: i32, lists: usize, length: i32, panels: usize, square: usize, limits: usize,
): void {
  gatherRows(points, columns, ids, count, panels)
  for (let q = 0; q < count; q++) {
    const id = member(ids, q, count)
    store<i32>(square + (<usize>q << 2), load<i32>(squares + (id << 2)))
    store<i32>(limits + (<usize>q << 2), lastKey(<u32>id, lists, length))
  }
}

/** Copies the points `ids` (u32, count) into panels. */
function gatherRows(points: usize, columns: i32, ids: usize, count: i32, panels: usize): void {
  const rowBytes = roundedBytes(columns)
  for (let q = 0; q < count; q += 4)
    turn4(
      points + member(ids, q, count) * rowBytes,
      points + member(ids, q + 1, count) * rowBytes,
      points + member(ids, q + 2, count) * rowBytes,
      points + member(ids, q + 3, count) * rowBytes,
      (columns + 1) >> 1,
      panels + <usize>(q >> 3) * panelBytes(columns) + (<usize>(q & 4) << 2),
    )
}

/** The point of a place in a group, the last one for places behind it. */
// @inline
function member(ids: usize, place: i32, count: i32): usize {
  return <usize>load<u32>(ids + (<usize>min(place, count - 1) << 2))
}

/**
 * The members begin … end − 1 of a gathered group meet the members from … to − 1 that come after them; each two try for each other's lists, which lie in the order of the group.
 * `begin` and `from` are multiples of 8 and either equal or in different panels. `scratch` holds 16 doubles.
 */
export function meetPanels(
  panels: usize, square: usize, limits: usize, ids: usize, columns: i32, begin: i32, end: i32, from: i32, to: i32,
  lists: usize, length: i32, scratch: usize,
): void {
  const bytes = panelBytes(columns)
  const pairs = (columns + 1) >> 1
  for (let first = begin; first < end; first += NEAR) {
    const stop = min(first + NEAR, end)
    for (let j = max(from, first); j < to; j += 8) {
      const other = panels + <usize>(j >> 3) * bytes
      const otherSquares = square + (<usize>j << 2)
      const otherLimits = limits + (<usize>j << 2)
      for (let i = first; i < stop && i < j + 8; i += 4) {
        products8(panels + <usize>(i >> 3) * bytes + (<usize>(i & 4) << 2), other, pairs, scratch)
        let near = reached8(scratch, square + (<usize>i << 2), limits + (<usize>i << 2), otherSquares, otherLimits)
        for (; near !== 0; near &= near - 1) {
          const pair = ctz(near)
          const q = i + <i32>(pair >> 3)
          const p = j + <i32>(pair & 7)
          if (q >= stop || p >= to || p <= q) continue
          const key = load<i32>(square + (<usize>q << 2)) + load<i32>(square + (<usize>p << 2)) - 2 * load<i32>(scratch + (<usize>pair << 2))
          // Two that know each other from before have tried for both lists then.
          if (tryFor(q, p, key, limits, ids, lists, length)) tryFor(p, q, key, limits, ids, lists, length)
        }
      }
    }
  }
}

/** False where `p` is in the list of `q` already. */
function tryFor(q: i32, p: i32, key: i32, limits: usize, ids: usize, lists: usize, length: i32): bool {
  const limit = limits + (<usize>q << 2)
  if (key > load<i32>(limit)) return true
  if (!offer(q, load<u32>(ids + (<usize>p << 2)), key, lists, length)) return false
  store<i32>(limit, lastKey(q, lists, length))
  return true
}

/**
 * All points of a group meet each other. Their lists, which lie anywhere in memory, are brought together for as long as that takes. `scratch` holds (count + 7)·(columns + 5) / 4 + count·length + 16 doubles.
 */
export function meetGroup(
  points: usize, columns: i32, squares: usize, ids: usize, count: i32, lists: usize, length: i32, scratch: usize,
): void {
  const room = <usize>((count + 7) & ~7) << 2
  const square = scratch + 128
  const limits = square + room
  const own = limits + room
  const listBytes = <usize>length << 3
  const panels = own + <usize>count * listBytes
  for (let q = 0; q < count; q++) copyList(lists + member(ids, q, count) * listBytes, own + <usize>q * listBytes, listBytes)
  gatherPanels(points, columns, squares, ids, count, lists, length, panels, square, limits)
  meetPanels(panels, square, limits, ids, columns, 0, count, 0, count, own, length, scratch)
  for (let q = 0; q < count; q++) copyList(own + <usize>q * listBytes, lists + member(ids, q, count) * listBytes, listBytes)
}

function copyList(from: usize, to: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 8) store<i64>(to + at, load<i64>(from + at))
}

/**
 * labels (i32, members) ← for each of the points `ids` (u32) the nearest of the centres, which are rounded points, too; of equal ones the first. `scratch` holds (count + 15)·(columns + 3) / 4 + 32 doubles.
 */
export function nearestCentre(
  points: usize, columns: i32, ids: usize, members: i32, centres: usize, centreSquares: usize, count: i32, labels: usize, scratch: usize,
): void {
  const pairs = (columns + 1) >> 1
  const bytes = panelBytes(columns)
  const nearest = scratch + 128
  const own = nearest + 64
  const square = own + 32
  const panels = square + (<usize>((count + 7) & ~7) << 2)
  const panel = panels + <usize>((count + 7) >> 3) * bytes
  for (let c = 0; c < count; c += 8) {
    for (let r = c; r < c + 8; r++) {
      store<u32>(own + (<usize>(r - c) << 2), min(r, count - 1))
      store<i32>(square + (<usize>r << 2), load<i32>(centreSquares + (<usize>min(r, count - 1) << 2)))
    }
    gatherRows(centres, columns, own, 8, panels + <usize>(c >> 3) * bytes)
  }
  for (let i = 0; i < members; i += 8) {
    const some = min(8, members - i)
    gatherRows(points, columns, ids + (<usize>i << 2), some, panel)
    for (let r: usize = 0; r < 8; r++) store<i32>(nearest + (r << 2), i32.MAX_VALUE)
    for (let c = 0; c < count; c += 4) {
      products8(panels + <usize>(c >> 3) * bytes + (<usize>(c & 4) << 2), panel, pairs, scratch)
      nearer8(scratch, square + (<usize>c << 2), c, nearest)
    }
    memory.copy(labels + (<usize>i << 2), nearest + 32, <usize>some << 2)
  }
}

/** centres (count rows of i16) ← the means of those of the points `ids` (u32, members) that have them as their labels (i32), rounded, and the squares of their lengths; centres without any stay. `scratch` holds columns / 2 + 4 doubles. */
export function moveCentres(
  points: usize, columns: i32, ids: usize, members: i32, centres: usize, squares: usize, count: i32, labels: usize, scratch: usize,
): void {
  const rowBytes = roundedBytes(columns)
  for (let c = 0; c < count; c++) {
    memory.fill(scratch, 0, rowBytes << 1)
    let size: f64 = 0
    for (let i: usize = 0; i < <usize>members; i++) {
      if (load<i32>(labels + (i << 2)) !== c) continue
      const id = <usize>load<u32>(ids + (i << 2))
      size++
      for (let l: usize = 0; l < rowBytes; l += 2)
        store<i32>(scratch + (l << 1), load<i32>(scratch + (l << 1)) + <i32>load<i16>(points + id * rowBytes + l))
    }
    if (size === 0) continue
    let square = 0
    for (let l: usize = 0; l < rowBytes; l += 2) {
      const whole = <i32>floor(<f64>load<i32>(scratch + (l << 1)) / size + 0.5)
      store<i16>(centres + <usize>c * rowBytes + l, <i16>whole)
      square += whole * whole
    }
    store<i32>(squares + (<usize>c << 2), square)
  }
}
