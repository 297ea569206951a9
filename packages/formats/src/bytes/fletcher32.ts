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
