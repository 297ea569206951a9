import { cluster } from '@manyview/core'
import { adjustedRandIndex } from '@manyview/core/metrics'
import { normal, Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import type { Card } from '../src/card.ts'
import { GpuDevice } from '../src/index.ts'
import { noSoftwareDevice, softwareDevice } from './software-device.ts'

/** Two views of 120 samples in 3 clusters that lie apart, and so many copies of the first samples. In pairs of further columns of the second view samples differ for reasons of their own, so that many directions stand out. */
function blobs(copies = 0) {
  const random = new Random(5)
  const view = (others: number) => {
    const rows = Array.from({ length: 120 }, (_, i) => {
      const reasons = Array.from({ length: others / 2 }, () => 2 * normal(random))
      return [
        ...Array.from({ length: 5 }, (_, c) => normal(random) + (c === i % 3 ? 9 : 0)),
        ...Array.from({ length: others }, (_, c) => normal(random) + reasons[c >> 1]),
      ]
    })
    return [...rows, ...rows.slice(0, copies)]
  }
  return { first: view(0), second: view(10) }
}

describe.skipIf(noSoftwareDevice)('a fit on a device', () => {
  it('finds what the processor finds, says where it was computed, and gives the same labels again', async () => {
    const device = await softwareDevice()
    const [plain, one, again] = [
      await cluster(blobs(), { clusters: 3, runtime: { threads: 1 } }),
      await cluster(blobs(), { clusters: 3, runtime: { threads: 1, device } }),
      await cluster(blobs(), { clusters: 3, runtime: { threads: 1, device } }),
    ]
    expect(adjustedRandIndex(plain.labels, one.labels)).toBe(1)
    expect(again.labels).toEqual(one.labels)
    expect([plain.device, one.device]).toEqual([undefined, device.name])
  })

  it('finds the same where partitions are fitted to some of the samples', async () => {
    const device = await softwareDevice()
    const options = { clusters: 3, runtime: { threads: 1 }, sample: 60 }
    const plain = await cluster(blobs(), options)
    const found = await cluster(blobs(), { ...options, runtime: { ...options.runtime, device } })
    expect(adjustedRandIndex(plain.labels, found.labels)).toBe(1)
    for (let i = 0; i < 120; i++) expect(found.confidence![i]).toBeCloseTo(plain.confidence![i], 1)
  })

  it('finds the same where the device does all that it can', async () => {
    const { card } = await softwareDevice()
    const device = new GpuDevice(card, 0)
    const options = { clusters: 3, runtime: { threads: 1 }, sample: 60 }
    const plain = await cluster(blobs(30), options)
    const found = await cluster(blobs(30), { ...options, runtime: { ...options.runtime, device } })
    expect(adjustedRandIndex(plain.labels, found.labels)).toBe(1)
    expect(found.duplicates).toEqual(plain.duplicates)
    for (let i = 0; i < 150; i++) expect(found.outlierScores![i]).toBeCloseTo(plain.outlierScores![i], 3)
  })

  it('finds what the processor finds where there is room for blocks only, and says so', async () => {
    const { card } = await softwareDevice()
    const freeBytes = function* (wanted: number) {
      return (yield* card.freeBytes(wanted)) / 2
    }
    const short: Card = Object.create(card, { freeBytes: { value: freeBytes } })
    const device = new GpuDevice(short, 0)
    const plain = await cluster(blobs(), { clusters: 3, runtime: { threads: 1 } })
    const found = await cluster(blobs(), { clusters: 3, runtime: { threads: 1, device } })
    expect(found.labels).toEqual(plain.labels)
    expect(found.warnings[0]).toMatch(
      /^120 samples need .* in all, which .* does not have: it finds scores and neighbours in blocks/,
    )
  })

  it('is refused where only the processor can do it', async () => {
    const device = await softwareDevice()
    const options = { clusters: 3, runtime: { device } } as const
    await expect(cluster(blobs(), { ...options, method: 'dstl' })).rejects.toThrow(
      'device: dstl does not use a graphics card, leave it out',
    )
    await expect(cluster(blobs(), { ...options, method: 'kmeans' })).rejects.toThrow(
      'device: kmeans does not use a graphics card, leave it out',
    )
  })
})
