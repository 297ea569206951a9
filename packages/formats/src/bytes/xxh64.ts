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
