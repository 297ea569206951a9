import type { PackedArray } from './record.ts'

type PackedType = PackedArray['type']

const widths: Record<PackedType, number> = { uint8: 1, uint16: 2, uint32: 4, float32: 4 }

/** Packs whole numbers from 0 in the narrowest type that holds the largest of them. */
export function packWhole(values: ArrayLike<number>): PackedArray {
  let largest = 0
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, values[i])
  return pack(values, largest < 1 << 8 ? 'uint8' : largest < 1 << 16 ? 'uint16' : 'uint32')
}

/** Packs any numbers in single precision. */
export function packFloats(values: ArrayLike<number>): PackedArray {
  return pack(values, 'float32')
}

function pack(values: ArrayLike<number>, type: PackedType): PackedArray {
  const width = widths[type]
  const bytes = new DataView(new ArrayBuffer(values.length * width))
  for (let i = 0; i < values.length; i++) write[type](bytes, i * width, values[i])
  return { type, base64: toBase64(new Uint8Array(bytes.buffer)) }
}

const write: Record<PackedType, (bytes: DataView, at: number, value: number) => void> = {
  uint8: (bytes, at, value) => bytes.setUint8(at, value),
  uint16: (bytes, at, value) => bytes.setUint16(at, value, true),
  uint32: (bytes, at, value) => bytes.setUint32(at, value, true),
  float32: (bytes, at, value) => bytes.setFloat32(at, value, true),
}

const read: Record<PackedType, (bytes: DataView, at: number) => number> = {
  uint8: (bytes, at) => bytes.getUint8(at),
  uint16: (bytes, at) => bytes.getUint16(at, true),
  uint32: (bytes, at) => bytes.getUint32(at, true),
  float32: (bytes, at) => bytes.getFloat32(at, true),
}

/** The numbers again; null when they are not `length` numbers. */
export function unpack({ type, base64 }: PackedArray, length: number): Float64Array | null {
  const width = widths[type]
  const bytes = fromBase64(base64)
  if (bytes?.byteLength !== length * width) return null
  return Float64Array.from({ length }, (_, i) => read[type](bytes, i * width))
}

/** Bytes turned to letters at once: more would be too many arguments for one call. */
const chunk = 8192

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += chunk) parts.push(String.fromCharCode(...bytes.subarray(at, at + chunk)))
  return btoa(parts.join(''))
}

function fromBase64(text: string): DataView | null {
  try {
    const letters = atob(text)
    return new DataView(Uint8Array.from({ length: letters.length }, (_, i) => letters.charCodeAt(i)).buffer)
  } catch {
    return null
  }
}

/** The number that stands for no place. */
const nowhere = 65_535
/** The largest number of a place. */
const farthest = nowhere - 1

/** Places on a map (x and y of each sample, NaN where it has none) as whole numbers: a map says nothing by its corner and its unit. */
export function packPlaces(places: Float64Array): PackedArray {
  const lows = [Infinity, Infinity]
  const highs = [-Infinity, -Infinity]
  places.forEach((place, p) => {
    if (Number.isNaN(place)) return
    lows[p % 2] = Math.min(lows[p % 2], place)
    highs[p % 2] = Math.max(highs[p % 2], place)
  })
  const side = Math.max(highs[0] - lows[0], highs[1] - lows[1])
  const scale = side > 0 && side < Infinity ? farthest / side : 0
  return packWhole(
    places.map((place, p) => (Number.isNaN(place) ? nowhere : Math.round((place - lows[p % 2]) * scale))),
  )
}

/** The places again, NaN for none. */
export function unpackPlaces(numbers: Float64Array): Float64Array {
  return numbers.map((number) => (number === nowhere ? Number.NaN : number))
}

/** Six digits are more than anybody reads off a figure. */
export function short(value: number): number {
  return Number(value.toPrecision(6))
}
