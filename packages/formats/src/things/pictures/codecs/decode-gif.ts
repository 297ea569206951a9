import type { Picture } from '../resize-picture.ts'

/** Where the first frame lies on the picture, its colours, and its compressed data. */
interface Frame {
  left: number
  top: number
  width: number
  height: number
  interlaced: boolean
  palette: Uint8Array
  /** The colour that is transparent; −1: none. */
  transparent: number
  codeSize: number
  data: Uint8Array
}

/** First row and step of the four passes of an interlaced frame. */
const passes = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
]

/** Decodes the first frame of a GIF picture (GIF89a); what it does not cover is transparent. */
export function decodeGif(bytes: Uint8Array): Picture {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)]
  const frame = firstFrame(bytes, view)
  const places = inflateCodes(frame)
  const data = new Uint8Array(4 * width * height)
  const rows = frame.interlaced ? passes.flatMap(([first, step]) => range(first, frame.height, step)) : null
  for (let line = 0, q = 0; line < frame.height; line++) {
    const row = frame.top + (rows ? rows[line] : line)
    for (let column = 0; column < frame.width; column++, q++) {
      const place = places[q]
      if (row >= height || frame.left + column >= width || place === frame.transparent) continue
      const p = 4 * (row * width + frame.left + column)
      for (let c = 0; c < 3; c++) data[p + c] = frame.palette[3 * place + c] ?? 0
      data[p + 3] = 255
    }
  }
  return { width, height, data }
}

function range(first: number, end: number, step: number): number[] {
  const places: number[] = []
  for (let place = first; place < end; place += step) places.push(place)
  return places
}

function firstFrame(bytes: Uint8Array, view: DataView): Frame {
  const paletteAt = (flags: number, at: number) =>
    bytes.subarray(at, (flags & 0x80) === 0 ? at : at + 6 * 2 ** (flags & 7))
  const shared = paletteAt(bytes[10], 13)
  let transparent = -1
  let at = 13 + shared.length
  while (at < bytes.length) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9 && (bytes[at + 3] & 1) === 1) transparent = bytes[at + 6]
      at = readBlocks(bytes, at + 2).end
    } else if (bytes[at] === 0x2c && at + 10 < bytes.length) {
      const flags = bytes[at + 9]
      const palette = paletteAt(flags, at + 10)
      const first = at + 10 + palette.length
      if (first >= bytes.length) throw new Error('is cut off (GIF)')
      return {
        left: view.getUint16(at + 1, true),
        top: view.getUint16(at + 3, true),
        width: view.getUint16(at + 5, true),
        height: view.getUint16(at + 7, true),
        interlaced: (flags & 0x40) !== 0,
        palette: palette.length > 0 ? palette : shared,
        transparent,
        codeSize: bytes[first],
        data: readBlocks(bytes, first + 1).data,
      }
    } else break
  }
  throw new Error('is damaged (this GIF has no picture)')
}

/** Data in blocks of at most 255 bytes, each behind its length, up to one of length 0. */
function readBlocks(bytes: Uint8Array, at: number): { data: Uint8Array; end: number } {
  const parts: number[] = []
  for (let length = bytes[at]; length > 0; length = bytes[at]) {
    if (at + 1 + length >= bytes.length) throw new Error('is cut off (GIF)')
    for (let p = at + 1; p <= at + length; p++) parts.push(bytes[p])
    at += 1 + length
  }
  return { data: Uint8Array.from(parts), end: at + 1 }
}

/** Places in the palette, one per pixel of the frame: variable-length codes of Lempel, Ziv and Welch. */
function inflateCodes({ width, height, codeSize, data }: Frame): Uint8Array {
  if (codeSize < 2 || codeSize > 8) throw new Error(`is damaged (a GIF has no codes of ${codeSize} bits)`)
  if (width * height > 120e6) throw new Error(`has too many pixels (a frame of ${width} × ${height})`)
  const places = new Uint8Array(width * height)
  const [clear, stop] = [1 << codeSize, (1 << codeSize) + 1]
  // A code is the code before it and one more place.
  const before = new Uint16Array(4096)
  const last = new Uint8Array(4096)
  const lengths = new Uint16Array(4096).fill(1, 0, clear)
  for (let code = 0; code < clear; code++) last[code] = code
  let next = stop + 1
  let size = codeSize + 1
  let previous = -1
  let filled = 0
  let bit = 0
  while (filled < places.length) {
    if (bit + size > 8 * data.length) throw new Error('is cut off (GIF)')
    const at = bit >> 3
    const code = ((data[at] | (data[at + 1] << 8) | (data[at + 2] << 16)) >> (bit & 7)) & ((1 << size) - 1)
    bit += size
    if (code === stop) throw new Error('ends before its last pixel (GIF)')
    if (code === clear) {
      next = stop + 1
      size = codeSize + 1
      previous = -1
      continue
    }
    if (previous < 0 ? code > stop : code > next) throw new Error('is damaged (GIF)')
    const prefix = code < next ? code : previous
    const length = lengths[prefix] + (code < next ? 0 : 1)
    let first = prefix
    // From the last place to the first; what lies beyond the frame is left out.
    for (let p = filled + lengths[prefix] - 1; ; p--, first = before[first]) {
      if (p < places.length) places[p] = last[first]
      if (p === filled) break
    }
    const begins = places[filled]
    if (code === next && filled + length - 1 < places.length) places[filled + length - 1] = begins
    if (previous >= 0 && next < 4096) {
      before[next] = previous
      last[next] = begins
      lengths[next] = lengths[previous] + 1
      next++
      if (next === 1 << size && size < 12) size++
    }
    filled += length
    previous = code
  }
  return places
}
