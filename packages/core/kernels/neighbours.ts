// Nearest neighbours. Groups of points meet in panels of four rows, column by column: entry (row r, column l) of a panel is at (4·l + r)·8 bytes; rows
// without a point are zero. How far point p is from point q is told by ½|p|² − p·q, which sorts as the distance does. Each point has a list of the nearest
// ones seen so far: `indices` (i32, −1 where there is none yet), `keys` (f64) and `fresh` (u8: 1 since the entry was last followed), `length` entries a point,
// nearest first and equal ones by the lower index, so that a list does not depend on the order of the meetings.

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

/** Takes point `other` into the list of point `id` if it belongs there: 1 if so. */
function offer(id: u32, other: u32, key: f64, indices: usize, keys: usize, fresh: usize, length: i32): i32 {
  const first = <usize>id * <usize>length
  const last = first + <usize>(length - 1)
  const limit = load<f64>(keys + (last << 3))
  if (!(key <= limit) || (key === limit && other > load<u32>(indices + (last << 2)))) return 0
  for (let p = first; p <= last; p++) if (load<u32>(indices + (p << 2)) === other) return 0
  let place = last
  for (; place > first; place--) {
    const before = load<f64>(keys + ((place - 1) << 3))
    if (before < key || (before === key && load<u32>(indices + ((place - 1) << 2)) < other)) break
    store<f64>(keys + (place << 3), before)
    store<u32>(indices + (place << 2), load<u32>(indices + ((place - 1) << 2)))
    store<u8>(fresh + place, load<u8>(fresh + place - 1))
  }
  store<f64>(keys + (place << 3), key)
  store<u32>(indices + (place << 2), other)
  store<u8>(fresh + place, 1)
  return 1
}

/**
 * The members begin … end − 1 of a gathered group meet the members from … to − 1 that come after them; each two try for each other's lists.
 * `begin` and `from` are multiples of 4 and either equal or in different panels. `scratch` holds 16 doubles. With `proposals` nothing changes: who could enter which
 * list is noted there, 16 bytes each (u32 list, u32 point, f64 key). Gives the number of proposals.
 */
export function meetPanels(
  panels: usize, half: usize, limits: usize, ids: usize, columns: i32, begin: i32, end: i32, from: i32, to: i32,
  indices: usize, keys: usize, fresh: usize, length: i32, proposals: usize, scratch: usize,
): i32 {
  let proposed = 0
  for (let first = begin; first < end; first += NEAR)
    proposed += meetNear(
      panels, half, limits, ids, columns, first, min(first + NEAR, end), from, to, indices, keys, fresh, length,
      proposals ? proposals + (<usize>proposed << 4) : 0, scratch,
    )
  return proposed
}

function meetNear(
  panels: usize, half: usize, limits: usize, ids: usize, columns: i32, begin: i32, end: i32, from: i32, to: i32,
  indices: usize, keys: usize, fresh: usize, length: i32, proposals: usize, scratch: usize,
): i32 {
  const panelBytes = <usize>columns << 5
  let proposed = 0
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
          if (!proposals) {
            if (key <= load<f64>(limits + (<usize>q << 3)) && offer(idQ, idP, key, indices, keys, fresh, length))
              store<f64>(limits + (<usize>q << 3), load<f64>(keys + ((<usize>idQ * <usize>length + <usize>(length - 1)) << 3)))
            if (keyBack <= load<f64>(limits + (<usize>p << 3)) && offer(idP, idQ, keyBack, indices, keys, fresh, length))
              store<f64>(limits + (<usize>p << 3), load<f64>(keys + ((<usize>idP * <usize>length + <usize>(length - 1)) << 3)))
            continue
          }
          if (key < load<f64>(limits + (<usize>q << 3))) propose(proposals, proposed++, idQ, idP, key)
          if (keyBack < load<f64>(limits + (<usize>p << 3))) propose(proposals, proposed++, idP, idQ, keyBack)
        }
      }
    }
  }
  return proposed
}

// @inline
function propose(proposals: usize, number: i32, list: u32, point: u32, key: f64): void {
  const place = proposals + (<usize>number << 4)
  store<u32>(place, list)
  store<u32>(place, point, 4)
  store<f64>(place, key, 8)
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
    const stop = first + (<usize>load<i32>(counts + (<usize>r << 2)) << 4)
    for (let place = first; place < stop; place += 16) {
      const list = load<i32>(place)
      if (list >= begin && list < end) taken += offer(list, load<u32>(place, 4), load<f64>(place, 8), indices, keys, fresh, length)
    }
  }
  return taken
}

