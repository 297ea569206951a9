import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { resizePicture } from '../../../src/things/pictures/resize-picture.ts'

const figures = JSON.parse(readFileSync(new URL('./fixtures/figures.json', import.meta.url), 'utf8'))

function opaque(colours: readonly number[], width: number, height: number) {
  const data = new Uint8Array(4 * width * height).fill(255)
  for (let p = 0; p < width * height; p++) data.set(colours.slice(3 * p, 3 * p + 3), 4 * p)
  return { width, height, data }
}

it('shrinks to the means of the pixels that are covered', () => {
  const small = resizePicture(opaque(figures.wide, 18, 12), 6, 4)
  small.forEach((value, p) => {
    expect(Math.abs(value - figures.narrow[p])).toBeLessThanOrEqual(0.5 + 1e-9)
  })
})

it('shares a pixel that lies on the border of two', () => {
  const three = opaque([0, 0, 0, 90, 90, 90, 180, 180, 180], 3, 1)
  expect([...resizePicture(three, 2, 1)]).toEqual([30, 30, 30, 150, 150, 150])
})

it('grows by going evenly from pixel to pixel', () => {
  const two = opaque([0, 0, 0, 100, 100, 100], 2, 1)
  expect([...resizePicture(two, 4, 1)].filter((_, p) => p % 3 === 0)).toEqual([0, 25, 75, 100])
})

it('keeps a picture that has the size already', () => {
  expect([...resizePicture(opaque(figures.wide, 18, 12), 18, 12)]).toEqual(figures.wide)
})

it('shows white where a picture is transparent', () => {
  const half = { width: 1, height: 1, data: Uint8Array.of(0, 100, 255, 51) }
  expect([...resizePicture(half, 1, 1)]).toEqual([204, 224, 255])
})
