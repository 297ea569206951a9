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
