import type { Picture } from '../picture.ts'
import { Codec, type CodecFunctions } from './codec.ts'
import { decodeGif } from './decode-gif.ts'
import { decodePng } from './decode-png.ts'
import { exifOrientation, turnedUpright } from './exif-orientation.ts'
import { pictureHeader } from './picture-header.ts'

const jpeg = new Codec(() => import('./built/jpeg-decoder.js'))
const webp = new Codec(() => import('./built/webp-decoder.js'))

/** Cameras write bytes too many between the parts of a picture; every program reads over them. */
const harmless = /extraneous bytes before marker/

/**
 * Decodes a JPEG, PNG, WebP or GIF picture (its first frame); the same bytes in Node and in a page. It is turned upright as its EXIF orientation says. Throws an error that says what is wrong with the
 * picture ("is a CMYK JPEG, save it as RGB") for what is damaged, cut off or not read.
 */
export async function decodePicture(bytes: Uint8Array): Promise<Picture> {
  const { format, width, height } = pictureHeader(bytes)
  const picture = await decoders[format](bytes)
  const turned = picture.width === height && picture.height === width
  if (!turned && (picture.width !== width || picture.height !== height))
    throw new Error(`is damaged (it has two sizes, ${width} × ${height} and ${picture.width} × ${picture.height})`)
  return format === 'PNG' || format === 'WebP' ? turnedUpright(picture, exifOrientation(bytes, format)) : picture
}

const decoders: Record<ReturnType<typeof pictureHeader>['format'], (bytes: Uint8Array) => Picture | Promise<Picture>> =
  {
    // The codecs want exactly the arguments that they know.
    JPEG: (bytes) => compiled(jpeg, ({ decode }) => decode(bytes, true)),
    WebP: (bytes) => compiled(webp, ({ decode }) => decode(bytes)),
    PNG: decodePng,
    GIF: decodeGif,
  }

async function compiled(codec: Codec, decode: (functions: CodecFunctions) => Picture | null): Promise<Picture> {
  const { result, complaints } = await codec.run(decode).catch((error: Error) => {
    throw new Error(`is damaged (${error.message})`)
  })
  const complaint = complaints.find((line) => !harmless.test(line))
  if (!result || complaint) throw new Error(`is damaged (${complaint ?? 'the decoder found no picture'})`)
  return result
}
