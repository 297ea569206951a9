// Neighbours of neighbours, for the lists of neighbour-list.ts. What is around a point are the entries of its list and those points in whose lists it stands: `around` (n × 2·most, u32; the fresh ones first, the old ones from `most` on)
// and `counts` (n × 2, i32).
import { offer } from './neighbour-list'
import { gatherPanels, meet, PROPOSAL } from './neighbours'
import { contains } from './rounded-tiles'

/** For the points begin … end − 1 the entries of their own lists, at most `most` each of fresh and of old ones. Entries taken as fresh are marked by 2 and old from the next time on. */
export function gatherForward(
  lists: usize, fresh: usize, begin: i32, end: i32, length: i32, most: i32, around: usize, counts: usize,
): void {
  memory.fill(counts + (<usize>begin << 3), 0, <usize>(end - begin) << 3)
  for (let i = begin; i < end; i++)
    for (let p = <usize>i * <usize>length; p < <usize>(i + 1) * <usize>length; p++) {
      const j = load<i32>(lists + (p << 3))
      if (j < 0) continue
      if (load<u8>(fresh + p) === 2) store<u8>(fresh + p, 0)
      const isFresh = load<u8>(fresh + p) === 1
      if (push(around, counts, i, j, isFresh, most) && isFresh) store<u8>(fresh + p, 2)
    }
}

/** The same for the points in whose lists they stand, after `gatherForward` of all n points. */
export function gatherReverse(
  lists: usize, fresh: usize, n: i32, begin: i32, end: i32, length: i32, most: i32, around: usize, counts: usize,
): void {
  for (let i = 0; i < n; i++)
    for (let p = <usize>i * <usize>length; p < <usize>(i + 1) * <usize>length; p++) {
      const j = load<i32>(lists + (p << 3))
      if (j < begin || j >= end) continue
      const state = load<u8>(fresh + p)
      if (state !== 1) push(around, counts, j, i, state === 2, most)
    }
}

/** False where there is no room. What has no room is not looked for, which would touch memory that is far away. */
function push(around: usize, counts: usize, i: i32, j: i32, isFresh: bool, most: i32): bool {
  const place = counts + (<usize>i << 3) + (isFresh ? 0 : 4)
  const count = load<i32>(place)
  if (count === most) return false
  const list = around + ((<usize>i * <usize>(2 * most) + <usize>(isFresh ? 0 : most)) << 2)
  if (contains(list, count, j)) return true
  store<i32>(list + (<usize>count << 2), j)
  store<i32>(place, count + 1)
  return true
}

/**
 * For the points begin … end − 1: the fresh ones around them meet each other and the old ones, and what follows is proposed. Gives the number of proposals.
 * `scratch` holds (2·most + 7)·(columns + 7) / 4 + 16 doubles.
 */
export function meetAround(
  points: usize, columns: i32, squares: usize, begin: i32, end: i32, most: i32, around: usize, counts: usize, lists: usize, length: i32, proposals: usize, scratch: usize,
): i32 {
  const room = <usize>((2 * most + 7) & ~7) << 2
  const group = scratch + 128
  const square = group + room
  const limits = square + room
  const panels = limits + room
  let proposed = 0
  for (let i = begin; i < end; i++) {
    const freshCount = load<i32>(counts + (<usize>i << 3))
    const oldCount = load<i32>(counts + (<usize>i << 3), 4)
    if (freshCount === 0) continue
    const list = around + (<usize>i * <usize>(2 * most) << 2)
    memory.copy(group, list, <usize>freshCount << 2)
    memory.copy(group + (<usize>freshCount << 2), list + (<usize>most << 2), <usize>oldCount << 2)
    const count = freshCount + oldCount
    gatherPanels(points, columns, squares, group, count, lists, length, panels, square, limits)
    const place = proposals + <usize>proposed * PROPOSAL
    proposed += meet(panels, square, limits, group, columns, 0, freshCount, 0, count, lists, length, place, scratch)
  }
  return proposed
}

/**
 * Takes those proposals into their lists that concern the points begin … end − 1; region r of `regions`, `regionBytes` apart, holds counts[r] (i32) proposals.
 * Gives the number of entries made.
 */
export function takeProposals(
  proposals: usize, regions: i32, regionBytes: usize, counts: usize, begin: i32, end: i32, lists: usize, fresh: usize, length: i32,
): i32 {
  let taken = 0
  for (let r = 0; r < regions; r++) {
    const first = proposals + <usize>r * regionBytes
    const stop = first + <usize>load<i32>(counts + (<usize>r << 2)) * PROPOSAL
    for (let place = first; place < stop; place += PROPOSAL) {
      const list = load<i32>(place)
      if (list >= begin && list < end) taken += offer(list, load<u32>(place, 4), load<i32>(place, 8), lists, fresh, length)
    }
  }
  return taken
}
