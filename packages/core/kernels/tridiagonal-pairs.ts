// Eigenvalues and eigenvectors of real symmetric tridiagonal m×m matrices, several pairs of them at once, one matrix a lane. A number takes 16 bytes. In this order: the diagonals, number i of all
// pairs side by side; the entries beside them, as many; the rotations of a sweep, cosine and sine; what each pair is about in a sweep; and by pair the eigenvectors as rows, an even number of numbers each.

// Numbers of a pair in a sweep.
const SINE: usize = 0
const COSINE: usize = 16
const P: usize = 32
const G: usize = 48
const SHIFT: usize = 64
const LIVE: usize = 80
const JOINED: usize = 96
const NEGLIGIBLE: usize = 112
const OLD: usize = 128
const STATE: usize = 144

/** Half the distance from 1 to the next number. */
const EPSILON: f64 = 1.1102230246251565e-16

// @inline
export function entryOf(work: usize, pairs: i32, p: i32, i: i32): usize {
  return work + (<usize>(i * pairs + p) << 4)
}

// @inline
export function besideOf(work: usize, size: i32, pairs: i32, p: i32, i: i32): usize {
  return entryOf(work, pairs, p, size + i)
}

// @inline
function rotationsOf(work: usize, size: i32, pairs: i32): usize {
  return work + (<usize>(2 * size * pairs) << 4)
}

// @inline
function statesOf(work: usize, size: i32, pairs: i32): usize {
  return work + (<usize>(4 * size * pairs) << 4)
}

/** Bytes of a row of eigenvectors: an even number of them. */
// @inline
export function rowBytes(size: i32): usize {
  return <usize>(size + (size & 1)) << 4
}

// @inline
export function rowsOf(work: usize, size: i32, pairs: i32, p: i32): usize {
  return statesOf(work, size, pairs) + <usize>pairs * STATE + <usize>(p * size) * rowBytes(size)
}

/**
 * Implicit QL iterations with Wilkinson's shift, at most 50 an eigenvalue: eigenvalues on the diagonal, the rows multiplied by the rotations. The last entry beside a diagonal does not count. A sweep is
 * a chain of roots and divisions, so pairs take turns at every step: each goes on while the others wait. A matrix whose eigenvalue is found waits for the others, unchanged.
 */
export function iterateQl(work: usize, size: i32, pairs: i32): void {
  const states = statesOf(work, size, pairs)
  for (let p = 0; p < pairs; p++) {
    let trace: v128 = f64x2.splat(0)
    for (let i = 0; i < size; i++) {
      const entry = entryOf(work, pairs, p, i)
      trace = f64x2.add(trace, f64x2.abs(v128.load(entry)))
    }
    v128.store(states + <usize>p * STATE, f64x2.mul(f64x2.splat(1e-17), trace), NEGLIGIBLE)
  }
  for (let first = 0; first < size - 1; first++) {
    for (let round = 0; round < 50; round++) {
      if (!begin(work, size, pairs, first)) break
      sweep(work, size, pairs, first)
      end(work, size, pairs, first)
      for (let p = 0; p < pairs; p++) turnRows(work, size, pairs, p, first)
    }
  }
}

/** Shifts for a sweep down to entry `first`; false if all pairs have found their eigenvalue there. */
function begin(work: usize, size: i32, pairs: i32, first: i32): bool {
  const zero: v128 = f64x2.splat(0)
  const one: v128 = f64x2.splat(1)
  let any: v128 = zero
  let state = statesOf(work, size, pairs)
  for (let p = 0; p < pairs; p++) {
    const top = entryOf(work, pairs, p, first)
    const next = entryOf(work, pairs, p, first + 1)
    const last = entryOf(work, pairs, p, size - 1)
    const beside = besideOf(work, size, pairs, p, first)
    const here: v128 = v128.load(top)
    const after: v128 = v128.load(next)
    const edge: v128 = v128.load(beside)
    const around: v128 = f64x2.mul(f64x2.splat(EPSILON), f64x2.add(f64x2.abs(here), f64x2.abs(after)))
    const live: v128 = f64x2.gt(f64x2.abs(edge), f64x2.pmax(around, v128.load(state, NEGLIGIBLE)))
    any = v128.or(any, live)
    const slope: v128 = f64x2.div(f64x2.sub(after, here), f64x2.add(edge, edge))
    const root: v128 = f64x2.sqrt(f64x2.add(f64x2.mul(slope, slope), one))
    const signed: v128 = v128.bitselect(f64x2.neg(root), root, f64x2.lt(slope, zero))
    const shift: v128 = f64x2.sub(here, f64x2.div(edge, f64x2.add(slope, signed)))
    v128.store(state, one, SINE)
    v128.store(state, one, COSINE)
    v128.store(state, zero, P)
    v128.store(state, f64x2.sub(v128.load(last), shift), G)
    v128.store(state, shift, SHIFT)
    v128.store(state, live, LIVE)
    v128.store(state, zero, JOINED)
    v128.store(state, zero, OLD)
    state += STATE
  }
  return v128.any_true(any)
}

