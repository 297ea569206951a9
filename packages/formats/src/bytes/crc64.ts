/** Table of the polynomial of ECMA-182, reflected, in halves of 32 bits. */
const low = new Uint32Array(256)
const high = new Uint32Array(256)
for (let n = 0; n < 256; n++) {
  let [a, b] = [n, 0]
  for (let bit = 0; bit < 8; bit++) {
    const odd = a & 1
    a = ((a >>> 1) | (b << 31)) >>> 0
    b = b >>> 1
    if (odd) {
      a = (a ^ 0xd7870f42) >>> 0
      b = (b ^ 0xc96c5795) >>> 0
    }
  }
  low[n] = a
  high[n] = b
}

/** The checksum that xz writes by default, 8 bytes, the lowest first. */
export function crc64(bytes: Uint8Array): Uint8Array {
  let [a, b] = [0xffffffff, 0xffffffff]
  for (let i = 0; i < bytes.length; i++) {
    const n = (a ^ bytes[i]) & 255
    a = ((a >>> 8) | (b << 24)) ^ low[n]
    b = (b >>> 8) ^ high[n]
  }
  const result = new DataView(new ArrayBuffer(8))
  result.setUint32(0, ~a >>> 0, true)
  result.setUint32(4, ~b >>> 0, true)
  return new Uint8Array(result.buffer)
}
