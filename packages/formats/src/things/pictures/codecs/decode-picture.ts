import type { Picture } from '../resize-picture.ts'
import { Codec, type CodecFunctions } from './codec.ts'
import { decodeGif } from './decode-gif.ts'
import { decodePng } from './decode-png.ts'
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

/** The tag of EXIF that says how a picture lies. */
const orientationTag = 0x112

/** How a PNG or WebP lies, 1 … 8 as EXIF counts (1: upright, also where nothing is said or what is said is damaged). The decoder of JPEG looks by itself. */
function exifOrientation(bytes: Uint8Array, format: 'PNG' | 'WebP'): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Both are chains of parts with a name and a length; a PNG writes them in the order of the network, and a checksum behind each.
  const png = format === 'PNG'
  for (let at = png ? 8 : 12; at + 8 <= bytes.length; ) {
    const length = png ? view.getUint32(at) : view.getUint32(at + 4, true)
    const name = String.fromCharCode(...bytes.subarray(png ? at + 4 : at, png ? at + 8 : at + 4))
    if (name === 'eXIf' || name === 'EXIF') return tiffOrientation(bytes.subarray(at + 8, at + 8 + length))
    at += 8 + length + (png ? 4 : length % 2)
  }
  return 1
}

function tiffOrientation(given: Uint8Array): number {
  // Some programs put the mark of a JPEG's EXIF before it.
  const bytes = String.fromCharCode(...given.subarray(0, 4)) === 'Exif' ? given.subarray(6) : given
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 14) return 1
  const little = bytes[0] === 0x49
  const first = view.getUint32(4, little)
  if (first + 2 > bytes.length) return 1
  const entries = view.getUint16(first, little)
  for (let e = 0, at = first + 2; e < entries && at + 12 <= bytes.length; e++, at += 12) {
    if (view.getUint16(at, little) !== orientationTag) continue
    const found = view.getUint16(at + 8, little)
    return found >= 1 && found <= 8 ? found : 1
  }
  return 1
}

/** The picture turned upright. O(pixels). */
function turnedUpright(picture: Picture, orientation: number): Picture {
  if (orientation === 1) return picture
  const { width, height } = picture
  const swapped = orientation >= 5
  const [toWidth, toHeight] = swapped ? [height, width] : [width, height]
  const from = new Uint32Array(picture.data.slice().buffer)
  const to = new Uint32Array(toWidth * toHeight)
  // Where rows become columns, 6 turns to the right and 8 to the left; 2, 4, 5 and 7 mirror.
  const fromRight = [2, 3, 7, 8].includes(orientation)
  const fromBelow = [3, 4, 6, 7].includes(orientation)
  for (let row = 0, p = 0; row < toHeight; row++)
    for (let column = 0; column < toWidth; column++, p++) {
      const [x, y] = swapped ? [row, column] : [column, row]
      to[p] = from[(fromBelow ? height - 1 - y : y) * width + (fromRight ? width - 1 - x : x)]
    }
  return { width: toWidth, height: toHeight, data: new Uint8Array(to.buffer) }
}
