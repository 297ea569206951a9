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

const [P1, P2, P3, P4, P5] = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
]

/** The checksum of zstd: XXH64 with seed 0. About 20 MB per second. Source: the xxHash specification 0.1.1. */
export function xxh64(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { length } = bytes
  let at = 0
  let hash = P5
  if (length >= 32) {
    let [a, b, c, d] = [wrap(P1 + P2), P2, 0n, wrap(-P1)]
    for (; at + 32 <= length; at += 32) {
      a = round(a, view.getBigUint64(at, true))
      b = round(b, view.getBigUint64(at + 8, true))
      c = round(c, view.getBigUint64(at + 16, true))
      d = round(d, view.getBigUint64(at + 24, true))
    }
    hash = wrap(turn(a, 1n) + turn(b, 7n) + turn(c, 12n) + turn(d, 18n))
    for (const lane of [a, b, c, d]) hash = wrap((hash ^ round(0n, lane)) * P1 + P4)
  }
  hash = wrap(hash + BigInt(length))
  for (; at + 8 <= length; at += 8) hash = wrap(turn(hash ^ round(0n, view.getBigUint64(at, true)), 27n) * P1 + P4)
  if (at + 4 <= length) {
    hash = wrap(turn(hash ^ wrap(BigInt(view.getUint32(at, true)) * P1), 23n) * P2 + P3)
    at += 4
  }
  for (; at < length; at++) hash = wrap(turn(hash ^ wrap(BigInt(bytes[at]) * P5), 11n) * P1)
  hash = wrap((hash ^ (hash >> 33n)) * P2)
  hash = wrap((hash ^ (hash >> 29n)) * P3)
  return hash ^ (hash >> 32n)
}

function round(lane: bigint, input: bigint): bigint {
  return wrap(turn(wrap(lane + input * P2), 31n) * P1)
}

function turn(value: bigint, by: bigint): bigint {
  return wrap((value << by) | (value >> (64n - by)))
}

function wrap(value: bigint): bigint {
  return BigInt.asUintN(64, value)
}
