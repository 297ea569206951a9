import type { Matrix } from '@manyview/core'
import { cluster } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { allMethods } from '../src/all-methods.ts'
import { partition, planted, suited } from './planted.ts'

/** Distances between all samples of an embedding, which do not depend on the signs and turns of its axes. */
function distances({ rows, columns, data }: Matrix): number[][] {
  const row = (i: number) => Array.from(data.subarray(i * columns, (i + 1) * columns))
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: rows }, (_, j) => Math.hypot(...row(i).map((value, c) => value - row(j)[c]))),
  )
}

/** Methods whose embedding depends on an order although their clusters do not, and why. */
const otherEmbedding: Record<string, string[]> = {
  // Begins at the first samples of the file.
  awmvc: ['samples'],
  // Updates one view after the other and stops when they turn by less than 1e-4.
  coreg: ['views'],
}

/** How far distances may move, relatively, where that is more than 1e-9, and why. */
const tolerance: Record<string, number> = {
  // Rounding grows with its penalties, which reach 1e7.
  'se-ftmc': 1e-6,
}

describe.each(allMethods.filter(({ orderFree }) => orderFree).map((method) => [method.name, method] as const))(
  'method %s',
  async (name, method) => {
    const fit = (views: number[][][]) => cluster(views, { clusters: 3, method, ...suited[name] })
    const stored = await fit(planted)
    const samples = Array.from(new Random(5).permutation(24))
    const features = planted.map((view) => Array.from(new Random(6).permutation(view[0].length)))
    const same = samples.map((_, i) => i)
    const changes: [string, number[][][], number[]][] = [
      ['samples', planted.map((view) => samples.map((i) => view[i])), samples],
      ['features', planted.map((view, v) => view.map((row) => features[v].map((j) => row[j]))), same],
      ['views', planted.toReversed(), same],
    ]

    it.each(changes)(
      'finds the same clusters and the same embedding for any order of the %s',
      async (what, views, order) => {
        const found = await fit(views)
        expect(partition(found.labels)).toEqual(partition(order.map((i) => stored.labels[i])))
        if (!stored.embedding || !found.embedding || otherEmbedding[name]?.includes(what)) return
        const [before, after] = [distances(stored.embedding), distances(found.embedding)]
        const size = Math.max(...before.flat())
        const worst = Math.max(...order.flatMap((i, a) => order.map((j, b) => Math.abs(before[i][j] - after[a][b]))))
        expect(worst / size).toBeLessThanOrEqual(tolerance[name] ?? 1e-9)
      },
    )
  },
)
