/** Whole-number arithmetic with BITS fractional bits, the oracle of the elementary functions. */
export const BITS = 256n
const ONE = 1n << BITS

/** x·2^BITS exactly, for doubles that are multiples of 2^−BITS. */
export function fromNumber(x: number): bigint {
  let exponent = 0n
  let value = x
  while (!Number.isInteger(value)) {
    value *= 2
    exponent++
  }
  return (BigInt(value) << BITS) >> exponent
}

/** |computed − exact| in units of the last place of `computed`. */
export function ulpsOff(computed: number, exact: bigint): number {
  const difference = fromNumber(computed) - exact
  return Math.abs(Number(difference)) / Number(ONE) / ulp(computed)
}

/** The spacing of doubles at |x|. */
export function ulp(x: number): number {
  const size = Math.abs(x)
  if (size < 2 ** -1021) return 2 ** -1074
  const exponent = Math.floor(Math.log2(size))
  const power = 2 ** exponent
  return (power > size ? power / 2 : power * 2 <= size ? power * 2 : power) * 2 ** -52
}

/** π. */
export function pi(): bigint {
  const arctanOfInverse = (x: bigint) => {
    let power = (ONE << 32n) / x
    let sum = power
    for (let n = 3n, sign = -1n; power > 0n; n += 2n, sign = -sign) {
      power /= x * x
      sum += (sign * power) / n
    }
    return sum
  }
  return (4n * (4n * arctanOfInverse(5n) - arctanOfInverse(239n))) >> 32n
}

/** eˣ by halving x until it is small, the series, and squaring back. */
export function exp(x: bigint): bigint {
  const halvings = 16n
  const small = x >> halvings
  let term = ONE
  let sum = ONE
  for (let n = 1n; term !== 0n && n < 60n; n++) {
    term = (term * small) / (n << BITS)
    sum += term
  }
  for (let i = 0n; i < halvings; i++) sum = (sum * sum) >> BITS
  return sum
}

/** ln x for x > 0 by Newton's method from a double guess. */
export function log(x: bigint, guess: number): bigint {
  let y = fromNumber(guess)
  for (let i = 0; i < 4; i++) {
    const e = exp(y)
    y += (2n * (x - e) * ONE) / (x + e)
  }
  return y
}

/** cos and sin of an angle of moderate size by their series. */
export function cosSin(angle: bigint): { cosine: bigint; sine: bigint } {
  let term = ONE
  const sums = [0n, 0n]
  for (let n = 0n; n < 120n; n++) {
    sums[Number(n & 1n)] += n & 2n ? -term : term
    term = (term * angle) / ((n + 1n) << BITS)
  }
  return { cosine: sums[0], sine: sums[1] }
}
