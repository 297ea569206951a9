import { beforeAll, describe, expect, it } from 'vitest'
import { normal } from '../../../src/numerics/random/normal.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { withManyDirections } from '../../many-directions.ts'
import { type FoundFit, type GivenFit, run } from './fit-program.ts'
import { onRanks } from './thread-ranks.ts'

type Found = Record<string, FoundFit | string | null>

/** Samples in three groups around centres `far` apart. */
function blobs(samples: number, features: number, seed: number, far = 3): number[][] {
  const random = new Random(seed)
  const centres = Array.from({ length: 3 }, () => Array.from({ length: features }, () => far * normal(random)))
  return Array.from({ length: samples }, (_, i) => centres[i % 3].map((value) => value + normal(random)))
}

const some = blobs(120, 6, 1)
const many = withManyDirections(some, new Random(12))
const lacking = many.map((row, i) => (i % 4 === 1 ? row.map(() => Number.NaN) : row))
const fits: Record<string, GivenFit> = {
  'two views': { views: { one: many, two: blobs(120, 40, 2) }, options: { clusters: 3 } },
  'another seed, fast': {
    views: { one: some, two: blobs(120, 9, 2) },
    options: { clusters: 4, effort: 'fast', seed: 3 },
  },
  'views of one feature': { views: { one: blobs(90, 1, 4), two: blobs(90, 2, 5) }, options: { clusters: 3 } },
  'a constant view and a weight': {
    views: { one: some, constant: some.map(() => [1, 2]), two: blobs(120, 5, 7) },
    options: { clusters: 3, viewWeights: { two: 2 } },
  },
  'a copy and noise beside two views': {
    views: { one: some, copy: some, noise: blobs(120, 8, 11, 0), two: blobs(120, 5, 7) },
    options: { clusters: 3, effort: 'fast' },
  },
  'identical samples': { views: { one: some.map((_, i) => some[i % 20]) }, options: { clusters: 3 } },
  'more clusters than distinct samples': {
    views: { one: some.slice(0, 9).map((_, i) => some[i % 3]) },
    options: { clusters: 5 },
  },
  'noise in one view': { views: { one: blobs(150, 12, 8, 0) }, options: { clusters: 3 } },
  'samples that lack views': { views: { one: lacking, two: blobs(120, 5, 9) }, options: { clusters: 3 } },
  'outliers set aside of samples that lack views': {
    views: { one: lacking, two: blobs(120, 5, 9) },
    options: { clusters: 3, outliers: 0.1 },
  },
  'partitions fitted to some samples': {
    views: { one: some, two: blobs(120, 9, 2) },
    options: { clusters: 3, sample: 60 },
  },
  'two samples': { views: { one: [[1], [2]], two: [[0], [5]] }, options: { clusters: 2 } },
  'one sample': { views: { one: [[1, 2]] }, options: { clusters: 1 } },
  'four samples': { views: { one: [[1], [2], [8], [9]] }, options: { clusters: 2 } },
}

let alone: Found
const found = new Map<number, Found[]>()

beforeAll(async () => {
  alone = await run(undefined, fits)
  const program = new URL('./fit-program.ts', import.meta.url)
  for (const size of [2, 3]) found.set(size, await onRanks<Found>(size, program, fits))
})

describe.each([2, 3])('a fit of the default method on %i ranks that have their own samples', (size) => {
  it.each(Object.keys(fits))('gives the bytes of one process: %s', (name) => {
    expect(found.get(size)![0][name]).toEqual(alone[name])
    for (const rank of found.get(size)!.slice(1)) expect(rank[name]).toBeNull()
  })
})

describe('the fits', () => {
  it('say what they are about', () => {
    const of = (name: string) => alone[name] as FoundFit
    expect(of('samples that lack views').coverage).toMatchObject({ samples: 120, views: [{ samples: 90 }, {}] })
    expect(of('noise in one view').warnings[0]).toMatch('may not support 3 clusters')
    expect(of('a copy and noise beside two views').warnings).toEqual([
      'view "one" repeats view "copy" value by value and was left out',
      expect.stringMatching(/^view "noise" .* it was left out, since it may be noise/),
    ])
    expect(of('a constant view and a weight').warnings).toEqual([
      'view "constant" is the same for all samples and was left out',
    ])
    expect(of('more clusters than distinct samples').warnings[0]).toMatch('3 distinct among 9 samples')
    expect(of('outliers set aside of samples that lack views').confidence.filter((sure) => sure === 0).length).toBe(12)
    expect(new Set(of('two views').labels).size).toBe(3)
  })
})
