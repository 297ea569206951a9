import { type ClusterOptions, cluster, type DenseView, InputError, type Views } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'

/** Two views (6 and 9 features) of `sizes.length` Gaussian clusters whose centres lie `spread` standard deviations around the origin; 0 is noise. */
function mixture(
  sizes: readonly number[],
  seed: number,
  spread = 3,
  order?: ArrayLike<number>,
): Record<string, DenseView> {
  const random = new Random(seed)
  const truth = sizes.flatMap((size, c) => new Array<number>(size).fill(c))
  const places = order ?? truth.map((_, i) => i)
  return Object.fromEntries(
    [6, 9].map((features) => {
      const centres = sizes.map(() => Array.from({ length: features }, () => spread * normal(random)))
      const rows = truth.map((c) => centres[c].map((middle) => middle + normal(random)))
      const data = Float64Array.from(Array.from(places).flatMap((i) => rows[i]))
      return [`view ${features}`, { samples: truth.length, features, data }]
    }),
  )
}

const even = (clusters: number, size: number) => new Array<number>(clusters).fill(size)
const choose = (views: Views, options: Partial<ClusterOptions> = {}) =>
  cluster(views, { clusters: 'auto', runtime: { threads: 1 }, ...options })

describe("cluster(views, { clusters: 'auto' })", () => {
  it.each([
    ['2 clusters', even(2, 60), 2],
    ['5 clusters', even(5, 40), 5],
    ['4 clusters of unequal size', [90, 50, 30, 20], 4],
    ['12 clusters', even(12, 20), 12],
  ])('finds %s', async (_, sizes, expected) => {
    const { clusters, choice, labels, warnings } = await choose(mixture(sizes, 1))
    expect(clusters).toBe(expected)
    expect(choice!.clusters).toBe(expected)
    expect(choice!.standsOut).toBe(true)
    expect(choice!.candidates[0].clusters).toBe(expected)
    expect(choice!.reason).toMatch(new RegExp(`^${expected} clusters fit best of 2 to \\d+\\. `))
    expect(new Set(labels).size).toBe(expected)
    expect(warnings).toEqual([])
  })

  it('finds three groups on a line, which stand out', async () => {
    const random = new Random(5)
    const line = Array.from({ length: 180 }, (_, i) => [6 * Math.floor(i / 60) + normal(random)])
    const { choice, warnings } = await choose({ line })
    expect(choice).toMatchObject({ clusters: 3, standsOut: true })
    expect(warnings).toEqual([])
  })

  it('finds nine groups of plain points, whose graphs have many eigenvalues near 1', async () => {
    const random = new Random(6)
    const place = (middle: number) => 6 * middle + normal(random)
    const points = Array.from({ length: 1350 }, (_, i) => [place(i % 3), place(Math.floor(i / 3) % 3)])
    const { choice } = await choose({ points }, { clusters: { from: 2, to: 12 }, effort: 'fast' })
    expect(choice).toMatchObject({ clusters: 9, standsOut: true })
    expect(choice!.candidates[0].stability).toBeGreaterThan(0.9)
  })

  it('ranks every number of the range, highest score first', async () => {
    const { choice } = await choose(mixture(even(3, 30), 2), { clusters: { from: 2, to: 7 } })
    expect(choice!.candidates.map(({ clusters }) => clusters).sort()).toEqual([2, 3, 4, 5, 6, 7])
    const scores = choice!.candidates.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    for (const { clusters, score, stability, agreement } of choice!.candidates)
      expect(score).toBeCloseTo((stability * stability * Math.max(agreement, 0)) / Math.sqrt(1 - 1 / clusters), 12)
  })

  it('gives the same clusters as a fit with the chosen number', async () => {
    const views = mixture([40, 30, 30], 3)
    const chosen = await choose(views)
    const given = await cluster(views, { clusters: chosen.clusters, runtime: { threads: 1 } })
    expect(chosen.labels).toEqual(given.labels)
    expect(chosen.memberships).toEqual(given.memberships)
    expect(given.choice).toBeNull()
  })

  it('does not depend on the order of the samples or on the threads', async () => {
    const sizes = [30, 25, 20]
    const here = await choose(mixture(sizes, 4))
    const shuffled = await choose(mixture(sizes, 4, 3, new Random(9).permutation(75)))
    expect(shuffled.choice).toEqual(here.choice)
    expect((await choose(mixture(sizes, 4), { runtime: { threads: 2 } })).choice).toEqual(here.choice)
  })

  it.each([1, 2, 3])(
    'says that nothing stands out in noise (seed %i), and says one cluster where it may',
    async (seed) => {
      const noise = mixture(even(1, 100), seed, 0)
      const { choice, warnings } = await choose(noise)
      expect(choice!.standsOut).toBe(false)
      expect(warnings).toContain(choice!.reason)
      expect(choice!.reason).toMatch(/^No number of clusters from 2 to \d+ stands out/)
      expect((await choose(noise, { clusters: { from: 1, to: 6 } })).clusters).toBe(1)
    },
  )

  it('says so for noise in one view, too, and finds clusters in one view', async () => {
    const [name] = Object.keys(mixture([1], 1))
    const one = (views: Record<string, DenseView>) => ({ [name]: views[name] })
    expect((await choose(one(mixture(even(1, 100), 5, 0)))).choice!.standsOut).toBe(false)
    const found = await choose(one(mixture(even(4, 40), 5)))
    expect(found.clusters).toBe(4)
    expect(found.choice!.standsOut).toBe(true)
  })

  it('chooses for any other method by the same graphs', async () => {
    const views = mixture(even(3, 30), 6)
    const { method, clusters, labels, choice } = await choose(views, { method: 'kmeans' })
    expect(method).toBe('kmeans')
    expect(clusters).toBe(3)
    expect(choice).toEqual((await choose(views)).choice)
    expect(labels).toEqual((await cluster(views, { method: 'kmeans', clusters: 3, runtime: { threads: 1 } })).labels)
  })

  it('counts the different samples where samples repeat: the choice is that without the copies', async () => {
    const kinds = mixture(even(3, 12), 4)
    const repeated = Object.fromEntries(
      Object.entries(kinds).map(([name, { data, features }]) => {
        const again = Array.from({ length: 3 }, () => Array.from(data)).flat()
        return [name, { samples: 108, features, data: again }]
      }),
    )
    const clusters = { from: 2, to: 36 }
    const found = await choose(repeated, { clusters })
    expect(found.clusters).toBe(3)
    expect(found.choice).toEqual((await choose(kinds, { clusters })).choice)
    found.labels.forEach((label, i) => {
      expect(label).toBe(found.labels[i % 36])
    })
  })

  it('never tries more clusters than samples differ, and measures each number', async () => {
    const points = [0, 0, 5, 1, 9, 4]
    const data = Float64Array.from({ length: 60 }, (_, p) => points[(Math.floor(p / 2) % 3) * 2 + (p % 2)])
    const { choice, labels } = await choose({ a: { samples: 30, features: 2, data } })
    expect(choice!.candidates.map(({ clusters }) => clusters).sort()).toEqual([2, 3])
    for (const measured of choice!.candidates) expect(Object.values(measured).every(Number.isFinite)).toBe(true)
    for (let i = 3; i < 30; i++) expect(labels[i]).toBe(labels[i % 3])
  })

  it.each([1, 2, 3, 4, 5])('answers for %i samples', async (samples) => {
    const data = Float64Array.from({ length: samples * 2 }, (_, p) => (p * p) % 7)
    const { clusters, labels, choice } = await choose({ a: { samples, features: 2, data } })
    expect(clusters).toBeGreaterThanOrEqual(1)
    expect(clusters).toBeLessThanOrEqual(samples)
    expect(labels.length).toBe(samples)
    expect(choice!.reason).not.toBe('')
  })

  it('gives one cluster where all samples are the same', async () => {
    const { clusters, choice } = await choose({ a: { samples: 20, features: 2, data: new Float64Array(40).fill(3) } })
    expect(clusters).toBe(1)
    expect(choice!.reason).toBe('1 cluster, because only 1 of the samples differ.')
  })

  it('reports the stage and stops when asked to', async () => {
    const stages = new Set<string>()
    const stop = new AbortController()
    const run = choose(mixture(even(3, 40), 7), {
      signal: stop.signal,
      onProgress: ({ stage, iteration, total }) => {
        expect(iteration).toBeLessThanOrEqual(total)
        stages.add(stage)
        if (stage === 'choosing k') stop.abort(new Error('enough'))
      },
    })
    await expect(run).rejects.toThrow('enough')
    expect(stages).toContain('choosing k')
    expect(stages).not.toContain('members')
  })

  it.each([
    [{ from: 2, to: 31 }, 'clusters: go up to 31 but there are only 30 samples, give at most 30'],
    [{ from: 5, to: 3 }, 'clusters: go from 5 to 3, give the smaller number first'],
    [{ from: 0, to: 3 }, 'clusters: go from 0 to 3, give two whole numbers of at least 1'],
    [{ from: 2, to: 3.5 }, 'clusters: go from 2 to 3.5, give two whole numbers of at least 1'],
    ['abc', 'clusters: is "abc", give a whole number, { from, to } or "auto"'],
    [null, 'clusters: is null, give a whole number, { from, to } or "auto"'],
    [0, 'clusters: is 0 for 30 samples, give a whole number from 1 to 30'],
  ])('refuses %j in one sentence', async (clusters, message) => {
    const error = await cluster(mixture(even(1, 30), 8), { clusters: clusters as 'auto' }).catch((reason) => reason)
    expect(error).toBeInstanceOf(InputError)
    expect(error.message).toBe(message)
  })

  it('refuses a range beyond the samples that differ', async () => {
    const data = Float64Array.from({ length: 40 }, (_, p) => p % 4)
    await expect(choose({ a: { samples: 20, features: 2, data } }, { clusters: { from: 3, to: 5 } })).rejects.toThrow(
      'clusters: go from 3 but only 2 of the samples differ, give at most 2',
    )
  })
})
