/** The checksum that ends a zlib stream; `before` is that of the bytes before these. Source: RFC 1950. */
export function adler32(bytes: Uint8Array, before = 1): number {
  let low = before % 65536
  let high = Math.floor(before / 65536)
  for (let at = 0; at < bytes.length; ) {
    // 3800 steps keep both sums below 2³² before they are reduced.
    for (const end = Math.min(at + 3800, bytes.length); at < end; at++) high += low += bytes[at]
    low %= 65521
    high %= 65521
  }
  return high * 65536 + low
}

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

/** The checksum that HDF5 can put behind a chunk: two sums over big-endian words of 16 bits. Source: HDF5's `H5_checksum_fletcher32`. */
export function fletcher32(bytes: Uint8Array): number {
  let first = 0
  let second = 0
  const fold = (sum: number) => (sum & 0xffff) + (sum >>> 16)
  const add = (word: number) => {
    first += word
    second += first
  }
  const words = bytes.length >> 1
  for (let w = 0; w < words; ) {
    // 360 words keep both sums below 2³².
    for (const end = Math.min(w + 360, words); w < end; w++) add((bytes[2 * w] << 8) | bytes[2 * w + 1])
    first = fold(first)
    second = fold(second)
  }
  if (bytes.length % 2 === 1) add(bytes[bytes.length - 1] << 8)
  return ((fold(fold(second)) << 16) | fold(fold(first))) >>> 0
}

/** The checksum of HDF5's metadata: Bob Jenkins's lookup3, `hashlittle` with an initial value of 0. Source: burtleburtle.net/bob/c/lookup3.c. */
export function lookup3(bytes: Uint8Array): number {
  const { length } = bytes
  const word = (at: number) => bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)
  let a = (0xdeadbeef + length) | 0
  let b = a
  let c = a
  if (length === 0) return c >>> 0
  let at = 0
  for (; length - at > 12; at += 12) {
    a = (a + word(at)) | 0
    b = (b + word(at + 4)) | 0
    c = (c + word(at + 8)) | 0
    a = (a - c) ^ rotate(c, 4)
    c = (c + b) | 0
    b = (b - a) ^ rotate(a, 6)
    a = (a + c) | 0
    c = (c - b) ^ rotate(b, 8)
    b = (b + a) | 0
    a = (a - c) ^ rotate(c, 16)
    c = (c + b) | 0
    b = (b - a) ^ rotate(a, 19)
    a = (a + c) | 0
    c = (c - b) ^ rotate(b, 4)
    b = (b + a) | 0
  }
  // Bytes past the end are undefined, which counts as zero.
  a = (a + word(at)) | 0
  b = (b + word(at + 4)) | 0
  c = (c + word(at + 8)) | 0
  c = ((c ^ b) - rotate(b, 14)) | 0
  a = ((a ^ c) - rotate(c, 11)) | 0
  b = ((b ^ a) - rotate(a, 25)) | 0
  c = ((c ^ b) - rotate(b, 16)) | 0
  a = ((a ^ c) - rotate(c, 4)) | 0
  b = ((b ^ a) - rotate(a, 14)) | 0
  c = ((c ^ b) - rotate(b, 24)) | 0
  return c >>> 0
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by))
}

/** The five primes of XXH64, each as its upper and its lower 32 bits. */
const [P1, P2, P3, P4, P5] = [
  [0x9e3779b1, 0x85ebca87],
  [0xc2b2ae3d, 0x27d4eb4f],
  [0x165667b1, 0x9e3779f9],
  [0x85ebca77, 0xc2b2ae63],
  [0x27d4eb2f, 0x165667c5],
]

