import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/numerics/random/random.ts'

describe('Random', () => {
  it('has a stream that does not change between versions', () => {
    const random = new Random(42)
    expect(Array.from({ length: 4 }, () => random.integer())).toEqual(STREAM)
  })

  it('gives the same numbers for the same seed and others for another, beyond 32 bits too', () => {
    const first = (seed: number) => new Random(seed).uniform()
    expect(first(7)).toBe(first(7))
    expect(new Set([0, 1, 2, -1, 2 ** 32, 2 ** 32 + 1, 2 ** 52].map(first)).size).toBe(7)
  })

  it('uniform() stays in [0, 1) with the mean and variance of a uniform', () => {
    const random = new Random(3)
    const values = Array.from({ length: 100_000 }, () => random.uniform())
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
    expect(Math.min(...values.slice(0, 50_000))).toBeGreaterThanOrEqual(0)
    expect(Math.max(...values.slice(0, 50_000))).toBeLessThan(1)
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.005)
    expect(Math.abs(variance - 1 / 12)).toBeLessThan(0.002)
  })

  it('permutation(n) holds every number once and reaches every order about equally often', () => {
    const random = new Random(9)
    expect([...random.permutation(1000)].sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, i) => i))
    const counts = new Map<string, number>()
    for (let i = 0; i < 6000; i++) {
      const key = random.permutation(3).join()
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    expect(counts.size).toBe(6)
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })

  it('split(keys) depends on the keys and the seed, not on what was drawn from other parts', () => {
    const parent = new Random(5)
    const first = parent.split(1, 2).uniform()
    expect(parent.split(1, 2).uniform()).toBe(first)
    const others = [parent.split(2, 1), parent.split(1), parent.split(1, 2, 0), new Random(6).split(1, 2)]
    expect(new Set([first, ...others.map((random) => random.uniform())]).size).toBe(5)
  })
})

const STREAM = [660444221, 3652823732, 77672526, 910233633]
