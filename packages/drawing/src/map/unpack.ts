import type { PackedArray } from '@manyview/formats'

const kinds = { uint8: Uint8Array, uint16: Uint16Array, uint32: Uint32Array, float32: Float32Array }

/** The numbers of a packed array; browsers are little-endian, as the bytes are. */
export function unpack({ type, base64 }: PackedArray): Uint8Array | Uint16Array | Uint32Array | Float32Array {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return new kinds[type](bytes.buffer)
}
