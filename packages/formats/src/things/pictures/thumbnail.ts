import type { ByteSource } from '../../bytes/byte-source.ts'
import { Codec } from './codecs/codec.ts'
import { decodePicture } from './codecs/decode-picture.ts'
import { resizePicture } from './resize-picture.ts'

/** Pixels of the longer side, at most. */
const LONGEST = 64
const encoder = new Codec(() => import('./codecs/built/jpeg-encoder.js'))

/** What the encoder wants to be told; all of it, by these names. */
const settings = {
  quality: 70,
  baseline: true,
  arithmetic: false,
  progressive: false,
  optimize_coding: true,
  smoothing: 0,
  color_space: 3,
  quant_table: 3,
  trellis_multipass: false,
  trellis_opt_zero: false,
  trellis_opt_table: false,
  trellis_loops: 1,
  auto_subsample: true,
  chroma_subsample: 2,
  separate_chroma_quality: false,
  chroma_quality: 70,
}

/** A picture of at most 64 px per side as a data URL (JPEG, about 2 KB); null for a picture that cannot be decoded. */
export async function thumbnail(picture: ByteSource): Promise<string | null> {
  const large = await decodePicture(await picture.slice(0, picture.byteLength)).catch(() => null)
  if (!large) return null
  const scale = Math.min(1, LONGEST / Math.max(large.width, large.height))
  const width = Math.max(1, Math.round(scale * large.width))
  const height = Math.max(1, Math.round(scale * large.height))
  const colours = resizePicture(large, width, height)
  const pixels = new Uint8Array(4 * width * height).fill(255)
  for (let p = 0; p < width * height; p++) pixels.set(colours.subarray(3 * p, 3 * p + 3), 4 * p)
  return `data:image/jpeg;base64,${btoa(String.fromCharCode(...(await encodeJpeg(pixels, width, height))))}`
}

/** The JPEG of a picture (red, green, blue, opacity per pixel). */
export async function encodeJpeg(pixels: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  const { result } = await encoder.run(({ encode }) => encode(pixels, width, height, settings))
  return result
}
