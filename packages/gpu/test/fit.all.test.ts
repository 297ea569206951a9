import { cluster } from '@manyview/core'
import { adjustedRandIndex } from '@manyview/core/metrics'
import { normal, Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { narrowDevice, noSoftwareDevice } from './software-device.ts'

/** Two views of 1,100 samples with 40 features in 8 clusters. */
function manyBlobs() {
  const random = new Random(6)
  const view = () => {
    const centres = Float64Array.from({ length: 320 }, () => 2 * normal(random))
    const data = Float64Array.from(
      { length: 44_000 },
      (_, p) => centres[(Math.floor(p / 40) % 8) * 40 + (p % 40)] + normal(random),
    )
    return { data, samples: 1100, features: 40 }
  }
  return { first: view(), second: view() }
}

describe.skipIf(noSoftwareDevice)('a fit on a device', () => {
  it('finds the same where features, functions and links lie in several buffers each, and the same again', async () => {
    const device = await narrowDevice(200_000, 0)
    const wide = await narrowDevice(Number.MAX_SAFE_INTEGER, 0)
    const views = manyBlobs()
    const options = { clusters: 8, runtime: { threads: 1 }, sample: 400 }
    const [whole, several] = [
      await cluster(views, { ...options, runtime: { ...options.runtime, device: wide } }),
      await cluster(views, { ...options, runtime: { ...options.runtime, device } }),
    ]
    expect(adjustedRandIndex(whole.labels, several.labels)).toBeGreaterThan(0.98)
    const again = await cluster(views, { ...options, runtime: { ...options.runtime, device } })
    expect(again).toEqual({ ...several, seconds: again.seconds })
  })
})
