/**
 * Seeded generator of random numbers: xoshiro128** (Blackman and Vigna), its 128-bit state filled by splitmix32 from the seed.
 * The stream is part of the promise "same seed, same bytes" and does not change between versions.
 */
export class Random {
  private readonly state: Uint32Array

  constructor(seed: number) {
    // Both halves of seeds up to 2^53 count.
    this.state = new Uint32Array(4)
    let mix = (seed >>> 0) ^ Math.imul(Math.floor(Math.abs(seed) / 4294967296) >>> 0, 0x9e3779b1)
    for (let i = 0; i < 4; i++) {
      mix = (mix + 0x9e3779b9) | 0
      let z = mix ^ (mix >>> 16)
      z = Math.imul(z, 0x21f0aaad)
      z ^= z >>> 15
      z = Math.imul(z, 0x735a2d97)
      this.state[i] = z ^ (z >>> 15)
    }
  }

  /** A generator of its own for a numbered part of the work: the same part draws the same numbers, whatever ran before. */
  split(...keys: number[]): Random {
    const child = new Random(0)
    child.state.set(this.state)
    for (const key of keys) {
      child.state[0] ^= Math.imul(key + 1, 0x85ebca6b)
      for (let i = 0; i < 8; i++) child.integer()
    }
    return child
  }

  /** Where the generator stands, as plain numbers; `Random.resume` goes on from there. */
  save(): number[] {
    return [...this.state]
  }

  /** A generator that goes on where a saved one stood. */
  static resume(saved: readonly number[]): Random {
    const result = new Random(0)
    result.state.set(saved)
    return result
  }

  /** The next 32 random bits as an integer, 0 ≤ x < 2³². */
  integer(): number {
    const s = this.state
    const product = Math.imul(s[1], 5)
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0
    const shifted = s[1] << 9
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= shifted
    s[3] = (s[3] << 11) | (s[3] >>> 21)
    return result
  }

  /** Uniform in [0, 1) with 53 random bits. */
  uniform(): number {
    const high = this.integer() >>> 5
    const low = this.integer() >>> 6
    return (high * 67108864 + low) / 9007199254740992
  }

  /** Uniform whole number, 0 ≤ x < bound. */
  below(bound: number): number {
    return Math.floor(this.uniform() * bound)
  }

  /** The numbers 0 … length − 1 in random order (Fisher and Yates, inside out). */
  permutation(length: number): Uint32Array {
    const result = new Uint32Array(length)
    for (let i = 0; i < length; i++) {
      const j = this.below(i + 1)
      result[i] = result[j]
      result[j] = i
    }
    return result
  }
}
