/** A stage of prime radix p > 5 costs about p operations a number; from this sum of such primes on Bluestein's detour is cheaper (measured). */
const DIRECT_LIMIT = 80

/** The radices of the stages of a direct transform of the given length, 4s first; undefined where Bluestein's way is cheaper. */
export function radices(length: number): number[] | undefined {
  const result: number[] = []
  let rest = length
  const divideBy = (radix: number) => {
    while (rest % radix === 0) {
      result.push(radix)
      rest /= radix
    }
  }
  for (const radix of [4, 2, 3, 5]) divideBy(radix)
  for (let radix = 7; radix <= DIRECT_LIMIT; radix += 2) divideBy(radix)
  const slow = result.reduce((sum, radix) => (radix > 5 ? sum + radix : sum), 0)
  return rest === 1 && slow <= DIRECT_LIMIT ? result : undefined
}

/** The smallest 2ᵃ3ᵇ5ᶜ that is at least `length`. */
export function nextSmooth(length: number): number {
  let best = 1
  while (best < length) best *= 2
  for (let five = 1; five < best; five *= 5)
    for (let three = five; three < best; three *= 3) {
      let candidate = three
      while (candidate < length) candidate *= 2
      if (candidate < best) best = candidate
    }
  return best
}
