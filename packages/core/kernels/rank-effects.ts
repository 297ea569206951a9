// How far one feature sets clusters apart (src/explain/rank-effects.ts).

/** The key of 0; keys of negative numbers are smaller. */
const ZERO: u64 = 1 << 63
/** Bytes of the counts of one digit of the keys. */
const DIGIT: usize = 1024

/** A number as a whole number that sorts the same; −0 is 0. */
// @inline
function keyOf(value: f64): u64 {
  const bits: u64 = reinterpret<u64>(value + 0)
  return bits & ZERO ? ~bits : bits | ZERO
}

/**
 * Sorts `count` keys (u64) with their labels (i32), stable, by one byte after the other; a byte that all have in common is passed over. Each has a second room right behind the first; gives 1 where the result is
 * there. `counts` has room for 8 × 256 i32.
 */
function sortKeys(keys: usize, labels: usize, count: i32, counts: usize): i32 {
  const behindKeys = <usize>count << 3
  const behindLabels = <usize>count << 2
  for (let at: usize = 0; at < 8 * DIGIT; at += 8) store<u64>(counts + at, 0)
  for (let p = 0; p < count; p++) {
    let key = load<u64>(keys + (<usize>p << 3))
    for (let at = counts; at < counts + 8 * DIGIT; at += DIGIT, key >>= 8) {
      const digit = at + (<usize>(key & 255) << 2)
      store<i32>(digit, load<i32>(digit) + 1)
    }
  }
  let side: usize = 0
  for (let byte: usize = 0; byte < 8; byte++) {
    const here = counts + byte * DIGIT
    const shift: u64 = <u64>byte << 3
    const fromKeys = keys + side * behindKeys
    const fromLabels = labels + side * behindLabels
    if (load<i32>(here + (<usize>((load<u64>(fromKeys) >> shift) & 255) << 2)) === count) continue
    side = 1 - side
    const toKeys = keys + side * behindKeys
    const toLabels = labels + side * behindLabels
    let before = 0
    for (let digit: usize = 0; digit < DIGIT; digit += 4) {
      const many = load<i32>(here + digit)
      store<i32>(here + digit, before)
      before += many
    }
    for (let p = 0; p < count; p++) {
      const key = load<u64>(fromKeys + (<usize>p << 3))
      const digit = here + (<usize>((key >> shift) & 255) << 2)
      const place = load<i32>(digit)
      store<i32>(digit, place + 1)
      store<u64>(toKeys + (<usize>place << 3), key)
      store<i32>(toLabels + (<usize>place << 2), load<i32>(fromLabels + (<usize>p << 2)))
    }
  }
  return <i32>side
}

/**
 * Cliff's delta of every cluster against all other samples, and its deviation by chance, from one sort of a feature: `count` values at `rows` (i32), 0 in all other rows. `labels` (i32) has the cluster of each of the
 * `samples` rows, `weights` and `sizes` have a number per cluster, `total` is the weight of all. `scratch` holds 3 · count + clusters + 1024 doubles.
 */
export function rankEffects(
  rows: usize, values: usize, count: i32, labels: usize, samples: i32, weights: usize, sizes: usize, clusters: i32, total: f64, effects: usize, deviations: usize, scratch: usize,
): void {
  const zeros = scratch + 8 * DIGIT
  const keys = zeros + (<usize>clusters << 3)
  let tags = keys + (<usize>count << 4)
  for (let c: usize = 0; c < <usize>clusters << 3; c += 8) {
    store<f64>(zeros + c, load<f64>(sizes + c))
    store<f64>(effects + c, 0)
    store<f64>(deviations + c, 0)
  }
  for (let p = 0; p < count; p++) {
    const label = load<i32>(labels + (<usize>load<i32>(rows + (<usize>p << 2)) << 2))
    const here = zeros + (<usize>label << 3)
    store<f64>(here, load<f64>(here) - 1)
    store<u64>(keys + (<usize>p << 3), keyOf(load<f64>(values + (<usize>p << 3))))
    store<i32>(tags + (<usize>p << 2), label)
  }
  let zeroWeight: f64 = 0
  for (let c: usize = 0; c < <usize>clusters << 3; c += 8) zeroWeight += load<f64>(zeros + c) * load<f64>(weights + c)
  const moved = count > 0 && sortKeys(keys, tags, count, scratch) === 1
  const sorted = moved ? keys + (<usize>count << 3) : keys
  if (moved) tags += <usize>count << 2

  let below: f64 = 0
  let cubes: f64 = 0
  let p = 0
  let zerosLeft = zeroWeight > 0
  // Runs of equal values, smallest first; the rows that are not named join the run of zero.
  while (p < count || zerosLeft) {
    const negative = p < count && load<u64>(sorted + (<usize>p << 3)) < ZERO
    const withZeros = zerosLeft && !negative
    const key: u64 = withZeros ? ZERO : load<u64>(sorted + (<usize>p << 3))
    const first = p
    let here: f64 = 0
    for (; p < count && load<u64>(sorted + (<usize>p << 3)) === key; p++)
      here += load<f64>(weights + (<usize>load<i32>(tags + (<usize>p << 2)) << 3))
    if (withZeros) here += zeroWeight
    const lead = below - (total - below - here)
    for (let q = first; q < p; q++) {
      const at = effects + (<usize>load<i32>(tags + (<usize>q << 2)) << 3)
      store<f64>(at, load<f64>(at) + lead)
    }
    if (withZeros) {
      for (let c: usize = 0; c < <usize>clusters << 3; c += 8)
        store<f64>(effects + c, load<f64>(effects + c) + load<f64>(zeros + c) * lead)
      zerosLeft = false
    }
    below += here
    const share = here / total
    cubes += share * share * share
  }

  for (let c: usize = 0; c < <usize>clusters << 3; c += 8) {
    const size = load<f64>(sizes + c)
    const outside = total - size * load<f64>(weights + c)
    if (size === 0 || outside <= 0) {
      store<f64>(effects + c, 0)
      continue
    }
    store<f64>(effects + c, load<f64>(effects + c) / (size * outside))
    const others = <f64>samples - size
    store<f64>(deviations + c, sqrt(max<f64>(0, (<f64>samples + 1) * (1 - cubes)) / (3 * size * others)))
  }
}
