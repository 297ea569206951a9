import type { PackedArray } from './record.ts'

type PackedType = PackedArray['type']

/** How numbers stand in the bytes: as engines have them, from the lowest byte on. */
const arrays = { uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array, float32: Float32Array } as const

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
  return { type, base64: toBase64(new Uint8Array(new arrays[type](values).buffer)) }
}

/** The numbers again; null when they are not `length` numbers. */
export function unpack({ type, base64 }: PackedArray, length: number): Float64Array | null {
  const bytes = fromBase64(base64)
  if (bytes?.length !== length * arrays[type].BYTES_PER_ELEMENT) return null
  return new Float64Array(new arrays[type](bytes.buffer))
}

/** Bytes turned to letters at once: more would be too many arguments for one call. */
const chunk = 8192

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += chunk)
    parts.push(Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + chunk)))
  return btoa(parts.join(''))
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const letters = atob(text)
    const bytes = new Uint8Array(letters.length)
    for (let at = 0; at < bytes.length; at++) bytes[at] = letters.charCodeAt(at)
    return bytes
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
  for (let p = 0; p < places.length; p++) {
    if (places[p] < lows[p % 2]) lows[p % 2] = places[p]
    if (places[p] > highs[p % 2]) highs[p % 2] = places[p]
  }
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
