import { sampleNeighbours, setApart } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/numerics/random/random.ts'

const random = new Random(2)
const words = Array.from({ length: 40 }, (_, i) => [i < 10 ? 5 : 0, random.uniform(), random.uniform()])
const pixels = Array.from({ length: 40 }, (_, i) => [i + 0.5, 0])

describe('setApart(views, inside)', () => {
  it('names the features that tell some samples from all others', async () => {
    const inside = Array.from({ length: 10 }, (_, i) => i)
    const found = await setApart({ words, pixels }, inside)
    expect(found.words[0]).toMatchObject({ feature: 0, effect: 1, meanInside: 5, meanOutside: 0 })
    expect(found.pixels[0]).toMatchObject({ feature: 0, effect: -1, meanInside: 5 })
  })
})

describe('sampleNeighbours(views)', () => {
  it('finds the nearest samples of a sample in each view, with distances that can be compared', async () => {
    const near = await sampleNeighbours({ words, pixels })
    const [inWords, inPixels] = near(20, 4)
    expect(inWords.view).toBe('words')
    expect(inWords.near.every(({ sample }) => sample >= 10)).toBe(true)
    expect(inPixels.near.map(({ sample }) => sample).sort()).toEqual([18, 19, 21, 22])
    for (const { near: list } of [inWords, inPixels])
      for (let c = 1; c < list.length; c++) expect(list[c].distance).toBeGreaterThanOrEqual(list[c - 1].distance)
    expect(inPixels.near[0].distance).toBeLessThan(1)
  })

  it('says nothing of a view that the sample lacks', async () => {
    const present = Uint8Array.from(pixels, (_, i) => (i === 20 ? 0 : 1))
    const seen = { samples: 40, features: 2, data: Float64Array.from(pixels.flat()), present }
    const near = await sampleNeighbours({ words, seen })
    expect(near(20, 3).map(({ near: list }) => list.length)).toEqual([3, 0])
    expect(near(19, 3)[1].near.map(({ sample }) => sample)).not.toContain(20)
  })
})
