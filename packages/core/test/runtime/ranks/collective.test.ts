import { describe, expect, it } from 'vitest'
import { type Matrix, matrix } from '../../../src/numerics/linalg/matrix.ts'
import type { HeldRows } from '../../../src/numerics/linalg/rows.ts'
import type { SparseMatrix } from '../../../src/numerics/linalg/sparse-matrix.ts'
import { takeRows } from '../../../src/numerics/linalg/take-rows.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { gatherOnFirst, gatherRows } from '../../../src/runtime/ranks/gather-rows.ts'
import { largestOverRanks, leastOverRanks } from '../../../src/runtime/ranks/least-over-ranks.ts'
import { inTurn, orderedSum } from '../../../src/runtime/ranks/ordered-sum.ts'
import type { Ranks } from '../../../src/runtime/ranks/ranks.ts'
import { inverseOrder, moveRows, reorderRows } from '../../../src/runtime/ranks/reorder-rows.ts'
import { ownRows, rowRange } from '../../../src/runtime/ranks/row-range.ts'
import { isOwnPart, ownerOf, share, shareResults, shares } from '../../../src/runtime/ranks/share.ts'
import { singleProcess } from '../../../src/runtime/ranks/single-process.ts'
import { readRows, sumRows } from '../../../src/runtime/ranks/sum-rows.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'
import { sparseRows } from '../../../src/views/sparse-rows.ts'
import { randomMatrix } from '../../numerics/random-matrix.ts'
import { inBlocks } from '../../ways-to-hold.ts'
import { inLockstep } from './lockstep-ranks.ts'

const ROWS = 11
const dense = randomMatrix(ROWS, 3, 1)
/** Some rows without an entry. */
const sparse: SparseMatrix = sparseRows(
  matrix(
    ROWS,
    3,
    dense.data.map((value, p) => (p % 5 < 2 || p < 6 ? 0 : value)),
  ),
)

const partOf = <M extends HeldRows>({ size, rank }: Ranks, rows: M): M => {
  const { begin, end } = share(rows.rows, size, rank)
  return takeRows(
    rows,
    Array.from({ length: end - begin }, (_, i) => begin + i),
  )
}
const parts = <M extends HeldRows>(rows: M, size: number) =>
  shares(rows.rows, size).map(({ begin, end }) =>
    takeRows(
      rows,
      Array.from({ length: end - begin }, (_, i) => begin + i),
    ),
  )

