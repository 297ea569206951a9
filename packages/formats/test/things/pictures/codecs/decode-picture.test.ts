import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodePicture } from '../../../../src/things/pictures/codecs/decode-picture.ts'

const folder = new URL('../fixtures/', import.meta.url)
const file = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)))
/** What Pillow decodes: fixtures/make-fixtures.py. */
const expected: Record<string, number[]> = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'))

describe('decodes as Pillow does', () => {
  it.each(Object.keys(expected))('%s', async (name) => {
    const { width, height, data } = await decodePicture(file(name))
    expect(data.length).toBe(4 * width * height)
    const exact = !/jpg$|lossy/.test(name)
    // Decoders of lossy formats may round another way.
    data.forEach((value, p) => {
      const hidden = p % 4 < 3 && data[p - (p % 4) + 3] === 0
      if (!hidden) expect(Math.abs(value - expected[name][p])).toBeLessThanOrEqual(exact ? 0 : 3)
    })
  })

  it('one pixel', async () => {
    expect(await decodePicture(file('one-pixel.png'))).toMatchObject({ width: 1, height: 1 })
  })
})

it('turns JPEG, PNG and WebP upright as their orientation says', async () => {
  for (const name of ['turned.jpg', 'turned-5.png', 'turned-6.webp', 'turned-7.png', 'turned-8.webp'])
    expect(await decodePicture(file(name)), name).toMatchObject({ width: 9, height: 13 })
  for (const name of ['turned-2.webp', 'turned-3.png', 'turned-4.webp'])
    expect(await decodePicture(file(name)), name).toMatchObject({ width: 13, height: 9 })
})

describe('says what is wrong', () => {
  it.each([
    ['nothing', new Uint8Array(0), 'is empty'],
    ['a text', new TextEncoder().encode('a text that is no picture at all'), 'is no JPEG, PNG, WebP or GIF picture'],
    ['CMYK', file('cmyk.jpg'), 'is a CMYK JPEG, save it as RGB'],
    ['an animated WebP', file('animated.webp'), 'is an animated WebP, save one of its pictures'],
    ['AVIF', latin('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'), 'is an AVIF picture, save it as JPEG or PNG'],
    ['HEIC', latin('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'is a HEIC picture, save it as JPEG or PNG'],
    ['TIFF', latin('II*\0\x08\0\0\0'), 'is a TIFF picture, save it as JPEG or PNG'],
    ['SVG', latin('<?xml version="1.0"?><svg width="1"/>'), 'is an SVG drawing, save it as JPEG or PNG'],
    ['a huge PNG', sized(file('rgb.png'), 30000, 30000), /^has too many pixels \(30000 × 30000, at most 120 million\)/],
    ['a PNG of no width', sized(file('rgb.png'), 0, 9), /^has no pixels/],
  ])('of %s', async (_, bytes, reason) => {
    await expect(decodePicture(bytes)).rejects.toThrow(reason)
  })

  it.each(readdirSync(folder).filter((name) => name in expected))('of %s when it is cut off', async (name) => {
    const bytes = file(name)
    await expect(decodePicture(bytes.subarray(0, Math.floor(bytes.length * 0.7)))).rejects.toThrow()
  })

  it('and decodes the next picture', async () => {
    await expect(decodePicture(file('baseline.jpg').subarray(0, 300))).rejects.toThrow()
    expect((await decodePicture(file('baseline.jpg'))).width).toBe(13)
  })
})

function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** The PNG with another size in its header. */
function sized(png: Uint8Array, width: number, height: number): Uint8Array {
  const view = new DataView(png.buffer, png.byteOffset)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return png
}
