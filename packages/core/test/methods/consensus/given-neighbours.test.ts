import { cluster, type SparseView } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { blobs } from '../../assign/blobs.ts'

const { views } = blobs(120, 8)
const samples = 120

/** The distances of every sample from its `count` nearest by the raw features, in any order, the sample itself among them. */
function nearestIn(name: keyof typeof views, count: number): SparseView {
  const { data, features } = views[name]
  const random = new Random(1)
  const rows = Array.from({ length: samples }, (_, i) =>
    Array.from({ length: samples }, (_, j) => {
      let square = 0
      for (let c = 0; c < features; c++) square += (data[i * features + c] - data[j * features + c]) ** 2
      return { j, distance: Math.sqrt(square) }
    })
      .sort((a, b) => a.distance - b.distance)
      .slice(0, count + 1)
      .sort(() => random.uniform() - 0.5),
  )
  return {
    samples,
    features: samples,
    values: rows.flat().map(({ distance }) => distance),
    indices: rows.flat().map(({ j }) => j),
    pointers: Array.from({ length: samples + 1 }, (_, i) => i * (count + 1)),
  }
}

const fit = (neighbourGraphs: Record<string, SparseView>, more = {}) =>
  cluster(views, { clusters: 3, threads: 1, neighbourGraphs, ...more })

describe('neighbours that were found elsewhere', () => {
  it('give the clusters that are there, and change the graphs', async () => {
    const [own, given] = [
      await cluster(views, { clusters: 3, threads: 1 }),
      await fit({ shape: nearestIn('shape', 12) }),
    ]
    expect(given.labels).toEqual(own.labels)
    expect(given.outlierScores).not.toEqual(own.outlierScores)
    const alone = await cluster(
      { shape: views.shape },
      { clusters: 3, threads: 1, neighbourGraphs: { shape: nearestIn('shape', 12) } },
    )
    expect(new Set(alone.labels).size).toBe(3)
  })

  it('may be of any size, and of a view with any name', async () => {
    const graph = nearestIn('shape', 12)
    const times = (factor: number) => ({ ...graph, values: Array.from(graph.values, (value) => value * factor) })
    for (const name of ['shape', 'constructor', '__proto__']) {
      const labelsOf = async (factor: number) =>
        (
          await cluster(Object.fromEntries([[name, views.shape]]), {
            ...{ clusters: 3, threads: 1, seed: 1 },
            neighbourGraphs: Object.fromEntries([[name, times(factor)]]),
          })
        ).labels
      const labels = await labelsOf(1)
      for (const factor of [2 ** 700, 2 ** -700]) expect(await labelsOf(factor), name).toEqual(labels)
    }
    const given = { constructor: views.shape, colour: views.shape }
    await expect(
      cluster(given, { clusters: 3, threads: 1, neighbourGraphs: { colour: graph } }),
    ).resolves.toMatchObject({ clusters: 3 })
  })

  it('are refused in one line where they do not fit', async () => {
    const good = nearestIn('shape', 10)
    const changed = (place: number, value: number) =>
      ({ ...good, values: Array.from(good.values, (old, p) => (p === place ? value : old)) }) as SparseView
    const refused = (graph: SparseView, message: string | RegExp, more = {}) =>
      expect(fit({ shape: graph }, more)).rejects.toThrow(message)
    await refused({ ...good, samples: 7, features: 7 }, 'that of view "shape" is 7×7 for 120 samples')
    await refused(changed(5, Number.NaN), 'has the distance NaN in row 1, give finite distances of 0 or more')
    await refused(changed(5, -1), 'has the distance -1 in row 1')
    await refused(good, 'has 10 neighbours in row', { neighbours: 11 })
    const twice = Array.from(good.indices, (j, p) => (p === 1 ? good.indices[0] : p === 2 ? good.indices[3] : j))
    await refused({ ...good, indices: twice }, /has two distances from sample \d+ in row 1, give one per neighbour/)
    await refused({ ...good, values: Array.from(good.values, () => 1) }, 'has the distance 1 everywhere')
    await refused(good, 'neighbourGraphs: cannot be combined with outliers', { outliers: 0.05 })
    await expect(fit({ sound: good })).rejects.toThrow('neighbourGraphs: there is no view "sound"')
    await expect(fit({ shape: good }, { method: 'dstl' })).rejects.toThrow(
      'neighbourGraphs: dstl does not use neighbours',
    )
  })
})
