const BITS = 128n

/** Σ_j x(j)·e^(−2πi·jf/n) in whole-number arithmetic with 128 fractional bits, for x that are multiples of 2⁻⁶⁰ below 1 in size. */
export class ExactDft {
  private readonly roots: { cosines: bigint[]; sines: bigint[] }
  private readonly length: number

  constructor(length: number) {
    this.length = length
    const first = cosSin((2n * pi()) / BigInt(length))
    const cosines = [1n << BITS]
    const sines = [0n]
    // 128 bits leave room for the error that such a recurrence gathers.
    for (let j = 1; j < length; j++) {
      const c = cosines[j - 1]
      const s = sines[j - 1]
      cosines.push((c * first.cosine - s * first.sine) >> BITS)
      sines.push((s * first.cosine + c * first.sine) >> BITS)
    }
    this.roots = { cosines, sines }
  }

  /** The number at frequency f as [real high, real low, imaginary high, imaginary low]. */
  at(x: readonly bigint[], f: number): [number, number, number, number] {
    let real = 0n
    let imaginary = 0n
    for (let j = 0; j < this.length; j++) {
      const turn = (j * f) % this.length
      real += x[j] * this.roots.cosines[turn]
      imaginary -= x[j] * this.roots.sines[turn]
    }
    return [...split(real), ...split(imaginary)]
  }
}

/** x·2⁶⁰. */
export function exact(x: number): bigint {
  return BigInt(x * 2 ** 60)
}

function split(value: bigint): [number, number] {
  const high = Number(value)
  return [high / 2 ** 188, Number(value - BigInt(high)) / 2 ** 188]
}

function pi(): bigint {
  const arctanOfInverse = (x: bigint) => {
    let power = (1n << (BITS + 16n)) / x
    let sum = power
    for (let n = 3n, sign = -1n; power > 0n; n += 2n, sign = -sign) {
      power /= x * x
      sum += (sign * power) / n
    }
    return sum
  }
  return (4n * (4n * arctanOfInverse(5n) - arctanOfInverse(239n))) >> 16n
}

function cosSin(angle: bigint): { cosine: bigint; sine: bigint } {
  let term = 1n << BITS
  const sums = [0n, 0n]
  for (let n = 0n; n < 80n; n++) {
    sums[Number(n & 1n)] += n & 2n ? -term : term
    term = (term * angle) / ((n + 1n) << BITS)
  }
  return { cosine: sums[0], sine: sums[1] }
}
