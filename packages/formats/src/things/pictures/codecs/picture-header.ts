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
export function pictureHeader(bytes: Uint8Array): PictureHeader {
  const header = sizeOf(bytes)
  if (header === null) {
    if (bytes.length === 0) throw new Error('is empty')
    const known = notRead.find(([, isIt]) => isIt(bytes))
    throw new Error(known ? `is ${known[0]}, save it as JPEG or PNG` : 'is no JPEG, PNG, WebP or GIF picture')
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
