import { InputError } from '@manyview/core'
import { type Picture, resizePicture } from '../pictures/resize-picture.ts'
import { type ModelFiles, neededSettings } from './model-files.ts'
import type { ModelRuntime, ModelSession, ModelTensor } from './model-recipe.ts'

/** Pixels per side that a model may ask for. */
const mostPixels = 4096

/** How a picture is put into a model: resized, cut to its middle and brought to the range of numbers that preprocessor_config.json tells. */
export function pictureInputs(
  folder: string,
  files: ModelFiles,
  { inputNames }: ModelSession,
  { Tensor }: ModelRuntime,
): (picture: Picture) => Record<string, ModelTensor> {
  const settings = neededSettings(folder, files, 'preprocessor_config.json')
  const path = `${folder}/preprocessor_config.json`
  const asked = settings.do_resize === false ? null : sizeOf(settings.size, path, 'size')
  const cut =
    settings.do_center_crop === true ? boxOf(sizeOf(settings.crop_size ?? settings.size, path, 'crop_size')) : null
  const scale = settings.do_rescale === false ? 1 : Number(settings.rescale_factor ?? 1 / 255)
  const normal = settings.do_normalize !== false
  const mean = normal ? colours(settings.image_mean, 0, path, 'image_mean') : [0, 0, 0]
  const spread = normal ? colours(settings.image_std, 1, path, 'image_std') : [1, 1, 1]
  return (picture) => {
    const [width, height] = asked ? resized(picture, asked) : [picture.width, picture.height]
    const pixels = resizePicture(picture, width, height)
    const [wide, high] = cut ?? [width, height]
    const [left, top] = [Math.floor((width - wide) / 2), Math.floor((height - high) / 2)]
    const numbers = new Float32Array(3 * wide * high)
    for (let c = 0, at = 0; c < 3; c++)
      for (let row = 0; row < high; row++)
        for (let column = 0; column < wide; column++, at++) {
          const [x, y] = [left + column, top + row]
          // Where the picture is smaller than what is cut out, the rest is black.
          const inside = x >= 0 && x < width && y >= 0 && y < height
          numbers[at] = ((inside ? pixels[3 * (y * width + x) + c] * scale : 0) - mean[c]) / spread[c]
        }
    return { [inputNames[0]]: new Tensor('float32', numbers, [1, 3, high, wide]) }
  }
}

/** Both sides, or the shorter one alone. */
type Size = { width: number; height: number } | { shortest: number }

function sizeOf(value: unknown, path: string, name: string): Size {
  const fits = (side: unknown): side is number =>
    Number.isInteger(side) && (side as number) > 0 && (side as number) <= mostPixels
  if (fits(value)) return { width: value, height: value }
  const { width, height, shortest_edge: shortest } = (value ?? {}) as Record<string, unknown>
  if (fits(width) && fits(height)) return { width, height }
  if (fits(shortest)) return { shortest }
  throw new InputError(`says no ${name} that is understood (${JSON.stringify(value)}), correct it`, {
    code: 'model',
    argument: path,
  })
}

function boxOf(size: Size): [number, number] {
  return 'shortest' in size ? [size.shortest, size.shortest] : [size.width, size.height]
}

function resized(picture: Picture, size: Size): [number, number] {
  if (!('shortest' in size)) return [size.width, size.height]
  const scale = size.shortest / Math.min(picture.width, picture.height)
  // A strip of a picture would otherwise become longer than memory is.
  const side = (length: number) => Math.min(4 * mostPixels, Math.max(size.shortest, Math.round(scale * length)))
  return [side(picture.width), side(picture.height)]
}

function colours(value: unknown, otherwise: number, path: string, name: string): number[] {
  if (value === undefined) return [otherwise, otherwise, otherwise]
  if (
    Array.isArray(value) &&
    value.length === 3 &&
    value.every((each) => Number.isFinite(each) && (name === 'image_mean' || each > 0))
  )
    return value
  throw new InputError(
    `says no ${name} that is understood (${JSON.stringify(value)}), give a number for red, green and blue`,
    { code: 'model', argument: path },
  )
}
