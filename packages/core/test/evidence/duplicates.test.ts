import { cluster, type DenseView } from '@manyview/core'
import { normal, Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { describeSamples } from '../../src/evidence/evidence.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { Samples } from '../../src/runtime/samples.ts'
import { blobs, pick } from '../assign/blobs.ts'

const { views } = blobs(180, 8)
const fit = (given: Record<string, DenseView>, more = {}) =>
  cluster(given, { clusters: 3, runtime: { threads: 1 }, ...more })

describe('copies', () => {
  it('are named where samples are identical or nearly so, and no others', async () => {
    expect((await fit(views)).duplicates).toEqual([])
    const copied = pick(views, [...Array.from({ length: 180 }, (_, i) => i), 3, 9])
    for (const { data, features } of Object.values(copied))
      for (let j = 0; j < features; j++) (data as number[])[181 * features + j] += 0.005 * ((j % 3) - 1)
    expect((await fit(copied)).duplicates).toEqual([
      { first: 3, second: 180, exact: true, differsIn: null },
      { first: 9, second: 181, exact: false, differsIn: null },
    ])
  })

  it('are named with the view in which they differ, where all but one of three agree', async () => {
    const third = blobs(180, 9).views.shape
    const copied = pick({ ...views, third }, [...Array.from({ length: 180 }, (_, i) => i), 3])
    copied.third = pick({ third }, [...Array.from({ length: 180 }, (_, i) => i), 100]).third
    expect((await fit(copied)).duplicates).toEqual([{ first: 3, second: 180, exact: false, differsIn: 'third' }])
  })
})

describe('near copies in few dimensions', () => {
  it.each([1, 2, 3])('are not named by chance among round groups in %i columns', async (features) => {
    const random = new Random(features)
    const data = Float64Array.from(
      { length: 200 * features },
      (_, p) => 9 * (Math.floor(p / features) % 3) + normal(random),
    )
    const { duplicates } = await fit({ points: { samples: 200, features, data } }, { effort: 'fast' })
    expect(duplicates!.length).toBeLessThan(2)
  })
})

describe('describeSamples(evidence)', () => {
  it('names every identical sample with the first of them, near copies of the first only, in the order of the input', () => {
    // Six samples of the input, of which four differ: samples 1, 3 and 5 are identical.
    const order = { samples: Uint32Array.of(4, 1, 0, 2), places: Uint32Array.of(2, 1, 3, 1, 0, 1) }
    const evidence = {
      samples: new Samples(order, singleProcess),
      names: ['shape', 'colour'],
      outlierScores: Float64Array.of(0.4, 0.1, 0, 0.2),
      duplicates: [
        { first: 0, second: 1, except: null },
        { first: 2, second: 3, except: 1 },
      ],
    }
    const { outlierScores, duplicates } = describeSamples(evidence)
    expect([...outlierScores]).toEqual([0, 0.1, 0.2, 0.1, 0.4, 0.1])
    expect(duplicates).toEqual([
      { first: 0, second: 2, exact: false, differsIn: 'colour' },
      { first: 1, second: 3, exact: true, differsIn: null },
      { first: 1, second: 4, exact: false, differsIn: null },
      { first: 1, second: 5, exact: true, differsIn: null },
    ])
  })
})
