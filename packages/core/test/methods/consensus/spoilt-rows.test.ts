import { cluster, explain } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { Kernels } from '../../../src/kernels/kernels.ts'
import { fromRows } from '../../../src/linalg/matrix.ts'
import { type SparseMatrix, toDense } from '../../../src/linalg/sparse-matrix.ts'
import { toSparse } from '../../../src/linalg/to-sparse.ts'
import { drawShifts, madeUpRows } from '../../../src/methods/consensus/made-up-rows.ts'
import { areSomeAsFar, spoiltRows } from '../../../src/methods/consensus/spoilt-rows.ts'
import { normal } from '../../../src/random/normal.ts'
import { Random } from '../../../src/random/random.ts'

const samples = 240

/** Samples of four groups, in `features` dimensions that say much about each other. */
function grouped(random: Random, features: number): number[][] {
  const centres = Array.from({ length: 4 }, () => Array.from({ length: features }, () => 3 * normal(random)))
  return Array.from({ length: samples }, (_, i) => centres[i % 4].map((centre) => centre + normal(random)))
}

/** Words of four subjects. */
function words(random: Random, count: number): number[][] {
  const chance = (i: number, j: number) => (j % 4 === i % 4 ? 0.3 : 0.03)
  return Array.from({ length: samples }, (_, i) =>
    Array.from({ length: count }, (_, j) => (random.uniform() < chance(i, j) ? 1 + random.below(3) : 0)),
  )
}

/** Every tenth sample, of all groups. */
const isSpoilt = (i: number) => (i + Math.floor(i / 20)) % 10 === 3

/** The same view with such samples spoilt: each value is that of any sample. */
function spoil(random: Random, rows: number[][]): number[][] {
  return rows.map((row, i) => (isSpoilt(i) ? row.map((_, j) => rows[random.below(rows.length)][j]) : row))
}

const said = (warnings: readonly string[]) => warnings.filter((text) => text.includes('fit neither its other rows'))
const leftOut = (warnings: readonly string[]) => Number(/(\d+) of \d+ rows/.exec(said(warnings)[0])?.[1] ?? 0)
const task = { clusters: 4, threads: 1 } as const

describe('spoilt rows of a view', () => {
  it('are left out of it with a warning, most of them and hardly another, and none where no row is spoilt', async () => {
    for (const seed of [1, 2]) {
      const random = new Random(seed)
      const whole = { a: grouped(random, 20), b: grouped(random, 12), text: words(random, 200) }
      expect(said((await cluster(whole, task)).warnings)).toEqual([])
      for (const name of ['a', 'text'] as const) {
        const { warnings } = await cluster({ ...whole, [name]: spoil(random, whole[name]) }, task)
        const [ofIt, ofOthers] = [true, false].map((is) =>
          warnings.filter((text) => is === text.startsWith(`view "${name}": `)),
        )
        expect(leftOut(ofIt)).toBeGreaterThan(12)
        expect(leftOut(ofIt)).toBeLessThan(27)
        expect(leftOut(ofOthers)).toBeLessThan(8)
      }
    }
  })

  it('are told with the number of clusters unknown; fewer than three views, noise and few samples tell nothing', async () => {
    const random = new Random(3)
    const [a, b, c] = [spoil(random, grouped(random, 20)), grouped(random, 12), grouped(random, 9)]
    const noise = Array.from({ length: samples }, () => Array.from({ length: 10 }, () => normal(random)))
    const some = (rows: number[][]) => rows.slice(0, 80)
    expect(said((await cluster({ a, b, c }, { ...task, clusters: 'auto' })).warnings)).toEqual([
      expect.stringMatching('^view "a": .* keepSpoiltRows counts them$'),
    ])
    const silent: Record<string, number[][]>[] = [
      { a },
      { a, b },
      { noise, b, c },
      { a: some(a), b: some(b), c: some(c) },
    ]
    for (const views of silent) expect(said((await cluster(views, task)).warnings)).toEqual([])
  })

  it('count where that is told, which changes the result, and with little effort', async () => {
    const random = new Random(4)
    const views = { a: spoil(random, grouped(random, 20)), b: grouped(random, 12), c: grouped(random, 9) }
    const [out, kept] = [await cluster(views, task), await cluster(views, { ...task, keepSpoiltRows: true })]
    expect(said(out.warnings)).toHaveLength(1)
    expect(said(kept.warnings)).toEqual([])
    expect(said((await cluster(views, { ...task, effort: 'fast' })).warnings)).toEqual([])
    expect(kept.outlierScores).not.toEqual(out.outlierScores)
  })

  it('are not those of a group that the other views show, too, though its directions are noise', async () => {
    const random = new Random(7)
    // The fifth group lies where the mean of all is.
    const around = (features: number, spread: number) => {
      const centres = Array.from({ length: 4 }, () => Array.from({ length: features }, () => spread * normal(random)))
      const middle = centres[0].map((_, j) => centres.reduce((sum, centre) => sum + centre[j] / 4, 0))
      return Array.from({ length: samples }, (_, i) =>
        [...centres, middle][Math.min(i % 20, 4)].map((value) => value + normal(random)),
      )
    }
    const views = { a: around(40, 2), b: around(30, 2), c: around(20, 2) }
    expect(said((await cluster(views, { ...task, clusters: 5 })).warnings)).toEqual([])
  })

  it('are the same samples in any order, beside samples that lack the view', async () => {
    const random = new Random(5)
    const lacking = (i: number) => i % 24 === 0
    const a = spoil(random, grouped(random, 20)).map((row, i) => (lacking(i) ? row.map(() => Number.NaN) : row))
    const [b, c] = [grouped(random, 12), grouped(random, 9)]
    const order = random.permutation(samples)
    const moved = (rows: number[][]) => Array.from(order, (i) => rows[i])
    const one = await cluster({ a, b, c }, task)
    const other = await cluster({ a: moved(a), b: moved(b), c: moved(c) }, task)
    expect(leftOut(one.warnings)).toBeGreaterThan(12)
    expect(other.warnings).toEqual(one.warnings)
    expect(other.labels).toEqual(Int32Array.from(order, (i) => one.labels[i]))
    expect(other.outlierScores).toEqual(Float64Array.from(order, (i) => one.outlierScores![i]))
  })

  it('are left out of an explanation as well, also where the scores of the fit are gone', async () => {
    const random = new Random(6)
    const views = { a: spoil(random, grouped(random, 20)), b: grouped(random, 12), c: grouped(random, 9) }
    const clustering = await cluster(views, task)
    const handed = await explain(views, clustering)
    const places = handed.viewMaps!.find(({ name }) => name === 'a')!.map.data
    const absent = Array.from({ length: samples }, (_, i) => i).filter((i) => Number.isNaN(places[2 * i]))
    expect(absent.length).toBe(leftOut(clustering.warnings))
    expect(absent.filter(isSpoilt).length).toBeGreaterThan(12)
    const copy = { ...clustering, labels: clustering.labels.slice() }
    expect(await explain(views, copy)).toEqual(handed)
  })
})

