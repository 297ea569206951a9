const LARGEST_RADIX = 13

/** The stages of a transform of the given length, 4s first; undefined when a prime factor above 13 remains. */
export function radices(length: number): number[] | undefined {
  const result: number[] = []
  let rest = length
  for (const radix of [4, 2, 3, 5, 7, 11, LARGEST_RADIX])
    while (rest % radix === 0) {
      result.push(radix)
      rest /= radix
    }
  return rest === 1 ? result : undefined
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