/** All points of a group meet each other. `scratch` holds (count + 3)·(columns + 2) + 16 doubles. */
export function meetGroup(
  points: usize, columns: i32, halves: usize, ids: usize, count: i32, indices: usize, keys: usize, fresh: usize, length: i32, scratch: usize,
): void {
  const room = <usize>((count + 3) & ~3) << 3
  const half = scratch + 128
  const limits = half + room
  const panels = limits + room
  gatherPanels(points, columns, halves, ids, count, keys, length, panels, half, limits)
  meetPanels(panels, half, limits, ids, columns, 0, count, 0, count, indices, keys, fresh, length, 0, scratch)
}

/**
 * Halves the group ids[begin … end − 1] at the median of the projection onto points[to] − points[from], equal projections by the lower id: the first half ends up
 * before `begin` + half of the length. `projections` has room for one double an id in all, `scratch` for `columns`.
 */
export function splitGroup(
  points: usize, columns: i32, ids: usize, begin: i32, end: i32, from: i32, to: i32, projections: usize, scratch: usize,
): void {
  const rowBytes = <usize>columns << 3
  const a = points + <usize>from * rowBytes
  const b = points + <usize>to * rowBytes
  for (let c: usize = 0; c < rowBytes; c += 8) store<f64>(scratch + c, load<f64>(b + c) - load<f64>(a + c))
  for (let i = begin; i < end; i++) {
    const id = <usize>load<u32>(ids + (<usize>i << 2))
    const row = points + id * rowBytes
    let sum: f64 = 0
    for (let c: usize = 0; c < rowBytes; c += 8) sum += load<f64>(scratch + c) * load<f64>(row + c)
    store<f64>(projections + (<usize>i << 3), sum)
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
  for (let c = 0; c < count; c++) if (load<i32>(list + (<usize>c << 2)) === j) return true
  if (count === most) return false
  store<i32>(list + (<usize>count << 2), j)
  store<i32>(place, count + 1)
  return true
}

/**
 * For the points begin … end − 1: their fresh candidates meet each other and the old ones, and what follows is proposed. Gives the number of proposals.
 * `scratch` holds (2·most + 3)·(columns + 3) + 16 doubles.
 */
export function meetCandidates(
  points: usize, columns: i32, halves: usize, begin: i32, end: i32, most: i32, candidates: usize, counts: usize,
  indices: usize, keys: usize, length: i32, proposals: usize, scratch: usize,
): i32 {
  const room = <usize>((2 * most + 3) & ~3) << 3
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
    gatherPanels(points, columns, halves, group, count, keys, length, panels, half, limits)
    proposed += meetPanels(
      panels, half, limits, group, columns, 0, freshCount, 0, count, indices, keys, 0, length,
      proposals + (<usize>proposed << 4), scratch,
    )
  }
  return proposed
}

/**
 * The `count` nearest entries of the lists of points begin … end − 1 by their squared distances, summed column by column, equal ones by the lower name: nearest (i32) and
 * distances (f64), count a point. Point i is named names[i] (u32), and results go to the place of that name.
 */
export function measureNearest(
  points: usize, columns: i32, begin: i32, end: i32, indices: usize, length: i32, names: usize, count: i32, nearest: usize, distances: usize,
): void {
  const rowBytes = <usize>columns << 3
  for (let i = begin; i < end; i++) {
    const row = points + <usize>i * rowBytes
    const first = <usize>load<u32>(names + (<usize>i << 2)) * <usize>count
    let found = 0
    for (let p = <usize>i * <usize>length; p < <usize>(i + 1) * <usize>length; p++) {
      const j = load<i32>(indices + (p << 2))
      if (j < 0) continue
      const other = points + <usize>j * rowBytes
      let sum: f64 = 0
      for (let c: usize = 0; c < rowBytes; c += 8) {
        const difference = load<f64>(row + c) - load<f64>(other + c)
        sum += difference * difference
      }
      const name = load<i32>(names + (<usize>j << 2))
      let place = found
      if (found < count) found++
      else {
        place--
        const last = first + <usize>place
        const worst = load<f64>(distances + (last << 3))
        if (!(sum < worst || (sum === worst && name < load<i32>(nearest + (last << 2))))) continue
      }
      for (; place > 0; place--) {
        const previous = first + <usize>(place - 1)
        const value = load<f64>(distances + (previous << 3))
        if (value < sum || (value === sum && load<i32>(nearest + (previous << 2)) < name)) break
        store<f64>(distances + (previous << 3), value, 8)
        store<i32>(nearest + (previous << 2), load<i32>(nearest + (previous << 2)), 4)
      }
      store<f64>(distances + ((first + <usize>place) << 3), sum)
      store<i32>(nearest + ((first + <usize>place) << 2), name)
    }
  }
}
