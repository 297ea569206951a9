// Nearest neighbours of very many points, in single precision. Points in groups meet, and each two try for each other's lists, which are those of neighbours.ts with keys of type f32. How far two points are
// apart is told by half the square of their distance, ½|p|² + ½|q|² − p·q and at least 0; with few columns, where points can lie close together beside their lengths, by their differences: their half squares
// count as 0 then. Groups are gathered in panels of eight rows, column by column: entry (row r, column l) of a panel is at (8·l + r)·4 bytes; rows without a point repeat the last one, and are never near.

import { contains, differences8, products8, reached8, rowProduct, turn4 } from './near-tiles'
import { measure, offer } from './neighbour-list'

/** Members of a group that stay in the first-level cache while the others pass by. */
const NEAR: i32 = 64
/** Fewer columns are few. */
const MANY: i32 = 16
/** Bytes of a proposal: u32 list, u32 point, f32 key. */
const PROPOSAL: usize = 12

/** What counts as half the square of each point (count × columns, row-major, f32). */
export function halfSquaresSingle(points: usize, count: i32, columns: i32, out: usize): void {
  let place = points
  for (let i = 0; i < count; i++) {
    let sum: f64 = 0
    for (let c = 0; c < columns; c++, place += 4) sum += <f64>load<f32>(place) * <f64>load<f32>(place)
    store<f32>(out + (<usize>i << 2), columns < MANY ? 0 : <f32>(sum / 2))
  }
}

/** Copies the points `ids` (u32, count) into panels, with their half squares and the key of the last entry of each list. */
function gather(
  points: usize, columns: i32, halves: usize, ids: usize, count: i32, keys: usize, length: i32, panels: usize, half: usize, limits: usize,
): void {
  const padded = (count + 7) & ~7
  const panelBytes = <usize>columns << 5
  const rowBytes = <usize>columns << 2
  for (let q = 0; q < padded; q += 4) {
    turn4(
      points + member(ids, q, count) * rowBytes,
      points + member(ids, q + 1, count) * rowBytes,
      points + member(ids, q + 2, count) * rowBytes,
      points + member(ids, q + 3, count) * rowBytes,
      columns,
      panels + <usize>(q >> 3) * panelBytes + (<usize>(q & 4) << 2),
    )
  }
  for (let q = 0; q < count; q++) {
    const id = member(ids, q, count)
    store<f32>(half + (<usize>q << 2), load<f32>(halves + (id << 2)))
    store<f32>(limits + (<usize>q << 2), load<f32>(keys + ((id * <usize>length + <usize>(length - 1)) << 2)))
  }
  for (let q = count; q < padded; q++) {
    store<f32>(half + (<usize>q << 2), 1e30)
    store<f32>(limits + (<usize>q << 2), -1e30)
  }
}

/** The point of a place in a group, the last one for places behind it. */
// @inline
function member(ids: usize, place: i32, count: i32): usize {
  return <usize>load<u32>(ids + (<usize>min(place, count - 1) << 2))
}

/**
 * The members 0 … end − 1 of a gathered group meet those up to `to` − 1 that come after them; each two try for each other's lists. `tile` holds 16 doubles. With `proposals` nothing changes: who could enter which list is
 * noted there. Gives the number of proposals.
 */
function meet(
  panels: usize, half: usize, limits: usize, ids: usize, columns: i32, end: i32, to: i32,
  indices: usize, keys: usize, fresh: usize, length: i32, proposals: usize, tile: usize,
): i32 {
  const panelBytes = <usize>columns << 5
  const many = columns >= MANY
  let next = proposals
  for (let first = 0; first < end; first += NEAR) {
    const stop = min(first + NEAR, end)
    for (let j = first; j < to; j += 8) {
      const other = panels + <usize>(j >> 3) * panelBytes
      const otherHalf = half + (<usize>j << 2)
      const otherLimits = limits + (<usize>j << 2)
      for (let i = first; i < stop && i < j + 8; i += 4) {
        const own = panels + <usize>(i >> 3) * panelBytes + (<usize>(i & 4) << 2)
        if (many) products8(own, other, columns, tile)
        else differences8(own, other, columns, tile)
        let near = reached8(tile, half + (<usize>i << 2), limits + (<usize>i << 2), otherHalf, otherLimits)
        for (; near !== 0; near &= near - 1) {
          const pair = ctz(near)
          const q = i + <i32>(pair >> 3)
          const p = j + <i32>(pair & 7)
          if (q >= stop || p >= to || p <= q) continue
          const key = max<f32>(load<f32>(half + (<usize>q << 2)) + load<f32>(half + (<usize>p << 2)) - load<f32>(tile + (<usize>pair << 2)), 0)
          const idQ = load<u32>(ids + (<usize>q << 2))
          const idP = load<u32>(ids + (<usize>p << 2))
          const limitQ = load<f32>(limits + (<usize>q << 2))
          const limitP = load<f32>(limits + (<usize>p << 2))
          if (proposals) {
            if (key < limitQ) next = propose(next, idQ, idP, key)
            if (key < limitP) next = propose(next, idP, idQ, key)
            continue
          }
          if (key <= limitQ && offer<f32>(idQ, idP, key, indices, keys, fresh, length))
            store<f32>(limits + (<usize>q << 2), load<f32>(keys + ((<usize>idQ * <usize>length + <usize>(length - 1)) << 2)))
          if (key <= limitP && offer<f32>(idP, idQ, key, indices, keys, fresh, length))
            store<f32>(limits + (<usize>p << 2), load<f32>(keys + ((<usize>idP * <usize>length + <usize>(length - 1)) << 2)))
        }
      }
    }
  }
  return <i32>((next - proposals) / PROPOSAL)
}

