const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

/** The checksum of zip and gzip; `before` is that of the bytes that came earlier, where there are any. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = before ^ 0xffffffff
  for (let i = 0; i < bytes.length; i++) crc = table[(crc ^ bytes[i]) & 255] ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
