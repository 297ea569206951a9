import { describe, expect, it } from 'vitest'
import { clusterColours } from '../../src/colour/cluster-colours.ts'
import { appearances, fromHex, leastDifference, toOklab } from '../../src/colour/colour.ts'

/** The smallest difference, for normal, red-blind and green-blind eyes, between any two of the first colours. */
const worst = (count: number, dark: boolean) => {
  const colours = clusterColours(count, dark).map((colour) => appearances(fromHex(colour)))
  return Math.min(...colours.flatMap((a, i) => colours.slice(0, i).map((b) => leastDifference(a, b))))
}

describe('clusterColours(clusters, dark)', () => {
  // About 0.02 is what eyes just notice side by side.
  it.each([false, true])('keeps ten colours far apart for colour-blind eyes (dark: %s)', (dark) => {
    expect(worst(10, dark)).toBeGreaterThan(0.08)
    expect(worst(20, dark)).toBeGreaterThan(0.04)
  })

  it('gives a hundred different colours, then begins again', () => {
    for (const dark of [false, true]) {
      const colours = clusterColours(101, dark)
      expect(new Set(colours).size).toBe(100)
      expect(colours[100]).toBe(colours[0])
      for (const colour of colours) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
    }
  })

  it('stands out from the page', () => {
    for (const colour of clusterColours(100, false)) expect(toOklab(fromHex(colour))[0]).toBeLessThan(0.86)
    for (const colour of clusterColours(100, true)) expect(toOklab(fromHex(colour))[0]).toBeGreaterThan(0.4)
  })
})
