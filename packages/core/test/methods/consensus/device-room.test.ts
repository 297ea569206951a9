import { describe, expect, it } from 'vitest'
import { deviceRoom } from '../../../src/methods/consensus/device-room.ts'

/** The most bytes that WebGPU gives one buffer on the cards of today. */
const BUFFER = 2 ** 31 - 4
const options = { neighbours: 10, effort: 'full' }

describe('the room that the default method needs on a card', () => {
  it.each([
    [10_000_000, 2],
    [10_000_000, 3],
    [5_000_000, 6],
  ])('for %i samples in %i views of 64 features has arrays that fit into a buffer', (samples, views) => {
    const features = Array<number>(views).fill(64)
    expect(deviceRoom({ samples, features, clusters: 20, options }).piece).toBeLessThanOrEqual(BUFFER)
  })

  it('for more samples has not, and is in proportion to the samples', () => {
    const size = { features: [64, 64], clusters: 20, options }
    const [one, two] = [deviceRoom({ ...size, samples: 7e6 }), deviceRoom({ ...size, samples: 14e6 })]
    expect(two.piece).toBeGreaterThan(BUFFER)
    expect([two.piece, two.all]).toEqual([2 * one.piece, 2 * one.all])
  })
})
