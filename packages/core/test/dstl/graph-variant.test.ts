import { type ClusterOptions, cluster, type Matrix } from '@manyview/core'
import { adjustedRandIndex } from '@manyview/core/metrics'
import { describe, expect, it } from 'vitest'
import { transposeMultiply } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'

/** Four clusters of 30 in three views; two of the views cannot tell some of them apart. */
function planted(): { views: number[][][]; truth: number[] } {
  const random = new Random(4)
  const truth = Array.from({ length: 120 }, (_, i) => i % 4)
  const views = [6, 9, 7].map((features, v) => {
    const centres = Array.from({ length: 4 }, () => Array.from({ length: features }, () => 4 * normal(random)))
    if (v < 2) centres[v] = centres[v + 1]
    return truth.map((c) => centres[c].map((x) => x + normal(random)))
  })
  return { views, truth }
}

const { views, truth } = planted()
const fit = (options: Partial<ClusterOptions> = {}, input = views) =>
  cluster(input, { clusters: 4, method: 'dstl', transform: 'graph', ...options })

describe("dstl with transform: 'graph'", () => {
  it('finds clusters in samples that nobody sorted, with every threshold from the data', async () => {
    const found = await fit()
    expect(adjustedRandIndex(truth, found.labels)).toBe(1)
    expect(found.iterations).toBe(8)
    expect(found.history.change.at(-1)!).toBeLessThan(found.history.change[0])
    for (const value of Object.values(found.details.thresholds as Record<string, number>))
      expect(value).toBeGreaterThan(0)
  })

  it('gives the same labels and embedding for any order of the samples, unlike the published transform', async () => {
    const straight = await fit()
    const order = new Random(8).permutation(120)
    const shuffled = await fit(
      {},
      views.map((rows) => Array.from(order, (i) => rows[i])),
    )
    expect(shuffled.labels).toEqual(straight.labels.map((_, i) => straight.labels[order[i]]))
    const { columns, data } = straight.embedding!
    expect(Array.from(shuffled.embedding!.data)).toEqual(
      Array.from(order, (i) => Array.from(data.subarray(i * columns, (i + 1) * columns))).flat(),
    )
  })

  it('keeps W orthonormal', async () => {
    for (const W of Object.values((await fit()).details.W as Record<string, Matrix>)) {
      const tall = W.rows >= W.columns
      const gram = tall ? transposeMultiply(W, W) : null
      gram?.data.forEach((value, p) => {
        expect(Math.abs(value - (p % (W.columns + 1) === 0 ? 1 : 0))).toBeLessThan(1e-12)
      })
    }
  })

  it('answers k = 1, k = n and views that are constant', async () => {
    expect(new Set((await fit({ clusters: 1 })).labels).size).toBe(1)
    expect(new Set((await fit({ clusters: 120 })).labels).size).toBe(120)
    const found = await fit({}, [...views, views[0].map(() => [1, 2])])
    expect(adjustedRandIndex(truth, found.labels)).toBe(1)
    expect(found.warnings.join()).toContain('was left out')
  })
})
