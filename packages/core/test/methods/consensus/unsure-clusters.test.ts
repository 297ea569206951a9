import { describe, expect, it } from 'vitest'
import { unsureClusters } from '../../../src/methods/consensus/warnings.ts'

/** Clusters of a size and a confidence that all their samples have. */
function clustering(clusters: readonly [number, number][]) {
  return {
    labels: Int32Array.from(clusters.flatMap(([size], j) => new Array<number>(size).fill(j))),
    confidence: Float64Array.from(clusters.flatMap(([size, sure]) => new Array<number>(size).fill(sure))),
  }
}

const said = (clusters: readonly [number, number][]) => unsureClusters(clustering(clusters), clusters.length, 10)

describe('clusters that are not sure', () => {
  it('are named where a few stray samples were made a cluster', () => {
    expect(
      said([
        [200, 0.9],
        [3, 0.11],
      ]),
    ).toEqual([
      'cluster 1 holds 3 samples and is weak (mean confidence 0.11): stray samples may be no group, and with fewer clusters they join others',
    ])
  })

  it('share one sentence where they are many and small', () => {
    expect(
      said([
        [200, 0.9],
        [3, 0.3],
        [2, 0.2],
        [1, 0.4],
      ]),
    ).toEqual([
      expect.stringMatching(/^cluster 2 holds 2 samples and is weak \(mean confidence 0\.20\), and so are 2 more: /),
    ])
  })

  it('are named whatever their size where their samples might as well be elsewhere', () => {
    expect(
      said([
        [200, 0.9],
        [50, 0.05],
      ]),
    ).toEqual(['cluster 1 (50 samples) has mean confidence 0.05: its samples might as well be elsewhere'])
  })

  it('are not those that are small and sure, nor those that are large and fair', () => {
    expect(
      said([
        [200, 0.3],
        [3, 0.8],
        [10, 0.5],
        [11, 0.2],
      ]),
    ).toEqual([])
  })
})
