import type { Picture } from '../resize-picture.ts'
import { Codec, type CodecFunctions } from './codec.ts'
import { decodeGif } from './decode-gif.ts'
import { decodePng } from './decode-png.ts'

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

function tiffOrientation(tiff: Uint8Array): number {
  // Some programs put the mark of a JPEG's EXIF before it.
  const bytes = String.fromCharCode(...tiff.subarray(0, 4)) === 'Exif' ? tiff.subarray(6) : tiff
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 14) return 1
  const little = bytes[0] === 0x49
  const first = view.getUint32(4, little)
  if (first + 2 > bytes.length) return 1
  const entries = view.getUint16(first, little)
  for (let e = 0, at = first + 2; e < entries && at + 12 <= bytes.length; e++, at += 12) {
    if (view.getUint16(at, little) !== orientationTag) continue
    const tag = view.getUint16(at + 8, little)
    return tag >= 1 && tag <= 8 ? tag : 1
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

/** What the beginning of a picture says. */
interface PictureHeader {
  format: 'JPEG' | 'PNG' | 'WebP' | 'GIF'
  width: number
  height: number
}

/** Pixels of a picture, at most: 120 million take about 1 GB while they are decoded. */
const MOST_PIXELS = 120e6

/** Pictures that are known and not read, by how they begin. */
const notRead: [name: string, isIt: (bytes: Uint8Array) => boolean][] = [
  ['an AVIF picture', (bytes) => text(bytes, 4, 4) === 'ftyp' && /avi[fs]/.test(text(bytes, 8, 24))],
  ['a HEIC picture', (bytes) => text(bytes, 4, 4) === 'ftyp' && /hei|hev|mif1|msf1/.test(text(bytes, 8, 24))],
  ['a TIFF picture', (bytes) => /^(II\*\0|MM\0\*|II\+\0|MM\0\+)/.test(text(bytes, 0, 4))],
  ['a BMP picture', (bytes) => text(bytes, 0, 2) === 'BM'],
  ['a JPEG XL picture', (bytes) => text(bytes, 0, 2) === '\xff\x0a' || text(bytes, 4, 4) === 'JXL '],
  ['a JPEG 2000 picture', (bytes) => text(bytes, 4, 4) === 'jP  ' || text(bytes, 0, 4) === '\xff\x4f\xff\x51'],
  ['a Photoshop picture', (bytes) => text(bytes, 0, 4) === '8BPS'],
  ['an SVG drawing', (bytes) => /<svg[\s>]/.test(text(bytes, 0, 1000))],
]

/** Format and size of an encoded picture, before anything is decoded. Throws what is wrong in plain words. */
function pictureHeader(bytes: Uint8Array): PictureHeader {
  const header = sizeOf(bytes)
  if (header === null) {
    if (bytes.length === 0) throw new Error('is empty')
    const refusal = notRead.find(([, isIt]) => isIt(bytes))
    throw new Error(refusal ? `is ${refusal[0]}, save it as JPEG or PNG` : 'is no JPEG, PNG, WebP or GIF picture')
  }
  const { format, width, height } = header
  if (width === 0 || height === 0) throw new Error(`has no pixels (${format}, ${width} × ${height})`)
  if (width * height > MOST_PIXELS)
    throw new Error(
      `has too many pixels (${width} × ${height}, at most ${MOST_PIXELS / 1e6} million), save it at a smaller size`,
    )
  return header
}

function sizeOf(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(bytes, view)
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return pngSize(bytes, view)
  if (/^GIF8[79]a/.test(text(bytes, 0, 6))) return gifSize(bytes, view)
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP') return webpSize(bytes, view)
  return null
}

/** The frame of a JPEG stands behind segments of any length. */
function jpegSize(bytes: Uint8Array, view: DataView): PictureHeader {
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = bytes[at + 1]
    if (bytes[at] !== 0xff) throw new Error('is damaged (a segment of this JPEG is not where it should be)')
    if (marker === 0xff) at++
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      const [precision, components] = [bytes[at + 4], bytes[at + 9]]
      if (components === 4) throw new Error('is a CMYK JPEG, save it as RGB')
      if (precision !== 8) throw new Error(`is a JPEG of ${precision} bits per colour, save it with 8`)
      return { format: 'JPEG', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    } else if (marker === 0xd9 || marker === 0xda) break
    else at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  throw new Error('ends before its first pixel (JPEG)')
}

function pngSize(bytes: Uint8Array, view: DataView): PictureHeader {
  if (bytes.length < 33 || text(bytes, 12, 4) !== 'IHDR') throw new Error('ends before its first pixel (PNG)')
  return { format: 'PNG', width: view.getUint32(16), height: view.getUint32(20) }
}

function gifSize(bytes: Uint8Array, view: DataView): PictureHeader {
  if (bytes.length < 13) throw new Error('ends before its first pixel (GIF)')
  return { format: 'GIF', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function webpSize(bytes: Uint8Array, view: DataView): PictureHeader {
  if (bytes.length < 30) throw new Error('ends before its first pixel (WebP)')
  const kind = text(bytes, 12, 4)
  const size = (width: number, height: number): PictureHeader => ({ format: 'WebP', width, height })
  if (kind === 'VP8 ') return size(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff)
  if (kind === 'VP8L') {
    const packed = view.getUint32(21, true)
    return size((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1)
  }
  if (kind !== 'VP8X') throw new Error('is damaged (this WebP has no picture)')
  if ((bytes[20] & 2) !== 0) throw new Error('is an animated WebP, save one of its pictures')
  return size((view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(26, true) >>> 8) + 1)
}

function text(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length))
}
