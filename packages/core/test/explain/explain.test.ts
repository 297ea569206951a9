import { cluster, explain } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { typicalSamples } from '../../src/explain/explanation.ts'
import { Random } from '../../src/numerics/random/random.ts'

/** Three groups of 20 samples seen from two sides; the third view is noise. Group g is high in feature g of `clear`. */
function threeGroups() {
  const random = new Random(4)
  const truth = Int32Array.from({ length: 60 }, (_, i) => i % 3)
  const clear = Array.from(truth, (g) => [0, 1, 2, 3].map((j) => (j === g ? 5 : 0) + random.uniform()))
  const shifted = Array.from(truth, (g) => [
    g * 4 + random.uniform(),
    random.uniform(),
    g * -4 + random.uniform(),
    random.uniform(),
  ])
  const noise = Array.from(truth, () => Array.from({ length: 4 }, () => random.uniform()))
  return { truth, views: { clear, shifted, noise } }
}

describe('explain', () => {
  it('names the features, examples and views behind each cluster, and draws clusters apart on the map', async () => {
    const { views } = threeGroups()
    const clustering = await cluster(views, { clusters: 3, method: 'kmeans' })
    const found = await explain(views, clustering)
    expect(found.clusters.map(({ size }) => size)).toEqual([20, 20, 20])
    found.clusters.forEach(({ features, typical, doubtful }, c) => {
      // The group of the cluster's first sample is its position modulo 3.
      expect(features.clear[0]).toMatchObject({ feature: typical[0] % 3, effect: 1 })
      for (const i of [...typical, ...doubtful]) expect(clustering.labels[i]).toBe(c)
    })
    expect(found.support[0]).toBeGreaterThan(0.9)
    expect(Math.abs(found.support[2])).toBeLessThan(0.2)
    expect(found.agreement.data[3]).toBeGreaterThan(0.9)
    expect(found.agreement.data[2 * 4 + 3]).toBeLessThan(0.2)
    expect(nearestShareLabel(found.map.data, clustering.labels)).toBeGreaterThan(0.95)
  })

  it('explains what there is where views are constant, samples are equal or there is only one', async () => {
    const flat = Array.from({ length: 8 }, () => [3, 3])
    const two = Array.from({ length: 8 }, (_, i) => [i % 2, 0])
    const cases: Record<string, number[][]>[] = [{ flat }, { two }, { flat, two }, { one: [[1, 2]] }]
    for (const views of cases) {
      const samples = Object.values(views)[0].length
      const clustering = await cluster(views, { clusters: Math.min(2, samples), method: 'kmeans' })
      const { map, support } = await explain(views, clustering)
      expect(map.data.length).toBe(2 * samples)
      expect([...map.data, ...support].every(Number.isFinite)).toBe(true)
    }
  })

  it('gives the same bytes twice, and stops when asked to', async () => {
    const { views } = threeGroups()
    const clustering = await cluster(views, { clusters: 3, method: 'kmeans' })
    expect(await explain(views, clustering)).toEqual(await explain(views, clustering))
    const reason = new Error('enough')
    await expect(explain(views, clustering, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it('explains results without an embedding, one cluster, and fewer samples than the map has neighbours', async () => {
    const views = [[[1], [2], [10]]]
    const clustering = { ...(await cluster(views, { clusters: 1, method: 'kmeans' })), embedding: null }
    const found = await explain(views, clustering)
    expect(found.map.data.every(Number.isFinite)).toBe(true)
    expect(found.clusters).toMatchObject([{ size: 3, features: { 'view 1': [] } }])
  })
})

describe('typicalSamples', () => {
  it('ranks by confidence, and by the distance to the centres where there is none', () => {
    const labels = Int32Array.from([0, 0, 0, 1])
    const embedding = { rows: 4, columns: 1, data: new Float64Array([0, 1, 5, 9]) }
    const known = { labels, clusters: 2, confidence: null, embedding }
    const byConfidence = typicalSamples({ ...known, confidence: new Float64Array([0.2, 0.9, 0.5, 1]) }, 2)
    expect(byConfidence[0]).toEqual({ typical: [1, 2], doubtful: [0, 2] })
    expect(typicalSamples(known, 1)[0].doubtful).toEqual([2])
    expect(typicalSamples({ ...known, outliers: Uint8Array.of(0, 0, 1, 0) }, 1)[0].doubtful).not.toEqual([2])
  })
})

function nearestShareLabel(map: Float64Array, labels: Int32Array): number {
  const hits = labels.filter((label, i) => {
    let nearest = -1
    let best = Infinity
    for (let j = 0; j < labels.length; j++) {
      const square = (map[2 * i] - map[2 * j]) ** 2 + (map[2 * i + 1] - map[2 * j + 1]) ** 2
      if (j !== i && square < best) {
        best = square
        nearest = j
      }
    }
    return labels[nearest] === label
  })
  return hits.length / labels.length
}
