import { deflateSync } from 'node:zlib'
import type { Sheet } from '@manyview/drawing/report'

/** Square grey images of the samples: pixel (row, column) of sample i is `pixels[(i * size + row) * size + column]`, 0 (paper) … 255 (ink). */
export interface Thumbnails {
  size: number
  pixels: Uint8Array
}

/** Puts the images on one grey PNG with transparent paper, so that they fit a light and a dark page. */
export function sheetOf({ size, pixels }: Thumbnails): Sheet {
  const samples = pixels.length / (size * size)
  const columns = Math.ceil(Math.sqrt(samples))
  const [width, height] = [columns * size, Math.ceil(samples / columns) * size]
  // One byte before each line says that it is stored as it is; each pixel is an alpha over black.
  const lines = Buffer.alloc(height * (1 + width))
  for (let i = 0; i < samples; i++)
    for (let row = 0; row < size; row++) {
      const from = (i * size + row) * size
      const to = (Math.floor(i / columns) * size + row) * (1 + width) + 1 + (i % columns) * size
      lines.set(pixels.subarray(from, from + size), to)
    }
  return {
    size,
    columns,
    width,
    height,
    address: `data:image/png;base64,${png(lines, width, height).toString('base64')}`,
  }
}

/** An indexed PNG whose 256 colours are black at every opacity. */
function png(lines: Buffer, width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.alloc(3 * 256)),
    chunk('tRNS', Buffer.from(Array.from({ length: 256 }, (_, opacity) => opacity))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
