import { describe, expect, it } from 'vitest'
import { fitRoom } from '../src/fit-room.ts'

/** The most bytes that WebGPU gives one buffer on the cards of today. */
const BUFFER = 2 ** 31 - 4
const given = { clusters: 20, rank: 30, basis: 40, options: { neighbours: 10, effort: 'full' } }

describe('the room that the default method needs on a card', () => {
  it.each([
    [10_000_000, 2],
    [10_000_000, 3],
    [5_000_000, 6],
  ])('for %i samples in %i views of 64 features has arrays that fit into a buffer', (samples, views) => {
    const features = Array<number>(views).fill(64)
    expect(fitRoom({ ...given, samples, features }).piece).toBeLessThanOrEqual(BUFFER)
  })

  it('for more samples has not, and is in proportion to the samples', () => {
    const size = { ...given, features: [64, 64] }
    const [one, two] = [fitRoom({ ...size, samples: 7e6 }), fitRoom({ ...size, samples: 14e6 })]
    expect(two.piece).toBeGreaterThan(BUFFER)
    expect([two.piece, two.all]).toEqual([2 * one.piece, 2 * one.all])
  })
})
