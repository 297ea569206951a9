// The last stage of a transform whose length has a large factor P: P numbers of each of `total` interleaved sequences, through a convolution by a transform of another, smooth
// length. Sequences go in small groups, so that a group stays in fast memory.
import { multiplyConjugate, twist } from './fft'
import { STAGE_SCRATCH, transformPairs } from './fourier-stages'

// A table is whole numbers of four bytes, made by src/numerics/fft/prime-tables.ts.
const LENGTH: usize = 0
const SIZE: usize = 4
const GROUP: usize = 8
const PLAN: usize = 12
const FILTER: usize = 16
const FIRST: usize = 20
const SECOND: usize = 24

/**
 * Rader's way for a prime P: numbers 1 … P−1 in the order of the powers of a root g are a cyclic convolution of P − 1 numbers with e^(−2πi·g^(−t)/P). FIRST holds the places g^t, SECOND
 * the places g^(−t), FILTER the conjugate transform over P − 1.
 */
export function raderStage(x: usize, y: usize, table: usize, total: i32, scratch: usize): void {
  const size = load<i32>(table, SIZE)
  const group = load<i32>(table, GROUP)
  const plan = <usize>load<u32>(table, PLAN)
  const filter = <usize>load<u32>(table, FILTER)
  const inward = <usize>load<u32>(table, FIRST)
  const outward = <usize>load<u32>(table, SECOND)
  const row = <usize>total << 5
  const data = scratch + STAGE_SCRATCH
  for (let first = 0; first < total; first += group) {
    const taken = min(group, total - first)
    const width = <usize>taken << 5
    const work = data + <usize>size * width
    let place = data
    for (let t = 0; t < size; t++) {
      copyNumbers(x + row * <usize>load<i32>(inward + (<usize>t << 2)), place, width)
      place += width
    }
    const spectrum = transformPairs(plan, data, work, taken, false, scratch)
    addNumbers(x, spectrum, y, width)
    multiplyConjugate(spectrum, filter, size, taken, 16)
    addConjugate(spectrum, x, width)
    place = transformPairs(plan, spectrum, spectrum === data ? work : data, taken, false, scratch)
    for (let t = 0; t < size; t++) {
      conjugateNumbers(place, y + row * <usize>load<i32>(outward + (<usize>t << 2)), width)
      place += width
    }
    x += width
    y += width
  }
}

/**
 * Bluestein's way for any P: jf = (j² + f² − (f−j)²)/2 makes it a product with the chirp FIRST, a convolution with its conjugate and a product with the chirp. Takes `inputs` numbers, the
 * others are zero, and gives the first `outputs` (SECOND); backward the two change places.
 */
export function chirpStage(x: usize, y: usize, table: usize, total: i32, backward: bool, scratch: usize): void {
  const size = load<i32>(table, SIZE)
  const group = load<i32>(table, GROUP)
  const plan = <usize>load<u32>(table, PLAN)
  const filter = <usize>load<u32>(table, FILTER)
  const chirp = <usize>load<u32>(table, FIRST)
  const inputs = backward ? load<i32>(table, SECOND) : load<i32>(table, LENGTH)
  const outputs = backward ? load<i32>(table, LENGTH) : load<i32>(table, SECOND)
  const row = <usize>total << 5
  const data = scratch + STAGE_SCRATCH
  for (let first = 0; first < total; first += group) {
    const taken = min(group, total - first)
    const width = <usize>taken << 5
    const work = data + <usize>size * width
    let place = data
    for (let j = 0; j < inputs; j++) {
      const from = x + row * <usize>j
      for (let offset: usize = 0; offset < width; offset += 32)
        twist(place + offset, chirp + (<usize>j << 4), v128.load(from + offset), v128.load(from + offset, 16))
      place += width
    }
    memory.fill(place, 0, <usize>(size - inputs) * width)
    const spectrum = transformPairs(plan, data, work, taken, false, scratch)
    // The filter of the way back is the mirror image, so that its table is read backwards.
    multiplyConjugate(spectrum, filter, size, taken, backward ? -16 : 16)
    place = transformPairs(plan, spectrum, spectrum === data ? work : data, taken, false, scratch)
    for (let f = 0; f < outputs; f++) {
      const to = y + row * <usize>f
      multiplyConjugate(place, chirp + (<usize>f << 4), 1, taken, 16)
      copyNumbers(place, to, width)
      place += width
    }
    x += width
    y += width
  }
}

function copyNumbers(from: usize, to: usize, width: usize): void {
  for (const end = from + width; from < end; from += 32, to += 32) {
    v128.store(to, v128.load(from))
    v128.store(to, v128.load(from, 16), 16)
  }
}

function conjugateNumbers(from: usize, to: usize, width: usize): void {
  for (const end = from + width; from < end; from += 32, to += 32) {
    v128.store(to, v128.load(from))
    v128.store(to, f64x2.neg(v128.load(from, 16)), 16)
  }
}

function addNumbers(a: usize, b: usize, to: usize, width: usize): void {
  for (const end = a + width; a < end; a += 16, b += 16, to += 16) v128.store(to, f64x2.add(v128.load(a), v128.load(b)))
}

/** a ← a + conj b. */
function addConjugate(a: usize, b: usize, width: usize): void {
  for (const end = a + width; a < end; a += 32, b += 32) {
    v128.store(a, f64x2.add(v128.load(a), v128.load(b)))
    v128.store(a, f64x2.sub(v128.load(a, 16), v128.load(b, 16)), 16)
  }
}
