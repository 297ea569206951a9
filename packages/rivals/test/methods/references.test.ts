import { cluster } from '@manyview/core'
import { accuracy } from '@manyview/core/metrics'
import { Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { coreg, findMethod, kmeansBestView, kmeansMeanView, snf } from '../../src/index.ts'

const truth = Int32Array.from({ length: 60 }, (_, i) => i % 3)
const noise = (random: Random) => random.uniform() + random.uniform() + random.uniform() - 1.5

/** 60 samples × `features`, three groups `apart` from each other in units of their spread. */
function view(features: number, apart: number): number[][] {
  const random = new Random(features + apart)
  return Array.from(truth, (label) =>
    Array.from({ length: features }, (_, j) => (j % 3 === label ? apart : 0) + noise(random)),
  )
}

describe('kmeans-best-view', () => {
  it('takes the partition of the view that separates its clusters, with all the weight', async () => {
    const views = { blurred: view(6, 0), clear: view(6, 6), faint: view(6, 1) }
    const found = await cluster(views, { clusters: 3, method: kmeansBestView })
    expect(found.details.view).toBe('clear')
    expect(found.viewWeights).toEqual({ blurred: 0, clear: 3, faint: 0 })
    expect(accuracy(truth, found.labels)).toBe(1)
  })
})

describe.each([kmeansMeanView, snf, coreg, findMethod('spectral')])('$name', (method) => {
  it('finds clusters that two views of three support', async () => {
    const views = [view(6, 5), view(8, 5), view(6, 0)]
    const { labels } = await cluster(views, { clusters: 3, method })
    expect(accuracy(truth, labels)).toBe(1)
  })
})

describe('coreg', () => {
  it('turns no embedding when the views need not agree, and settles when they must', async () => {
    const views = [view(6, 4), view(8, 2)]
    const free = await cluster(views, { clusters: 3, method: coreg, lambda: 0 })
    expect(free.iterations).toBe(1)
    expect(free.history.change[0]).toBeLessThan(1e-6)
    const drawn = await cluster(views, { clusters: 3, method: coreg, lambda: 0.5 })
    expect(drawn.history.change[0]).toBeGreaterThan(1e-3)
    expect(drawn.converged).toBe(true)
  })
})

describe('spectral', () => {
  it('follows shapes that k-means cannot: a ring around a disc', async () => {
    const random = new Random(8)
    const labels = Int32Array.from({ length: 120 }, (_, i) => i % 2)
    const rings = Array.from(labels, (label, i) => {
      const radius = (label === 0 ? 0.5 : 4) + 0.2 * random.uniform()
      return [radius * Math.cos((i * Math.PI) / 60), radius * Math.sin((i * Math.PI) / 60)]
    })
    expect(accuracy(labels, (await cluster([rings], { clusters: 2, method: 'spectral' })).labels)).toBe(1)
    expect(accuracy(labels, (await cluster([rings], { clusters: 2, method: 'kmeans' })).labels)).toBeLessThan(0.9)
  })
})
