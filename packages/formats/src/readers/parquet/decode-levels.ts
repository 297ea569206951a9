/**
 * Undoes Parquet's mixture of runs and bit-packed groups: `count` unsigned integers of `bitWidth` bits (at most 32) from bytes[begin…end) into `out`.
 * A RangeError where the bytes end too early. Source: Parquet format, RLE/bit-packing hybrid.
 */
export function decodeLevels(
  bytes: Uint8Array,
  begin: number,
  end: number,
  bitWidth: number,
  count: number,
  out: Uint32Array,
): void {
  const fail = () => {
    throw new RangeError(`levels end at byte ${at} of ${end}`)
  }
  const byteWidth = Math.ceil(bitWidth / 8)
  const mask = bitWidth === 32 ? 0xffffffff : (1 << bitWidth) - 1
  let at = begin
  for (let done = 0; done < count; ) {
    let header = 0
    for (let shift = 0; ; shift += 7) {
      if (at >= end || shift > 28) fail()
      const byte = bytes[at++]
      header += (byte & 127) * 2 ** shift
      if (byte < 128) break
    }
    const groups = Math.floor(header / 2)
    if (header % 2 === 0) {
      if (at + byteWidth > end) fail()
      let value = 0
      for (let b = 0; b < byteWidth; b++) value += bytes[at++] * 2 ** (8 * b)
      const next = Math.min(count, done + groups)
      if (groups === 0) fail()
      out.fill(value, done, next)
      done = next
      continue
    }
    const wanted = Math.min(count - done, groups * 8)
    // The last group may leave out the bytes behind its last value.
    if (groups === 0 || at + Math.ceil((wanted * bitWidth) / 8) > end) fail()
    for (let i = 0, bit = 0; i < wanted; i++, bit += bitWidth) {
      const from = at + (bit >> 3)
      const shift = bit & 7
      let word = (bytes[from] | (bytes[from + 1] << 8) | (bytes[from + 2] << 16) | (bytes[from + 3] << 24)) >>> shift
      if (shift + bitWidth > 32) word |= bytes[from + 4] << (32 - shift)
      out[done + i] = word & mask
    }
    done += wanted
    at += groups * bitWidth
  }
}