// @inline
function propose(place: usize, list: u32, point: u32, key: f32): usize {
  store<u32>(place, list)
  store<u32>(place, point, 4)
  store<f32>(place, key, 8)
  return place + PROPOSAL
}

/**
 * Takes those proposals into their lists that concern the points begin … end − 1; region r of `regions`, `regionBytes` apart, holds counts[r] (i32) proposals.
 * Gives the number of entries made.
 */
export function takeProposals(
  proposals: usize, regions: i32, regionBytes: usize, counts: usize, begin: i32, end: i32, indices: usize, keys: usize, fresh: usize, length: i32,
): i32 {
  let taken = 0
  for (let r = 0; r < regions; r++) {
    const first = proposals + <usize>r * regionBytes
    const stop = first + <usize>load<i32>(counts + (<usize>r << 2)) * PROPOSAL
    for (let place = first; place < stop; place += PROPOSAL) {
      const list = load<i32>(place)
      if (list >= begin && list < end) taken += offer<f32>(list, load<u32>(place, 4), load<f32>(place, 8), indices, keys, fresh, length)
    }
  }
  return taken
}

/** All points of a group meet each other. `scratch` holds (count + 7)·(columns + 2) / 2 + 16 doubles. */
export function meetGroup(
  points: usize, columns: i32, halves: usize, ids: usize, count: i32, indices: usize, keys: usize, fresh: usize, length: i32, scratch: usize,
): void {
  const room = <usize>((count + 7) & ~7) << 2
  const half = scratch + 128
  const limits = half + room
  const panels = limits + room
  gather(points, columns, halves, ids, count, keys, length, panels, half, limits)
  meet(panels, half, limits, ids, columns, count, count, indices, keys, fresh, length, 0, scratch)
}

/**
 * Halves the group ids[begin … end − 1] at the median of the projection onto points[to] − points[from], equal projections by the lower id: the first half ends up
 * before `begin` + half of the length. `projections` has room for one double an id in all, `scratch` for `columns`.
 */
export function splitGroup(
  points: usize, columns: i32, ids: usize, begin: i32, end: i32, from: i32, to: i32, projections: usize, scratch: usize,
): void {
  const rowBytes = <usize>columns << 2
  const a = points + <usize>from * rowBytes
  const b = points + <usize>to * rowBytes
  for (let c: usize = 0; c < rowBytes; c += 4) store<f32>(scratch + c, load<f32>(b + c) - load<f32>(a + c))
  for (let i = begin; i < end; i++) {
    const row = points + <usize>load<u32>(ids + (<usize>i << 2)) * rowBytes
    store<f64>(projections + (<usize>i << 3), rowProduct(scratch, row, columns))
  }
  const middle = begin + ((end - begin) >> 1)
  let low = begin
  let high = end - 1
  while (low < high) {
    const pivotPlace = (low + high) >> 1
    const pivot = load<f64>(projections + (<usize>pivotPlace << 3))
    const pivotId = load<u32>(ids + (<usize>pivotPlace << 2))
    let i = low
    let j = high
    while (i <= j) {
      while (before(projections, ids, i, pivot, pivotId)) i++
      while (after(projections, ids, j, pivot, pivotId)) j--
      if (i > j) break
      const value = load<f64>(projections + (<usize>i << 3))
      const id = load<u32>(ids + (<usize>i << 2))
      store<f64>(projections + (<usize>i << 3), load<f64>(projections + (<usize>j << 3)))
      store<u32>(ids + (<usize>i << 2), load<u32>(ids + (<usize>j << 2)))
      store<f64>(projections + (<usize>j << 3), value)
      store<u32>(ids + (<usize>j << 2), id)
      i++
      j--
    }
    if (middle <= j) high = j
    else if (middle >= i) low = i
    else break
  }
}

