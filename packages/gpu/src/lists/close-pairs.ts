import type { Progress } from '@manyview/core'
import { median } from '@manyview/core/numerics'
import type { ClosePair, ListedPoints } from '@manyview/core/runtime'
import type { Card } from '../card.ts'
import { bits } from '../dense/bits.ts'
import { uploadMoved } from '../dense/wide-matrix.ts'
import type { Room } from '../room.ts'
import { closePairsKernel, furthestKernel, secondClosestKernel } from './closeness-kernels.ts'
import { listEntries, measureLists } from './list-squares.ts'

/** Pairs that there is room for at first; where there are more they are looked for once more. */
const ROOM = 1 << 20

const turn = { stage: 'copies', iteration: 1, total: 1 }

/**
 * The pairs of samples in the lists that are closer than limits which `limitOf` makes of the distances to the second-closest sample: `nearDuplicates` of the core has the measure. In any order, some more than once. All lists
 * are of all n samples and equally long. O(n · count · views² · r); 4·n·views·(count + 1) bytes and more.
 */
export function* closePairs(
  card: Card,
  views: readonly ListedPoints[],
  limitOf: (second: Float64Array) => number,
): Generator<Progress, ClosePair[]> {
  const room = card.room()
  try {
    const { samples: rows, count } = views[0].lists
    const entries = rows * count
    const points = views.map((view) => uploadMoved(card, room, view.points))
    const lists = views.map((view) => listEntries(room, view.lists))
    const squares = room.empty(views.length * entries)
    const measureList = (list: GPUBuffer, v: number) => measureLists(card, points[v], list, count, squares, v * entries)
    const furthest = room.empty(rows * views.length)
    for (const v of views.keys()) {
      measureList(lists[v], v)
      const settings = [rows, count, v * entries, v, views.length]
      card.run(furthestKernel, settings, [squares, furthest], Math.ceil(rows / 256))
    }
    const reaches = yield* usualReaches(card, room, furthest, rows, views.length)
    const [known, seconds] = [room.empty(6 * rows), room.empty(2 * rows)]
    const shape = [rows, entries, count, views.length]
    for (const [b, list] of lists.entries()) {
      for (const v of views.keys()) measureList(list, v)
      const buffers = [squares, reaches, list, known, seconds]
      card.run(secondClosestKernel, [...shape, Number(b === 0)], buffers, Math.ceil(rows / 64))
    }
    const secondDistances = Float64Array.from(new Float32Array(yield* card.read(seconds, 2 * rows, turn)))
    const limits = bits(limitOf(secondDistances.subarray(0, rows)), limitOf(secondDistances.subarray(rows)))
    const close: ClosePair[] = []
    for (const list of lists) {
      for (const v of views.keys()) measureList(list, v)
      const look = (total: GPUBuffer, pairs: GPUBuffer, most: number) => {
        const buffers = [squares, reaches, list, total, pairs]
        card.run(closePairsKernel, [...shape, ...limits, most], buffers, Math.ceil(entries / 256))
      }
      for (const pair of yield* gathered(card, look, Math.min(ROOM, entries))) close.push(pair)
    }
    return close
  } finally {
    room.free()
  }
}

/** What is furthest in the lists, but no further than is usual in the view. */
function* usualReaches(
  card: Card,
  room: Room,
  furthest: GPUBuffer,
  rows: number,
  views: number,
): Generator<Progress, GPUBuffer> {
  const reaches = new Float32Array(yield* card.read(furthest, rows * views, turn))
  for (let v = 0; v < views; v++) {
    const viewReaches = new Float64Array(rows)
    for (let i = 0, p = v; i < rows; i++, p += views) viewReaches[i] = reaches[p]
    const usual = median(viewReaches)
    for (let p = v; p < reaches.length; p += views) if (reaches[p] > usual) reaches[p] = usual
  }
  return room.singles(reaches)
}

/** The pairs that a look finds; a second look where there was not room for all of them. */
function* gathered(
  card: Card,
  look: (total: GPUBuffer, pairs: GPUBuffer, most: number) => void,
  first: number,
): Generator<Progress, ClosePair[]> {
  for (let most = first; ; ) {
    const room = card.room()
    try {
      const [total, pairs] = [room.empty(1), room.empty(3 * most)]
      look(total, pairs, most)
      const [count] = new Uint32Array(yield* card.read(total, 1, turn))
      if (count > most) {
        most = count
        continue
      }
      return pairsOf(new Uint32Array(yield* card.read(pairs, 3 * count, turn)))
    } finally {
      room.free()
    }
  }
}

function pairsOf(values: Uint32Array): ClosePair[] {
  return Array.from({ length: values.length / 3 }, (_, i) => {
    const [first, second, worst] = values.subarray(3 * i, 3 * i + 3)
    return { first, second, except: worst === 0 ? null : worst - 1 }
  })
}
