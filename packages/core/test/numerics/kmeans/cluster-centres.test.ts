import { expect, it } from 'vitest'
import { clusterCentres } from '../../../src/numerics/kmeans/cluster-centres.ts'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'

const kernels = await Kernels.load()

it('clusterCentres(kernels, points, partitions) gives the mean and the size of each cluster, 0 for an empty one', () => {
  const points = matrix(3, 2, Float64Array.of(1, 2, 3, 4, 10, 20))
  const labels = Int32Array.of(0, 0, 2)
  const [{ centres, sizes }] = clusterCentres(kernels, points, [{ labels, clusters: 3 }])
  expect([...centres.data]).toEqual([2, 3, 0, 0, 10, 20])
  expect([...sizes]).toEqual([2, 0, 1])
})

it('has the bytes of a plain loop for every partition, also of more points than are looked at in one go', () => {
  const random = new Random(1)
  const [rows, columns] = [70_000, 17]
  const data = Float64Array.from({ length: rows * columns }, () => random.uniform() - 0.5)
  const partitions = [1, 5].map((clusters) => ({
    clusters,
    labels: Uint8Array.from({ length: rows }, () => random.below(clusters)),
  }))
  const found = clusterCentres(kernels, matrix(rows, columns, data), partitions)
  for (const [p, { clusters, labels }] of partitions.entries()) {
    const sums = new Float64Array(clusters * columns)
    const sizes = new Float64Array(clusters)
    for (let i = 0; i < rows; i++) {
      sizes[labels[i]]++
      for (let c = 0; c < columns; c++) sums[labels[i] * columns + c] += data[i * columns + c]
    }
    expect(found[p].sizes).toEqual(sizes)
    expect(found[p].centres.data).toEqual(sums.map((sum, q) => sum / sizes[Math.floor(q / columns)]))
  }
})