describe('made-up rows', () => {
  it('have every value from the same feature of some row, dense and sparse alike, and hardly two from one row', async () => {
    const kernels = await Kernels.load()
    // Entry i·1000 + j + 1 of row i and feature j, some of them 0.
    const dense = fromRows(
      Array.from({ length: 50 }, (_, i) => Array.from({ length: 40 }, (_, j) => ((i + j) % 3 ? 0 : i * 1000 + j + 1))),
    )
    const sparse = toSparse(kernels, dense, 1)!
    const shifts = drawShifts(dense, new Random(1))
    const made = madeUpRows(kernels, dense, shifts, 30)
    expect(toDense(madeUpRows(kernels, sparse, shifts, 30) as SparseMatrix)).toEqual(made)
    const values = Array.from((made as typeof dense).data)
    values.forEach((value, p) => {
      if (value > 0) expect((value - 1) % 1000).toBe(p % 40)
    })
    const sources = values.slice(0, 40).flatMap((value) => (value > 0 ? [Math.floor(value / 1000)] : []))
    expect(new Set(sources).size).toBeGreaterThan(sources.length / 2)
  })
})

describe('rows are taken for spoilt', () => {
  const distances = (seed: number, parts: [count: number, near: number, away: number][]) => {
    const random = new Random(seed)
    const draw = (which: 1 | 2) =>
      Float64Array.from(
        parts.flatMap((part) => Array.from({ length: part[0] }, () => part[which] + 0.05 * normal(random))),
      )
    return { near: draw(1), away: draw(2) }
  }
  const madeUp = distances(1, [[150, 1, 1.4]])

  it('where they are a sort of their own as far as made-up ones, by both distances', () => {
    const marks = spoiltRows(distances(2, [[180, 0.6, 0.9], [20, 1, 1.4]]), madeUp)! // biome-ignore format: one line
    expect(marks.subarray(0, 180)).toEqual(new Uint8Array(180))
    expect(marks.subarray(180).filter((mark) => mark === 1).length).toBeGreaterThan(8)
    expect(spoiltRows(distances(3, [[180, 0.6, 0.9], [20, 0.6, 1.4]]), madeUp)).toBeNull() // biome-ignore format: one line
    expect(spoiltRows(distances(4, [[180, 0.6, 0.9], [20, 1, 0.9]]), madeUp)).toBeNull() // biome-ignore format: one line
  })

  it('after a first look at few made-up rows that finds some as far', () => {
    const few = distances(8, [[32, 1, 1.4]]).near
    expect(areSomeAsFar(distances(2, [[180, 0.6, 0.9], [20, 1, 1.4]]).near, few, 200)).toBe(true) // biome-ignore format: one line
    expect(areSomeAsFar(distances(5, [[195, 0.6, 0.9], [5, 1, 1.4]]).near, few, 200)).toBe(false) // biome-ignore format: one line
  })

  it('not where they are few, where all rows are as far, and where rows only thin out', () => {
    expect(spoiltRows(distances(5, [[195, 0.6, 0.9], [5, 1, 1.4]]), madeUp)).toBeNull() // biome-ignore format: one line
    expect(spoiltRows(distances(6, [[200, 0.95, 1.38]]), madeUp)).toBeNull()
    const thinning = Array.from({ length: 20 }, (_, p): [number, number, number] => {
      const short = 0.02 * p
      return [2 + 2 * p, 1.02 - short, 1.42 - short]
    })
    expect(spoiltRows(distances(7, thinning), madeUp)).toBeNull()
  })
})