/**
 * From the lower end up, the rotations of rows i and i + 1 of all pairs. Where the entry between them is negligible there is none: the block behind is done, and the one before begins with the shift of
 * its own.
 */
function sweep(work: usize, size: i32, pairs: i32, first: i32): void {
  const zero: v128 = f64x2.splat(0)
  const one: v128 = f64x2.splat(1)
  const states = statesOf(work, size, pairs)
  const across = <usize>pairs << 4
  const list = across * <usize>size
  const top = work + across * <usize>first
  for (let from = work + across * <usize>(size - 2); from >= top; from -= across) {
    let state = states
    let beside = from + list
    let rotation = work + 2 * (from - work + list)
    for (let here = from; here < from + across; here += 16) {
      const above: v128 = v128.load(here)
      const below: v128 = v128.load(here + across)
      const entry: v128 = v128.load(beside)
      const around: v128 = f64x2.mul(f64x2.splat(EPSILON), f64x2.add(f64x2.abs(above), f64x2.abs(below)))
      const live: v128 = v128.load(state, LIVE)
      const joined: v128 = v128.and(live, f64x2.gt(f64x2.abs(entry), f64x2.pmax(around, v128.load(state, NEGLIGIBLE))))
      const g: v128 = v128.load(state, G)
      const f: v128 = f64x2.mul(v128.load(state, SINE), entry)
      const b: v128 = f64x2.mul(v128.load(state, COSINE), entry)
      const length: v128 = f64x2.sqrt(f64x2.add(f64x2.mul(f, f), f64x2.mul(g, g)))
      const inverse: v128 = f64x2.div(one, length)
      const turns: v128 = v128.and(joined, f64x2.gt(length, zero))
      const s: v128 = v128.and(f64x2.mul(f, inverse), turns)
      const c: v128 = v128.bitselect(f64x2.mul(g, inverse), one, turns)
      v128.store(rotation, c)
      v128.store(rotation, s, 16)
      const reach: v128 = v128.and(v128.bitselect(length, g, joined), v128.load(state, JOINED))
      v128.store(beside + across, v128.bitselect(reach, v128.load(state, OLD), live))
      const lower: v128 = f64x2.sub(below, v128.load(state, P))
      const twice: v128 = f64x2.mul(c, b)
      const r: v128 = f64x2.add(f64x2.mul(f64x2.sub(above, lower), s), f64x2.add(twice, twice))
      const step: v128 = f64x2.mul(s, r)
      v128.store(here + across, f64x2.add(lower, step))
      const start: v128 = f64x2.sub(above, v128.load(state, SHIFT))
      v128.store(state, v128.bitselect(f64x2.sub(f64x2.mul(c, r), b), start, joined), G)
      v128.store(state, v128.bitselect(s, one, joined), SINE)
      v128.store(state, c, COSINE)
      v128.store(state, step, P)
      v128.store(state, joined, JOINED)
      v128.store(state, entry, OLD)
      state += STATE
      beside += 16
      rotation += 32
    }
  }
}

/** What a sweep leaves at entry `first`. */
function end(work: usize, size: i32, pairs: i32, first: i32): void {
  let state = statesOf(work, size, pairs)
  for (let p = 0; p < pairs; p++) {
    const top = entryOf(work, pairs, p, first)
    const beside = besideOf(work, size, pairs, p, first)
    v128.store(top, f64x2.sub(v128.load(top), v128.load(state, P)))
    v128.store(beside, v128.bitselect(v128.load(state, G), v128.load(beside), v128.load(state, LIVE)))
    state += STATE
  }
}

/** Turns rows `first` and behind of pair p by the rotations of a sweep, two columns at a time. */
function turnRows(work: usize, size: i32, pairs: i32, p: i32, first: i32): void {
  const width = rowBytes(size)
  const lowest = rowsOf(work, size, pairs, p) + width * <usize>(size - 1)
  const between = <usize>pairs << 5
  const top = rotationsOf(work, size, pairs) + (<usize>(first * pairs + p) << 5)
  const bottom = rotationsOf(work, size, pairs) + (<usize>((size - 2) * pairs + p) << 5)
  for (let column: usize = 0; column < width; column += 32) {
    let place = lowest + column
    let one: v128 = v128.load(place)
    let two: v128 = v128.load(place, 16)
    for (let rotation = bottom; rotation >= top; rotation -= between) {
      const c: v128 = v128.load(rotation)
      const s: v128 = v128.load(rotation, 16)
      const next = place - width
      const aboveOne: v128 = v128.load(next)
      const aboveTwo: v128 = v128.load(next, 16)
      v128.store(place, f64x2.add(f64x2.mul(s, aboveOne), f64x2.mul(c, one)))
      v128.store(place, f64x2.add(f64x2.mul(s, aboveTwo), f64x2.mul(c, two)), 16)
      one = f64x2.sub(f64x2.mul(c, aboveOne), f64x2.mul(s, one))
      two = f64x2.sub(f64x2.mul(c, aboveTwo), f64x2.mul(s, two))
      place = next
    }
    v128.store(place, one)
    v128.store(place, two, 16)
  }
}
