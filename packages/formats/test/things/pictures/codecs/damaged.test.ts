import { readdirSync, readFileSync } from 'node:fs'
import { Random } from '@manyview/core/numerics'
import { expect, it } from 'vitest'
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
