import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  fourierMagnitudes,
  gradientHistograms,
  type Images,
  inkProfiles,
  loadDigits,
  pooledPixels,
} from '../../src/digits/index.ts'

const size = 28
const blank = (): Images => ({ samples: 1, size, pixels: new Uint8Array(size * size) })

/** An image with ink 255 wherever `isInk(row, column)`. */
function draw(isInk: (row: number, column: number) => boolean): Images {
  const image = blank()
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) if (isInk(row, column)) image.pixels[row * size + column] = 255
  return image
}

describe('loadDigits()', () => {
  it('gives 2,000 images, 200 of each digit, in shuffled order', async () => {
    const { samples, labels, pixels } = await loadDigits()
    expect(samples).toBe(2000)
    expect(pixels.length).toBe(2000 * 28 * 28)
    for (let digit = 0; digit < 10; digit++) expect(labels.filter((label) => label === digit).length).toBe(200)
    let changes = 0
    for (let i = 1; i < samples; i++) if (labels[i] !== labels[i - 1]) changes++
    expect(changes).toBeGreaterThan(1700)
  })

  it('gives every view finite values for all samples, and no image twice', async () => {
    const { samples, views, pixels } = await loadDigits()
    expect(Object.keys(views)).toEqual(['pixels', 'gradients', 'frequencies', 'profiles'])
    for (const view of Object.values(views)) {
      expect(view.samples).toBe(samples)
      expect(view.data.length).toBe(samples * view.features)
      expect(Array.from(view.data).every(Number.isFinite)).toBe(true)
    }
    const images = new Set(Array.from({ length: samples }, (_, i) => pixels.subarray(i * 784, (i + 1) * 784).join()))
    expect(images.size).toBe(samples)
  })

  it('is embedded in less than 500 KB', () => {
    const file = new URL('../../src/digits/digits-bytes.ts', import.meta.url)
    expect(statSync(file).size).toBeLessThan(500_000)
  })
})

describe('pooledPixels(images)', () => {
  it('averages the ink of each square', () => {
    const { data, features } = pooledPixels(draw((row, column) => row === 0 && column < 3))
    expect(features).toBe(196)
    expect(Array.from(data).slice(0, 3)).toEqual([0.5, 0.25, 0])
  })
})

describe('gradientHistograms(images)', () => {
  it('puts the left edge of a vertical stroke into the bin that points right', () => {
    const { data } = gradientHistograms(draw((_, column) => column >= 14))
    const bins = Array.from({ length: 8 }, (_, bin) => {
      let sum = 0
      for (let cell = 0; cell < 16; cell++) sum += data[cell * 8 + bin]
      return sum
    })
    expect(bins.indexOf(Math.max(...bins))).toBe(0)
    expect(bins[4]).toBe(0)
  })

  it('gives every image length 1, and zeros for a blank one', () => {
    const stroke = gradientHistograms(draw((row) => row > 10))
    expect(Array.from(stroke.data).reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 14)
    expect(Array.from(gradientHistograms(blank()).data).every((value) => value === 0)).toBe(true)
  })
})

describe('fourierMagnitudes(images)', () => {
  it('does not change when the image is moved', () => {
    const shape = (row: number, column: number) => row > 4 && row < 12 && column > 5 && column < 8 + row / 3
    const here = fourierMagnitudes(draw(shape)).data
    const there = fourierMagnitudes(draw((row, column) => shape(row - 5, column - 7))).data
    for (let p = 0; p < here.length; p++) expect(there[p]).toBeCloseTo(here[p], 11)
  })

  it('has the total ink as its first feature', () => {
    const { data, features } = fourierMagnitudes(draw((row, column) => row < 3 && column < 5))
    expect(features).toBe(85)
    expect(data[0]).toBeCloseTo(15, 12)
  })
})

describe('inkProfiles(images)', () => {
  it('gives the share of ink of each row, then of each column', () => {
    const { data } = inkProfiles(draw((row, column) => row === 2 && column < 7))
    expect(data[2]).toBeCloseTo(7 / 28, 14)
    expect(data[3]).toBe(0)
    expect(data[28 + 6]).toBeCloseTo(1 / 28, 14)
    expect(data[28 + 7]).toBe(0)
  })
})