describe.each([1, 2, 3, 4])('on %i ranks', (size) => {
  it.each([
    ['dense', dense],
    ['sparse', sparse],
  ] as [string, HeldRows][])('all get %s rows one after the other, or the first rank alone', (_, rows) => {
    const found = inLockstep(size, (ranks) => [
      gatherRows(ranks, partOf(ranks, rows)),
      gatherOnFirst(ranks, partOf(ranks, rows)),
    ])
    for (const [rank, [everywhere, first]] of found.entries()) {
      expect(everywhere).toEqual(rows)
      expect(first).toEqual(rank === 0 ? rows : null)
    }
  })

  it.each([
    ['dense', dense],
    ['sparse', sparse],
  ] as [string, HeldRows][])('%s rows come into any order, which may leave some out or name them twice', (_, rows) => {
    const random = new Random(2)
    for (const order of [
      random.permutation(ROWS),
      Uint32Array.of(3, 3, 10, 0),
      Uint32Array.of(7),
      Uint32Array.from({ length: 30 }, () => random.below(ROWS)),
    ]) {
      const found = inLockstep(size, (ranks) => reorderRows(ranks, partOf(ranks, rows), order, ROWS))
      expect(found).toEqual(parts(takeRows(rows, order), size))
    }
  })

  it('the least and the largest of each entry are found', () => {
    const values = (rank: number) => Float64Array.of(rank, 10 - rank, rank % 2, 5)
    const found = inLockstep(size, (ranks) => {
      const [least, largest] = [values(ranks.rank), values(ranks.rank)]
      leastOverRanks(ranks, least)
      largestOverRanks(ranks, largest)
      return [Array.from(least), Array.from(largest)]
    })
    const last = size - 1
    for (const rank of found)
      expect(rank).toEqual([
        [0, 10 - last, 0, 5],
        [last, 10, Number(size > 1), 5],
      ])
  })

  it('sums have the bytes of one process, and each rank adds to a part after those before it', () => {
    // Each number is nearly lost beside the first: the sum shows the order.
    const values = Float64Array.from({ length: 17 }, (_, i) => (i === 0 ? 1 : (i % 7) * 2 ** -54))
    const add = ({ size, rank }: Ranks) => {
      const { begin, end } = share(values.length, size, rank)
      return (sums: Float64Array, part: number) => {
        for (let i = begin; i < end; i++) for (let c = 0; c < sums.length; c++) sums[c] += values[i] * (part + c + 1)
      }
    }
    const summed = (ranks: Ranks) => {
      const sums = [1, 0, 3, 2].map((length) => new Float64Array(length))
      orderedSum(ranks, sums, add(ranks))
      return sums
    }
    const alone = summed(singleProcess)
    for (const sums of inLockstep(size, summed)) expect(sums).toEqual(alone)
    const steps = inLockstep(size, (ranks) => [...inTurn(ranks, [new Float64Array(1)], () => [`rank ${ranks.rank}`])])
    expect(steps).toEqual(shares(size, size).map(({ begin }) => [`rank ${begin}`]))
  })

  it('sums over rows go from block to block and from rank to rank', () => {
    const found = inLockstep(size, (ranks) => {
      const sums = new Float64Array(3)
      const seen: number[] = []
      const add = (block: HeldRows, begin: number) => {
        seen.push(begin, block.rows)
        for (const [p, value] of (block as Matrix).data.entries()) sums[p % 3] += value
      }
      const told = [...sumRows(ranks, inBlocks(partOf(ranks, dense), 4), sums, add)]
      return { sums, seen, told }
    })
    const all = new Float64Array(3)
    for (const [p, value] of dense.data.entries()) all[p % 3] += value
    for (const [rank, { sums, seen, told }] of found.entries()) {
      const { begin, end } = share(ROWS, size, rank)
      const own = end - begin
      expect(sums).toEqual(all)
      const blocks = Array.from({ length: Math.ceil(own / 4) }, (_, b) => 4 * b)
      expect(seen).toEqual(blocks.flatMap((first) => [first, Math.min(4, own - first)]))
      expect(told).toEqual(blocks.map((first) => ({ stage: 'views', iteration: Math.min(first + 4, own), total: own })))
    }
  })

  it('each knows which rows are its own when they have different numbers of them', () => {
    const counts = [4, 0, 3, 4].slice(0, size)
    const total = counts.reduce((sum, count) => sum + count)
    const all = randomMatrix(total, 2, 4)
    const found = inLockstep(size, (ranks) => {
      const range = rowRange(ranks, counts[ranks.rank])
      return { range, rows: ownRows(range, all) }
    })
    let begin = 0
    for (const [rank, { range, rows }] of found.entries()) {
      const end = begin + counts[rank]
      expect(range).toEqual({ total, begin, end })
      expect(rows).toEqual(matrix(counts[rank], 2, all.data.slice(2 * begin, 2 * end)))
      begin = end
    }
    expect(inLockstep(1, () => ownRows({ total, begin: 0, end: total }, all))[0]).toBe(all)
  })

  it('all get the results of work that each did a part of', () => {
    const results = [1, 2, 3, 4, 5].map((part) => [randomMatrix(part, 2, part), randomMatrix(part, 3, part)])
    const found = inLockstep(size, (ranks) =>
      shareResults(
        ranks,
        results.map((matrices, part) => (isOwnPart(ranks, part) ? matrices : null)),
      ),
    )
    for (const rank of found) expect(rank).toEqual(results)
  })
})

describe('moveRows(ranks, own, order, total, put)', () => {
  it('brings wide rows a few at a time, with their place among those of the rank', () => {
    // Two ranks send 2²³ numbers to each other at once: one such row each.
    const columns = 2 ** 21 + 1
    const [total, order] = [3, Uint32Array.of(2, 0, 1)]
    const found = inLockstep(2, (ranks) => {
      const { begin, end } = share(total, 2, ranks.rank)
      const own = matrix(end - begin, columns)
      for (let i = begin; i < end; i++) own.data[(i - begin) * columns + 5] = i + 1
      const placed: number[][] = []
      const put = (at: number, rows: Float64Array) => placed.push([at, rows.length / columns, rows[5]])
      runToEnd(moveRows(ranks, own, order, total, put))
      return placed
    })
    expect(found).toEqual([
      [
        [0, 1, 3],
        [1, 0, undefined],
      ],
      [
        [0, 1, 1],
        [1, 1, 2],
      ],
    ])
  })
})

describe('who has what', () => {
  it('ownerOf gives the rank in whose share a position lies', () => {
    for (const [length, size] of [
      [10, 3],
      [3, 5],
      [7, 7],
    ])
      for (const [rank, { begin, end }] of shares(length, size).entries())
        for (let position = begin; position < end; position++) expect(ownerOf(position, length, size)).toBe(rank)
  })

  it('inverseOrder tells where each sample stands, and the length of the order for those left out', () => {
    expect([...inverseOrder(Uint32Array.of(2, 0, 1))]).toEqual([1, 2, 0])
    expect([...inverseOrder(Uint32Array.of(4, 1), 5)]).toEqual([2, 1, 2, 2, 0])
  })

  it('readRows shows rows in memory at once, and tells nothing of them', () => {
    const seen: HeldRows[] = []
    expect([...readRows(dense, (block) => seen.push(block))]).toEqual([])
    expect(seen).toEqual([dense])
    expect([...readRows(inBlocks(dense, 6), () => undefined, 'order')].map(({ stage }) => stage)).toEqual([
      'order',
      'order',
    ])
  })

  it('one process sends to itself from and to the places it gives', () => {
    const received = new Float64Array(4)
    singleProcess.allToAll(Float64Array.of(1, 2, 3), [2], received, [2], { send: [1], receive: [2] })
    expect([...received]).toEqual([0, 0, 2, 3])
  })
})
