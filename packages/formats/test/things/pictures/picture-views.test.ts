import { readFileSync } from 'node:fs'
import type { DenseView } from '@manyview/core'
import { bytesSource, type PictureThings } from '@manyview/formats'
import { expect, it } from 'vitest'
import { decodePicture } from '../../../src/things/pictures/codecs/decode-picture.ts'
import { pictureViews } from '../../../src/things/pictures/picture-views.ts'
import { thumbnail } from '../../../src/things/pictures/thumbnail.ts'

const file = (name: string) =>
  bytesSource(name, new Uint8Array(readFileSync(new URL(`./fixtures/${name}`, import.meta.url))))
const column = (...pictures: PictureThings['pictures']): PictureThings => ({
  kind: 'pictures',
  name: 'photo',
  source: 'photos',
  pictures,
})

it('makes four views, the same for a picture alone and among others', async () => {
  const { views, recipes, broken } = await pictureViews(column(file('rgb.png'), null, file('grey.jpg')), null, {})
  expect(views.map(({ name }) => name)).toEqual(['photo colour', 'photo texture', 'photo shape', 'photo layout'])
  expect(broken).toEqual([])
  const alone = await pictureViews(column(file('grey.jpg')), recipes[0], {})
  views.forEach(({ view, featureNames = [] }, v) => {
    const { data } = view as DenseView & { data: Float64Array }
    expect(data).toHaveLength(3 * featureNames.length)
    expect(new Set(featureNames).size).toBe(featureNames.length)
    expect(data.subarray(featureNames.length, 2 * featureNames.length).every((value) => value === 0)).toBe(true)
    expect(data.subarray(2 * featureNames.length)).toEqual((alone.views[v].view as DenseView).data)
  })
})

it('names every picture that cannot be read, in the order of the samples', async () => {
  const { broken } = await pictureViews(column(file('cmyk.jpg'), file('rgb.png'), file('animated.webp')), null, {})
  expect(broken).toEqual([
    { sample: 0, name: 'cmyk.jpg', reason: 'is a CMYK JPEG, save it as RGB' },
    { sample: 2, name: 'animated.webp', reason: 'is an animated WebP, save one of its pictures' },
  ])
})

it('refuses a column without a picture that can be read', async () => {
  await expect(pictureViews(column(file('cmyk.jpg'), null), null, {})).rejects.toThrow(
    'photo: the picture cannot be read (cmyk.jpg is a CMYK JPEG, save it as RGB), give JPEG, PNG, WebP or GIF files',
  )
})

it('refuses the recipe of another way to describe pictures', async () => {
  const recipe = { kind: 'pictures', column: 'photo', version: 0 } as const
  await expect(pictureViews(column(file('rgb.png')), recipe, {})).rejects.toThrow('make it again')
})

it('tells how far it is and stops when asked to', async () => {
  const told: number[] = []
  await pictureViews(column(file('rgb.png'), file('rgba.png')), null, {
    onProgress: ({ iteration }) => told.push(iteration),
  })
  expect(told.at(-1)).toBe(2)
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(pictureViews(column(file('rgb.png')), null, { signal })).rejects.toThrow('enough')
})

it('shows a picture as a small JPEG', async () => {
  const url = (await thumbnail(file('many-colours.gif')))!
  const bytes = Uint8Array.from(atob(url.slice('data:image/jpeg;base64,'.length)), (character) =>
    character.charCodeAt(0),
  )
  expect(await decodePicture(bytes)).toMatchObject({ width: 50, height: 40 })
  expect(await thumbnail(file('cmyk.jpg'))).toBeNull()
})