// @inline
function before(projections: usize, ids: usize, i: i32, pivot: f64, pivotId: u32): bool {
  const value = load<f64>(projections + (<usize>i << 3))
  return value < pivot || (value === pivot && load<u32>(ids + (<usize>i << 2)) < pivotId)
}

// @inline
function after(projections: usize, ids: usize, i: i32, pivot: f64, pivotId: u32): bool {
  const value = load<f64>(projections + (<usize>i << 3))
  return value > pivot || (value === pivot && load<u32>(ids + (<usize>i << 2)) > pivotId)
}

/**
 * For the points begin … end − 1 the entries of their own lists, at most `most` each of fresh and of old ones: candidates (n × 2·most, u32; the fresh ones first, the old
 * ones from `most` on) and counts (n × 2, i32). Entries taken as fresh are marked by 2 and old from the next time on.
 */
export function gatherForward(
  indices: usize, fresh: usize, begin: i32, end: i32, length: i32, most: i32, candidates: usize, counts: usize,
): void {
  memory.fill(counts + (<usize>begin << 3), 0, <usize>(end - begin) << 3)
  for (let i = begin; i < end; i++)
    for (let p = <usize>i * <usize>length; p < <usize>(i + 1) * <usize>length; p++) {
      const j = load<i32>(indices + (p << 2))
      if (j < 0) continue
      if (load<u8>(fresh + p) === 2) store<u8>(fresh + p, 0)
      const isFresh = load<u8>(fresh + p) === 1
      if (push(candidates, counts, i, j, isFresh, most) && isFresh) store<u8>(fresh + p, 2)
    }
}

/** The same for the points in whose lists they stand, after `gatherForward` of all n points. */
export function gatherReverse(
  indices: usize, fresh: usize, n: i32, begin: i32, end: i32, length: i32, most: i32, candidates: usize, counts: usize,
): void {
  for (let i = 0; i < n; i++)
    for (let p = <usize>i * <usize>length; p < <usize>(i + 1) * <usize>length; p++) {
      const j = load<i32>(indices + (p << 2))
      if (j < begin || j >= end) continue
      const state = load<u8>(fresh + p)
      if (state !== 1) push(candidates, counts, j, i, state === 2, most)
    }
}

function push(candidates: usize, counts: usize, i: i32, j: i32, isFresh: bool, most: i32): bool {
  const place = counts + (<usize>i << 3) + (isFresh ? 0 : 4)
  const count = load<i32>(place)
  const list = candidates + ((<usize>i * <usize>(2 * most) + <usize>(isFresh ? 0 : most)) << 2)
  if (contains(list, count, j)) return true
  if (count === most) return false
  store<i32>(list + (<usize>count << 2), j)
  store<i32>(place, count + 1)
  return true
}

/**
 * For the points begin … end − 1: their fresh candidates meet each other and the old ones, and what follows is proposed. Gives the number of proposals.
 * `scratch` holds (2·most + 7)·(columns + 3) / 2 + 16 doubles.
 */
export function meetCandidates(
  points: usize, columns: i32, halves: usize, begin: i32, end: i32, most: i32, candidates: usize, counts: usize,
  indices: usize, keys: usize, length: i32, proposals: usize, scratch: usize,
): i32 {
  const room = <usize>((2 * most + 7) & ~7) << 2
  const group = scratch + 128
  const half = group + room
  const limits = half + room
  const panels = limits + room
  let proposed = 0
  for (let i = begin; i < end; i++) {
    const freshCount = load<i32>(counts + (<usize>i << 3))
    const oldCount = load<i32>(counts + (<usize>i << 3), 4)
    if (freshCount === 0) continue
    const list = candidates + (<usize>i * <usize>(2 * most) << 2)
    memory.copy(group, list, <usize>freshCount << 2)
    memory.copy(group + (<usize>freshCount << 2), list + (<usize>most << 2), <usize>oldCount << 2)
    const count = freshCount + oldCount
    gather(points, columns, halves, group, count, keys, length, panels, half, limits)
    const place = proposals + <usize>proposed * PROPOSAL
    proposed += meet(panels, half, limits, group, columns, freshCount, count, indices, keys, 0, length, place, scratch)
  }
  return proposed
}

/** `measureNearest` of points of type f32. */
export function measureNearestSingle(
  points: usize, columns: i32, begin: i32, end: i32, indices: usize, length: i32, names: usize, count: i32, nearest: usize, distances: usize,
): void {
  measure<f32>(points, columns, begin, end, indices, length, names, count, nearest, distances)
}
