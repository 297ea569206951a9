import { expect, it } from 'vitest'
import { clusterCentres } from '../../src/kmeans/cluster-centres.ts'
import { matrix } from '../../src/linalg/matrix.ts'

it('clusterCentres(points, labels, clusters) gives the mean and the size of each cluster, 0 for an empty one', () => {
  const points = matrix(3, 2, Float64Array.of(1, 2, 3, 4, 10, 20))
  const { centres, sizes } = clusterCentres(points, Int32Array.of(0, 0, 2), 3)
  expect([...centres.data]).toEqual([2, 3, 0, 0, 10, 20])
  expect([...sizes]).toEqual([2, 0, 1])
})
