/** First 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the square roots of the first 8. */
const primes = firstPrimes(64)
const constants = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const start = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))

/** SHA-256 of the bytes, 32 bytes; the web's own digest is missing on pages without https. O(bytes). Source: FIPS 180-4. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const state = start.slice()
  const words = new Uint32Array(64)
  const whole = bytes.length - (bytes.length % 64)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < whole; at += 64) mixInto(state, words, view, at)
  // What is left, a one bit, zeros, and the length in bits.
  const last = new Uint8Array(bytes.length - whole < 56 ? 64 : 128)
  last.set(bytes.subarray(whole))
  last[bytes.length - whole] = 0x80
  const end = new DataView(last.buffer)
  end.setUint32(last.length - 8, Math.floor(bytes.length / 0x20000000))
  end.setUint32(last.length - 4, (bytes.length * 8) >>> 0)
  for (let at = 0; at < last.length; at += 64) mixInto(state, words, end, at)
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((word, i) => {
    digest.setUint32(4 * i, word)
  })
  return new Uint8Array(digest.buffer)
}

function mixInto(state: Uint32Array, words: Uint32Array, block: DataView, at: number): void {
  for (let t = 0; t < 16; t++) words[t] = block.getUint32(at + 4 * t)
  for (let t = 16; t < 64; t++) {
    const near = words[t - 2]
    const far = words[t - 15]
    const one = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    const two = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    words[t] = one + words[t - 7] + two + words[t - 16]
  }
  let [a, b, c, d, e, f, g, h] = state
  for (let t = 0; t < 64; t++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[t] + words[t]) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  ;[a, b, c, d, e, f, g, h].forEach((value, i) => {
    state[i] += value
  })
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32)
}

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate++)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  return primes
}
