/** The checksum that ends a zlib stream. Source: RFC 1950. */
export function adler32(bytes: Uint8Array): number {
  let low = 1
  let high = 0
  for (let at = 0; at < bytes.length; ) {
    // 3800 steps keep both sums below 2³² before they are reduced.
    for (const end = Math.min(at + 3800, bytes.length); at < end; at++) high += low += bytes[at]
    low %= 65521
    high %= 65521
  }
  return high * 65536 + low
}