/** The checksum of zstd: XXH64 with seed 0, in words of 32 bits since BigInt is slow. Source: the xxHash specification 0.1.1. */
export function xxh64(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { length } = bytes
  const hash = new Word64(P5[0], P5[1])
  const input = new Word64(0, 0)
  let at = 0
  if (length >= 32) {
    const a = new Word64(P1[0], P1[1]).add(P2[0], P2[1])
    const b = new Word64(P2[0], P2[1])
    const c = new Word64(0, 0)
    const d = new Word64(~P1[0], -P1[1])
    for (; at + 32 <= length; at += 32) {
      a.round(view.getInt32(at + 4, true), view.getInt32(at, true))
      b.round(view.getInt32(at + 12, true), view.getInt32(at + 8, true))
      c.round(view.getInt32(at + 20, true), view.getInt32(at + 16, true))
      d.round(view.getInt32(at + 28, true), view.getInt32(at + 24, true))
    }
    hash.set(0, 0)
    for (const [lane, by] of [
      [a, 1],
      [b, 7],
      [c, 12],
      [d, 18],
    ] as const) {
      input.set(lane.high, lane.low).rotate(by)
      hash.add(input.high, input.low)
    }
    for (const lane of [a, b, c, d]) {
      input.set(0, 0).round(lane.high, lane.low)
      hash.xor(input.high, input.low).multiply(P1[0], P1[1]).add(P4[0], P4[1])
    }
  }
  hash.add(Math.floor(length / 2 ** 32), length)
  for (; at + 8 <= length; at += 8) {
    input.set(0, 0).round(view.getInt32(at + 4, true), view.getInt32(at, true))
    hash.xor(input.high, input.low).rotate(27).multiply(P1[0], P1[1]).add(P4[0], P4[1])
  }
  if (at + 4 <= length) {
    input.set(0, view.getInt32(at, true)).multiply(P1[0], P1[1])
    hash.xor(input.high, input.low).rotate(23).multiply(P2[0], P2[1]).add(P3[0], P3[1])
    at += 4
  }
  for (; at < length; at++) {
    input.set(0, bytes[at]).multiply(P5[0], P5[1])
    hash.xor(input.high, input.low).rotate(11).multiply(P1[0], P1[1])
  }
  hash.xor(0, hash.high >>> 1).multiply(P2[0], P2[1])
  hash.xor(hash.high >>> 29, (hash.high << 3) | (hash.low >>> 29)).multiply(P3[0], P3[1])
  hash.xor(0, hash.high)
  return (BigInt(hash.high >>> 0) << 32n) | BigInt(hash.low >>> 0)
}

/** An unsigned integer of 64 bits that is changed in place, as two signed halves. */
class Word64 {
  high: number
  low: number

  constructor(high: number, low: number) {
    this.high = high | 0
    this.low = low | 0
  }

  set(high: number, low: number): this {
    this.high = high | 0
    this.low = low | 0
    return this
  }

  add(high: number, low: number): this {
    const sum = (this.low >>> 0) + (low >>> 0)
    this.high = (this.high + high + (sum > 0xffffffff ? 1 : 0)) | 0
    this.low = sum | 0
    return this
  }

  xor(high: number, low: number): this {
    this.high ^= high
    this.low ^= low
    return this
  }

  /** Turns left by 1 to 31 bits. */
  rotate(by: number): this {
    const { high, low } = this
    this.high = (high << by) | (low >>> (32 - by))
    this.low = (low << by) | (high >>> (32 - by))
    return this
  }

  multiply(high: number, low: number): this {
    const [a, b, c, d] = [this.low & 0xffff, this.low >>> 16, low & 0xffff, low >>> 16]
    // Upper half of low × low in products of 16 bits, none of which passes 2³².
    const middle = b * c + ((a * c) >>> 16)
    const carry = (middle >>> 16) + ((a * d + (middle & 0xffff)) >>> 16)
    this.high = (b * d + carry + Math.imul(this.low, high) + Math.imul(this.high, low)) | 0
    this.low = Math.imul(this.low, low)
    return this
  }

  /** One step of a lane of XXH64, which takes in eight bytes. */
  round(high: number, low: number): this {
    const { high: laneHigh, low: laneLow } = this
    return this.set(high, low).multiply(P2[0], P2[1]).add(laneHigh, laneLow).rotate(31).multiply(P1[0], P1[1])
  }
}
