import { cluster, explain } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { mapTrust } from '../../src/explain/map/map-samples.ts'
import { mapPoints } from '../../src/explain/map-points.ts'
import { viewScores } from '../../src/explain/view-scores.ts'
import { nearestNeighbours } from '../../src/graphs/nearest-neighbours.ts'
import { fromRows, type Matrix } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'

const random = new Random(3)
const noise = (features: number, samples = 400) =>
  Array.from({ length: samples }, () => Array.from({ length: features }, () => normal(random)))

/** Share of the ten nearest neighbours that have the same label. */
async function purity(points: Matrix, labels: Int32Array): Promise<number> {
  const { indices, count } = runToEnd(nearestNeighbours(await Kernels.load(), points, 10, singleProcess))
  return indices.filter((j, p) => labels[j] === labels[Math.floor(p / count)]).length / indices.length
}

describe('the map of an explanation', () => {
  const views = { a: noise(12), b: noise(16) }

  it('shows noise as noise: neighbours on it share clusters no more than in the data', async () => {
    const clustering = await cluster(views, { clusters: 6, method: 'kmeans' })
    const { map, mapTrust, pulledApart } = await explain(views, clustering)
    const data = fromRows(views.a.map((row, i) => [...row, ...views.b[i]]))
    expect(await purity(map, clustering.labels)).toBeLessThan((await purity(data, clustering.labels)) + 0.1)
    // Ranks are kept better than neighbours: 0.49 to 0.54 for 200 and 400 samples of noise in 28 dimensions, less for more samples or dimensions.
    expect(mapTrust).toBeLessThan(0.6)
    expect(pulledApart).toBe(false)

    const apart = await explain(views, clustering, { pullApart: true })
    expect(apart.pulledApart).toBe(true)
    expect(await purity(apart.map, clustering.labels)).toBeGreaterThan(0.7)
    // The trust is that of the data. The clusters of k-means are a part of them, so that a map with more of these keeps a little more of the ranks: 0.01 to 0.07 here, over seeds.
    expect(apart.mapTrust).toBeLessThan(mapTrust + 0.1)
  })

  it.each([240, 1000])('shows no more of the clusters of noise than the views do: %i samples', async (samples) => {
    const given = { a: noise(12, samples), b: noise(16, samples) }
    const clustering = await cluster(given, { clusters: 6, effort: 'fast' })
    const { map } = await explain(given, clustering)
    // Clusters are found, and the map is drawn, in the views as they are compared, which purity in the raw numbers would miss.
    const kernels = await Kernels.load()
    const rows = Object.entries(given).map(([name, view]) => ({ name, data: fromRows(view), present: null }))
    const scores = runToEnd(viewScores(kernels, rows, new Random(0)))
    const compared = runToEnd(mapPoints(kernels, scores, samples, null, new Random(0)))
    expect(await purity(map, clustering.labels)).toBeLessThan((await purity(compared, clustering.labels)) + 0.08)
  })

  it('is trusted where it shows clear clusters, far more than where it shows noise', async () => {
    const clear = (features: number) =>
      noise(features).map((row, i) => row.map((value, j) => value + (j % 4 === i % 4 ? 9 : 0)))
    const given = { a: clear(12), b: clear(16) }
    const clustering = await cluster(given, { clusters: 4, effort: 'fast' })
    expect((await explain(given, clustering)).mapTrust).toBeGreaterThan(0.85)
  })

  it('does not depend on the clusters', async () => {
    const [two, three] = await Promise.all([2, 3].map((clusters) => cluster(views, { clusters, method: 'kmeans' })))
    expect((await explain(views, two)).map).toEqual((await explain(views, three)).map)
  })

  it('comes with one map per view, in which a view of noise is noise and samples that lack it have no place', async () => {
    const ids = Array.from({ length: 240 }, (_, i) => String(i))
    const clear = Array.from(ids, (_, i) => [0, 1, 2, 3].map((j) => (j === i % 4 ? 9 : 0) + normal(random)))
    const given = {
      clear: { samples: 240, features: 4, data: Float64Array.from(clear.flat()), ids },
      noise: {
        samples: 200,
        features: 12,
        data: Float64Array.from(noise(12).slice(0, 200).flat()),
        ids: ids.slice(0, 200),
      },
    }
    const clustering = await cluster(given, { clusters: 4, join: 'outer' })
    const { viewMaps } = await explain(given, clustering, { join: 'outer' })
    expect(viewMaps!.map(({ name }) => name)).toEqual(['clear', 'noise'])
    expect(await purity(viewMaps![0].map, clustering.labels)).toBeGreaterThan(0.95)
    const seen = viewMaps![1].map
    expect(Array.from(seen.data.subarray(400)).every(Number.isNaN)).toBe(true)
    const there = { rows: 200, columns: 2, data: seen.data.subarray(0, 400) }
    expect(await purity(there, clustering.labels.subarray(0, 200))).toBeLessThan(0.45)
    expect(viewMaps![0].trust).toBeGreaterThan(viewMaps![1].trust)
  })
})

describe('mapTrust(kernels, points, places, random)', () => {
  const points = fromRows(noise(2, 1500))
  const trustOf = async (places: Matrix) => mapTrust(await Kernels.load(), points, places, new Random(5))

  it('is 1 where the map is the data, whatever its scale', async () => {
    expect(await trustOf(points)).toBe(1)
    expect(await trustOf({ ...points, data: points.data.map((value) => 7 * value) })).toBe(1)
  })

  it('is near 0 where places have nothing to do with the data', async () => {
    expect(await trustOf(fromRows(noise(2, 1500)))).toBeLessThan(0.05)
  })

  it('is the trustworthiness of Venna and Kaski, stretched from 0 to 1', async () => {
    // On a line of 5 samples with 2 neighbours each; the map swaps the first and the last.
    const kernels = await Kernels.load()
    const line = fromRows([[0], [1], [2.1], [3.3], [4.6]])
    const places = fromRows([4.6, 1, 2.1, 3.3, 0].map((x) => [x, 0]))
    // Neighbours on the map of ranks 3 and 4 in the data: see the ranks that are added up by hand.
    const order = (row: readonly number[], i: number) =>
      [0, 1, 2, 3, 4].filter((j) => j !== i).sort((a, b) => Math.abs(row[a] - row[i]) - Math.abs(row[b] - row[i]))
    const [inData, onMap] = [line.data, [4.6, 1, 2.1, 3.3, 0]].map((row) =>
      [0, 1, 2, 3, 4].map((i) => order(Array.from(row), i)),
    )
    let beyond = 0
    for (const i of [0, 1, 2, 3, 4])
      for (const j of onMap[i].slice(0, 2)) beyond += Math.max(0, inData[i].indexOf(j) + 1 - 2)
    const trustworthiness = 1 - (2 * beyond) / (5 * 2 * (2 * 5 - 3 * 2 - 1))
    expect(mapTrust(kernels, line, places, new Random(1))).toBeCloseTo(Math.max(0, 2 * trustworthiness - 1), 12)
  })
})
