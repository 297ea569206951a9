import { crc32 } from '../../../bytes/checksums.ts'
import { inflateExactly } from '../../../bytes/inflate.ts'
import type { Picture } from '../resize-picture.ts'

/** Channels of each colour type; type 3 has places in a palette. */
const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Bits per channel that each colour type may have. */
const depthsOf: Record<number, number[]> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] }
/** First column and row, and steps, of the seven passes of an interlaced picture. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]

interface Layout {
  width: number
  height: number
  depth: number
  colourType: number
  palette: Uint8Array
  /** The chunk tRNS: opacity of the palette, or the colour that is transparent. */
  transparency: Uint8Array
}

/** Decodes a PNG picture (W3C Recommendation, 2003) of any depth, 16 bits rounded down to 8, interlaced or not. */
export function decodePng(bytes: Uint8Array): Picture {
  const { layout, interlaced, data } = readChunks(bytes)
  const { width, height, depth, colourType } = layout
  const bits = depth * channelsOf[colourType]
  const parts = (interlaced ? passes : [[0, 0, 1, 1]])
    .map(([left, top, across, down]) => ({
      left,
      top,
      across,
      down,
      columns: Math.ceil((width - left) / across),
      rows: Math.ceil((height - top) / down),
    }))
    .filter(({ columns, rows }) => columns > 0 && rows > 0)
  const size = parts.reduce((sum, { columns, rows }) => sum + rows * (1 + Math.ceil((columns * bits) / 8)), 0)
  const lines = inflated(data, size)
  const pixels = new Uint8Array(4 * width * height)
  let at = 0
  for (const { left, top, across, down, columns, rows } of parts) {
    const length = Math.ceil((columns * bits) / 8)
    unfilter(lines.subarray(at, at + rows * (1 + length)), length, Math.max(1, bits >> 3))
    for (let row = 0; row < rows; row++) {
      const line = lines.subarray(at + row * (1 + length) + 1, at + (row + 1) * (1 + length))
      const first = 4 * ((top + row * down) * width + left)
      writePixels(line, columns, layout, pixels, first, 4 * across)
    }
    at += rows * (1 + length)
  }
  return { width, height, data: pixels }
}

/** Two bytes of zlib come before the data and four behind. */
function inflated(data: Uint8Array, size: number): Uint8Array {
  try {
    return inflateExactly('PNG', data.subarray(2, -4), size, size)
  } catch (error) {
    throw new Error(`is damaged (${(error as Error).message})`)
  }
}

function readChunks(bytes: Uint8Array): { layout: Layout; interlaced: boolean; data: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Record<string, Uint8Array> = {}
  const parts: Uint8Array[] = []
  let ended = false
  for (let at = 8; at + 12 <= bytes.length && !ended; ) {
    const length = view.getUint32(at)
    const end = at + 8 + length
    if (end + 4 > bytes.length) break
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const critical = /^[A-Z]/.test(name)
    if (critical && view.getUint32(end) !== crc32(bytes.subarray(at + 4, end)))
      throw new Error(`is damaged (the checksum of its part ${JSON.stringify(name)} is wrong)`)
    if (name === 'IDAT') parts.push(bytes.subarray(at + 8, end))
    else chunks[name] ??= bytes.subarray(at + 8, end)
    ended = name === 'IEND'
    at = end + 4
  }
  if (!ended) throw new Error('is cut off (PNG)')
  const header = chunks.IHDR
  const [depth, colourType, , , interlace] = header.subarray(8)
  if (!depthsOf[colourType]?.includes(depth))
    throw new Error(`is damaged (a PNG has no colour type ${colourType} of ${depth} bits)`)
  const palette = chunks.PLTE ?? new Uint8Array(0)
  if (colourType === 3 && palette.length < 3) throw new Error('is damaged (this PNG has no palette)')
  const layout: Layout = {
    width: view.getUint32(16),
    height: view.getUint32(20),
    depth,
    colourType,
    palette,
    transparency: chunks.tRNS ?? new Uint8Array(0),
  }
  return { layout, interlaced: interlace === 1, data: join(parts) }
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Undoes in place what lines were filtered by; each begins with the number of its filter. `step` bytes before a byte is the same channel of the pixel to the left. */
function unfilter(lines: Uint8Array, length: number, step: number): void {
  for (let start = 0; start < lines.length; start += length + 1) {
    const filter = lines[start]
    if (filter > 4) throw new Error(`is damaged (a PNG has no filter ${filter})`)
    for (let p = start + 1; p <= start + length; p++) {
      const left = p - start > step ? lines[p - step] : 0
      const up = start > 0 ? lines[p - length - 1] : 0
      if (filter === 1) lines[p] += left
      else if (filter === 2) lines[p] += up
      else if (filter === 3) lines[p] += (left + up) >> 1
      else if (filter === 4)
        lines[p] += nearest(left, up, start > 0 && p - start > step ? lines[p - length - 1 - step] : 0)
    }
  }
}

/** Paeth's predictor. */
function nearest(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

/** Writes `columns` pixels of a line as red, green, blue, opacity from `first` on, `step` bytes apart. */
function writePixels(
  line: Uint8Array,
  columns: number,
  layout: Layout,
  pixels: Uint8Array,
  first: number,
  step: number,
): void {
  const { depth, colourType, palette, transparency } = layout
  const channels = channelsOf[colourType]
  const wide = depth === 16
  const largest = wide ? 255 : 2 ** depth - 1
  const whole = (place: number) => (wide ? (line[2 * place] << 8) | line[2 * place + 1] : value(place))
  const value = (place: number) => {
    if (wide) return line[2 * place]
    if (depth === 8) return line[place]
    const bit = place * depth
    return (line[bit >> 3] >> (8 - depth - (bit & 7))) & largest
  }
  const keyed = colourType !== 3 && transparency.length >= 2 * channels && channels % 2 === 1
  for (let column = 0, p = first, q = 0; column < columns; column++, p += step, q += channels) {
    pixels[p + 3] = 255
    if (colourType === 3) {
      const place = value(q)
      if (3 * place >= palette.length)
        throw new Error(`is damaged (a pixel is colour ${place} of a palette of ${palette.length / 3})`)
      for (let c = 0; c < 3; c++) pixels[p + c] = palette[3 * place + c]
      if (place < transparency.length) pixels[p + 3] = transparency[place]
      continue
    }
    const grey = channels < 3
    for (let c = 0; c < 3; c++) pixels[p + c] = (value(q + (grey ? 0 : c)) * 255) / largest
    if (channels % 2 === 0) pixels[p + 3] = value(q + channels - 1)
    else if (keyed && isKey(transparency, channels, (c) => whole(q + c))) pixels[p + 3] = 0
  }
}

/** Whether a colour is the one that is transparent. */
function isKey(transparency: Uint8Array, channels: number, value: (channel: number) => number): boolean {
  for (let c = 0; c < channels; c++)
    if (value(c) !== ((transparency[2 * c] << 8) | transparency[2 * c + 1])) return false
  return true
}
