import { readdirSync, readFileSync } from 'node:fs'
import { Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { decodePicture } from '../../../../src/things/pictures/codecs/decode-picture.ts'
import { mutate } from '../../../mutate.ts'

const folder = new URL('../fixtures/', import.meta.url)
const names = readdirSync(folder).filter((name) => /\.(png|jpg|webp|gif)$/.test(name))

// `npm run bench fuzz-pictures` tries thousands of them.
it.each(names)('decodes %s or says what is wrong with it, however it is damaged', async (name) => {
  const bytes = new Uint8Array(readFileSync(new URL(name, folder)))
  for (let i = 0; i < 15; i++) {
    const end = await decodePicture(mutate(bytes, new Random(11).split(i))).then(
      ({ width, height, data }) => `is whole ${data.length === 4 * width * height}`,
      (error: Error) => `${error.constructor === Error ? '' : error.stack}${error.message}`,
    )
    expect(end).toMatch(/^(is whole true|is|has|ends) ?/)
  }
})

describe('a GIF that ends anywhere', () => {
  const shared = new Uint8Array(readFileSync(new URL('palette.gif', folder)))
  const colours = 3 * 2 ** ((shared[10] & 7) + 1)
  const frame = shared.indexOf(0x2c, 13 + colours)
  /** The colours behind the head of the frame instead of that of the file. */
  const own = Uint8Array.of(
    ...shared.subarray(0, 10),
    shared[10] & 0x7f,
    ...shared.subarray(11, 13),
    ...shared.subarray(13 + colours, frame + 9),
    shared[frame + 9] | (shared[10] & 0x87),
    ...shared.subarray(13, 13 + colours),
    ...shared.subarray(frame + 10),
  )

  it.each([
    ['the file', shared],
    ['the frame', own],
  ])('is refused or whole, with the colours of %s', async (_, bytes) => {
    const whole = await decodePicture(bytes)
    expect(whole).toEqual(await decodePicture(shared))
    let refused = 0
    for (let end = 0; end < bytes.length; end++) {
      const found = await decodePicture(bytes.subarray(0, end)).catch((error: Error) => error.message)
      if (typeof found === 'string') refused++
      else expect(found, `${end} of ${bytes.length} bytes`).toEqual(whole)
    }
    // Only what follows the pixels may be missing.
    expect(refused).toBeGreaterThan(bytes.length - 4)
  })
})
