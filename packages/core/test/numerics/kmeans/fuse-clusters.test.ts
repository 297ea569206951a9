import { expect, it } from 'vitest'
import { fuseClusters } from '../../../src/numerics/kmeans/fuse-clusters.ts'

it('fuseClusters(distance, exists, wanted, join) gives ties to the lowest numbers, and leaves out what does not exist', () => {
  const fused = (exists: number[]) => Array.from(fuseClusters(new Float64Array(16), exists, 2, () => {}))
  expect(fused([1, 1, 1, 1])).toEqual([0, 0, 0, 1])
  const [first, , ...others] = fused([1, 0, 1, 1])
  expect([first, ...others]).toEqual([0, 0, 1])
})
