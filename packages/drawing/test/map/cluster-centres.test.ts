import { describe, expect, it } from 'vitest'
import { clusterCentres } from '../../src/map/cluster-centres.ts'

describe('clusterCentres(map, labels, clusters)', () => {
  it('gives a place within the larger part of a cluster in two parts, not the gap between', () => {
    const places = [...Array.from({ length: 10 }, () => [0, 0]), ...Array.from({ length: 6 }, () => [10, 10])]
    const [centre] = clusterCentres(Float64Array.from(places.flat()), new Int32Array(16), 1)
    expect(centre).toEqual({ x: 0, y: 0, radius: 0 })
  })

  it('gives null for an empty cluster, and the place itself where all samples share one', () => {
    expect(clusterCentres(Float64Array.of(3, 4, 3, 4), Int32Array.of(1, 1), 2)).toEqual([
      null,
      { x: 3, y: 4, radius: 0 },
    ])
  })
})
