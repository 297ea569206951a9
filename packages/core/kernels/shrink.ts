// Singular-value soft threshold of every frequency slice of a spectrum (see real-fft.ts for its rows). A slice is a complex k×m matrix Q,
// one column per view. With Gram matrix QᴴQ = V·diag(σ²)·Vᴴ the answer is Q·P, P = V·diag((1 − τ/σ)₊)·Vᴴ. Eight slices go together, as pairs with one slice a lane in all that is m×m (see
// paired-eigen.ts); a slice gets the same bytes whatever the others.
import { pairedEigen } from './paired-eigen'

/** Slices that go together. */
const TOGETHER = 8
/** Where their numbers are, behind their sums. */
const NUMBERS: usize = 64

/**
 * Shrinks frequencies first … last in place; gives the sum of the singular values that are left, of these frequencies and their mirrors (those that
 * are their own mirror count once, the others twice). Rows hold m·k numbers, view by view, k even (a column of zeros more does no harm).
 * `scratch` has room for 2·m·k + 40·m² + 66·m + 84 doubles.
 */
export function shrinkSpectrum(spectrum: usize, rowBytes: usize, length: i32, latent: i32, views: i32, tau: f64, first: i32, last: i32, scratch: usize): f64 {
  const numbers = scratch + NUMBERS
  let sum: f64 = 0
  let waiting = 0
  for (let f = first; f <= last; f++) {
    const re = spectrum + 2 * <usize>f * rowBytes
    if (squaredSize(re, re + rowBytes, latent * views) <= tau * tau) clearSlice(re, re + rowBytes, latent * views)
    else {
      store<i32>(numbers + (<usize>waiting << 2), f)
      waiting += 1
    }
    if (waiting === TOGETHER || (f === last && waiting > 0)) {
      shrinkTogether(spectrum, rowBytes, latent, views, tau, waiting, scratch)
      for (let w = 0; w < waiting; w++) {
        const which = load<i32>(numbers + (<usize>w << 2))
        const left = load<f64>(scratch + (<usize>w << 3))
        sum += which === 0 || 2 * which === length ? left : 2 * left
      }
      waiting = 0
    }
  }
  return sum
}

/** Shrinks `count` slices, whose numbers lie behind `work`; the sums of the singular values left go to `work`. A lane that is left over does what the one before does. */
function shrinkTogether(spectrum: usize, rowBytes: usize, latent: i32, views: i32, tau: f64, count: i32, work: usize): void {
  const column = <usize>latent << 3
  const partBytes = column * <usize>views
  const squareBytes = <usize>(views * views) << 5
  const turned = work + NUMBERS + 4 * TOGETHER
  const turnedIm = turned + partBytes
  const grams = turnedIm + partBytes
  const pairs = (count + 1) >> 1
  const vectors = grams + <usize>pairs * squareBytes
  const gains = vectors + <usize>pairs * squareBytes
  const rest = gains + (<usize>views << 4)
  for (let w = 0; w < 2 * pairs; w++) {
    const re = sliceOf(spectrum, rowBytes, work, min(w, count - 1))
    gramInto(re, re + rowBytes, column, views, laneOf(grams, squareBytes, w))
    store<f64>(work + (<usize>w << 3), trace(laneOf(grams, squareBytes, w), views))
  }
  pairedEigen(grams, views, pairs, vectors, rest)
  for (let pair = 0; pair < pairs; pair++) {
    const gram = grams + <usize>pair * squareBytes
    const basis = vectors + <usize>pair * squareBytes
    const sums = work + (<usize>pair << 4)
    const many = min(count - 2 * pair, 2)
    // Squaring loses the singular values far below the largest. Where they may survive τ, the Gram matrix of the nearly orthogonal
    // columns Q·V, which lose nothing, is taken again, and rotations keep what they have.
    const large = 65536 * tau * tau
    if (views > 1 && max(load<f64>(sums), load<f64>(sums, 8)) > large) {
      clearBesideDiagonal(gram, views)
      for (let lane = 0; lane < many; lane++) {
        if (load<f64>(sums + (<usize>lane << 3)) <= large) continue
        const re = sliceOf(spectrum, rowBytes, work, 2 * pair + lane)
        turnInto(re, re + rowBytes, column, laneOf(basis, squareBytes, lane), views, turned, turnedIm)
        gramInto(turned, turnedIm, column, views, laneOf(gram, squareBytes, lane))
      }
      diagonalise(gram, basis, views)
    }
    const zero: v128 = f64x2.splat(0)
    const lowered: v128 = f64x2.splat(tau)
    let left: v128 = zero
    for (let v = 0; v < views; v++) {
      const sigma: v128 = f64x2.sqrt(f64x2.pmax(zero, v128.load(gram + (<usize>(v * views + v) << 5))))
      const gain: v128 = f64x2.sub(f64x2.splat(1), f64x2.div(lowered, sigma))
      v128.store(gains + (<usize>v << 4), v128.bitselect(gain, zero, f64x2.gt(sigma, lowered)))
      left = f64x2.add(left, v128.bitselect(f64x2.sub(sigma, lowered), zero, f64x2.gt(sigma, lowered)))
    }
    v128.store(sums, left)
    factorInto(basis, gains, views, gram)
    for (let lane = 0; lane < many; lane++) {
      const re = sliceOf(spectrum, rowBytes, work, 2 * pair + lane)
      turnInto(re, re + rowBytes, column, laneOf(gram, squareBytes, lane), views, turned, turnedIm)
      memory.copy(re, turned, partBytes)
      memory.copy(re + rowBytes, turnedIm, partBytes)
    }
  }
}

/** Address of a slice by its number among those that go together. */
// @inline
function sliceOf(spectrum: usize, rowBytes: usize, work: usize, which: i32): usize {
  return spectrum + 2 * <usize>load<i32>(work + (<usize>which << 2), NUMBERS) * rowBytes
}

/** The matrix of slice `which` among pairs of matrices. */
// @inline
function laneOf(matrices: usize, squareBytes: usize, which: i32): usize {
  return matrices + <usize>(which >> 1) * squareBytes + (<usize>(which & 1) << 3)
}

/** The sum of the diagonal of one lane. */
function trace(gram: usize, views: i32): f64 {
  let sum: f64 = 0
  for (let v = 0; v < views; v++) sum += load<f64>(gram + (<usize>(v * views + v) << 5))
  return sum
}

function clearBesideDiagonal(gram: usize, views: i32): void {
  for (let u = 0; u < views; u++) {
    for (let v = 0; v < views; v++, gram += 32) {
      if (u === v) continue
      v128.store(gram, f64x2.splat(0))
      v128.store(gram, f64x2.splat(0), 16)
    }
  }
}

/** ‖Q‖² over two rows padded to an even number of columns. */
function squaredSize(re: usize, im: usize, columns: i32): f64 {
  let sum: v128 = f64x2.splat(0)
  for (let end = re + (<usize>columns << 3); re < end; re += 16, im += 16) {
    const a: v128 = v128.load(re)
    const b: v128 = v128.load(im)
    sum = f64x2.add(sum, f64x2.add(f64x2.mul(a, a), f64x2.mul(b, b)))
  }
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}

function clearSlice(re: usize, im: usize, columns: i32): void {
  const zero: v128 = f64x2.splat(0)
  for (let end = re + (<usize>columns << 3); re < end; re += 16, im += 16) {
    v128.store(re, zero)
    v128.store(im, zero)
  }
}

/** gram ← QᴴQ, one lane of m×m complex numbers; the columns of Q follow each other, `column` bytes each, real parts at `re` and imaginary parts at `im`. */
function gramInto(re: usize, im: usize, column: usize, views: i32, gram: usize): void {
  for (let u = 0; u < views; u++) {
    const leftR = re + column * <usize>u
    const leftI = im + column * <usize>u
    // Two columns at a time, so that what is loaded serves twice; the last one alone is done twice.
    for (let v = u; v < views; v += 2) {
      const next = min(v + 1, views - 1)
      const oneR = re + column * <usize>v
      const oneI = im + column * <usize>v
      const twoR = re + column * <usize>next
      const twoI = im + column * <usize>next
      let sumR: v128 = f64x2.splat(0)
      let sumI: v128 = f64x2.splat(0)
      let nextR: v128 = f64x2.splat(0)
      let nextI: v128 = f64x2.splat(0)
      for (let offset: usize = 0; offset < column; offset += 16) {
        const ar: v128 = v128.load(leftR + offset)
        const ai: v128 = v128.load(leftI + offset)
        const br: v128 = v128.load(oneR + offset)
        const bi: v128 = v128.load(oneI + offset)
        const cr: v128 = v128.load(twoR + offset)
        const ci: v128 = v128.load(twoI + offset)
        sumR = f64x2.add(sumR, f64x2.add(f64x2.mul(ar, br), f64x2.mul(ai, bi)))
        sumI = f64x2.add(sumI, f64x2.sub(f64x2.mul(ar, bi), f64x2.mul(ai, br)))
        nextR = f64x2.add(nextR, f64x2.add(f64x2.mul(ar, cr), f64x2.mul(ai, ci)))
        nextI = f64x2.add(nextI, f64x2.sub(f64x2.mul(ar, ci), f64x2.mul(ai, cr)))
      }
      storeBoth(gram, views, u, v, sumR, sumI)
      storeBoth(gram, views, u, next, nextR, nextI)
    }
  }
}

/** Entry (u, v) of one lane of a Hermitian matrix, v ≥ u, from sums in two parts, and its mirror image. */
// @inline
function storeBoth(a: usize, views: i32, u: i32, v: i32, sumR: v128, sumI: v128): void {
  const re = f64x2.extract_lane(sumR, 0) + f64x2.extract_lane(sumR, 1)
  const im = u === v ? 0 : f64x2.extract_lane(sumI, 0) + f64x2.extract_lane(sumI, 1)
  const lower = a + (<usize>(v * views + u) << 5)
  const upper = a + (<usize>(u * views + v) << 5)
  store<f64>(lower, re)
  store<f64>(lower, -im, 16)
  store<f64>(upper, re)
  store<f64>(upper, im, 16)
}

/** result ← Q·A for one lane A of m×m complex numbers; the result must not be Q. */
function turnInto(re: usize, im: usize, column: usize, a: usize, views: i32, resultR: usize, resultI: usize): void {
  const row = <usize>views << 5
  for (let v = 0; v < views; v += 2) {
    const next = min(v + 1, views - 1)
    const toOne = column * <usize>v
    const toTwo = column * <usize>next
    for (let offset: usize = 0; offset < column; offset += 16) {
      let sumR: v128 = f64x2.splat(0)
      let sumI: v128 = f64x2.splat(0)
      let nextR: v128 = f64x2.splat(0)
      let nextI: v128 = f64x2.splat(0)
      let from = offset
      let one = a + (<usize>v << 5)
      let two = a + (<usize>next << 5)
      for (let u = 0; u < views; u++) {
        const qr: v128 = v128.load(re + from)
        const qi: v128 = v128.load(im + from)
        const ar: v128 = v128.load_splat<f64>(one)
        const ai: v128 = v128.load_splat<f64>(one, 16)
        sumR = f64x2.add(sumR, f64x2.sub(f64x2.mul(qr, ar), f64x2.mul(qi, ai)))
        sumI = f64x2.add(sumI, f64x2.add(f64x2.mul(qr, ai), f64x2.mul(qi, ar)))
        const br: v128 = v128.load_splat<f64>(two)
        const bi: v128 = v128.load_splat<f64>(two, 16)
        nextR = f64x2.add(nextR, f64x2.sub(f64x2.mul(qr, br), f64x2.mul(qi, bi)))
        nextI = f64x2.add(nextI, f64x2.add(f64x2.mul(qr, bi), f64x2.mul(qi, br)))
        from += column
        one += row
        two += row
      }
      v128.store(resultR + toOne + offset, sumR)
      v128.store(resultI + toOne + offset, sumI)
      v128.store(resultR + toTwo + offset, nextR)
      v128.store(resultI + toTwo + offset, nextI)
    }
  }
}

/** factor ← V·diag(gains)·Vᴴ, two lanes. */
function factorInto(vectors: usize, gains: usize, views: i32, factor: usize): void {
  const row = <usize>views << 5
  for (let u = 0; u < views; u++) {
    for (let v = u; v < views; v++) {
      let left = vectors + row * <usize>u
      let right = vectors + row * <usize>v
      let sumR: v128 = f64x2.splat(0)
      let sumI: v128 = f64x2.splat(0)
      let place = gains
      for (const end = left + row; left < end; left += 32) {
        const gain: v128 = v128.load(place)
        const ar: v128 = v128.load(left)
        const ai: v128 = v128.load(left, 16)
        const br: v128 = v128.load(right)
        const bi: v128 = v128.load(right, 16)
        sumR = f64x2.add(sumR, f64x2.mul(gain, f64x2.add(f64x2.mul(ar, br), f64x2.mul(ai, bi))))
        sumI = f64x2.add(sumI, f64x2.mul(gain, f64x2.sub(f64x2.mul(ai, br), f64x2.mul(ar, bi))))
        right += 32
        place += 16
      }
      const lower = factor + row * <usize>v + (<usize>u << 5)
      const upper = factor + row * <usize>u + (<usize>v << 5)
      v128.store(lower, sumR)
      v128.store(lower, f64x2.neg(sumI), 16)
      v128.store(upper, sumR)
      v128.store(upper, u === v ? f64x2.splat(0) : sumI, 16)
    }
  }
}

/** Jacobi's method for two Hermitian matrices, one a lane: leaves the eigenvalues on the diagonal and multiplies `vectors` by the rotations. At most 30 sweeps. */
function diagonalise(gram: usize, vectors: usize, views: i32): void {
  let sum: v128 = f64x2.splat(0)
  for (let v = 0; v < views; v++) sum = f64x2.add(sum, v128.load(gram + (<usize>(v * views + v) << 5)))
  const negligible: v128 = f64x2.mul(f64x2.splat(1e-33), sum)
  for (let sweep = 0; sweep < 30; sweep++) {
    let rotated = false
    for (let p = 0; p < views; p++) {
      for (let q = p + 1; q < views; q++) {
        const entry = gram + (<usize>(p * views + q) << 5)
        const re: v128 = v128.load(entry)
        const im: v128 = v128.load(entry, 16)
        const square: v128 = f64x2.add(f64x2.mul(re, re), f64x2.mul(im, im))
        const pp: v128 = v128.load(gram + (<usize>(p * views + p) << 5))
        const qq: v128 = v128.load(gram + (<usize>(q * views + q) << 5))
        // Both sides squared: the roots would cost more than the rotations.
        const least: v128 = f64x2.mul(f64x2.splat(1.9721522630525295e-31), f64x2.abs(f64x2.mul(pp, qq)))
        const bound: v128 = f64x2.pmax(f64x2.mul(negligible, negligible), least)
        const above: v128 = f64x2.sub(square, bound)
        if (f64x2.extract_lane(above, 0) > 0 || f64x2.extract_lane(above, 1) > 0) {
          rotate(gram, vectors, views, p, q, above)
          rotated = true
        }
      }
    }
    if (!rotated) break
  }
}

/** The rotations of columns p and q that make entry (p, q) zero, in the lanes where it is `above` 0. */
function rotate(gram: usize, vectors: usize, views: i32, p: i32, q: i32, above: v128): void {
  const zero: v128 = f64x2.splat(0)
  const one: v128 = f64x2.splat(1)
  const row = <usize>views << 5
  const rowP = gram + <usize>p * row
  const rowQ = gram + <usize>q * row
  const columnP = <usize>p << 5
  const columnQ = <usize>q << 5
  const re: v128 = v128.load(rowP + columnQ)
  const im: v128 = v128.load(rowP + columnQ, 16)
  const pp: v128 = v128.load(rowP + columnP)
  const qq: v128 = v128.load(rowQ + columnQ)
  const size: v128 = f64x2.sqrt(f64x2.add(f64x2.mul(re, re), f64x2.mul(im, im)))
  const phaseR: v128 = v128.bitselect(f64x2.div(re, size), one, f64x2.gt(above, zero))
  const phaseI: v128 = v128.bitselect(f64x2.div(im, size), zero, f64x2.gt(above, zero))
  const theta: v128 = f64x2.div(f64x2.sub(qq, pp), f64x2.add(size, size))
  const sign: v128 = v128.bitselect(f64x2.neg(one), one, f64x2.lt(theta, zero))
  const far: v128 = f64x2.add(f64x2.abs(theta), f64x2.sqrt(f64x2.add(f64x2.mul(theta, theta), one)))
  const t: v128 = v128.bitselect(f64x2.div(sign, far), zero, f64x2.gt(above, zero))
  const c: v128 = f64x2.div(one, f64x2.sqrt(f64x2.add(f64x2.mul(t, t), one)))
  const s: v128 = f64x2.mul(t, c)
  const sr: v128 = f64x2.mul(s, phaseR)
  const si: v128 = f64x2.neg(f64x2.mul(s, phaseI))
  const cr: v128 = f64x2.mul(c, phaseR)
  const ci: v128 = f64x2.neg(f64x2.mul(c, phaseI))
  for (let j = 0; j < views; j++) {
    const left = vectors + columnP
    const right = vectors + columnQ
    const lr: v128 = v128.load(left)
    const li: v128 = v128.load(left, 16)
    const rr: v128 = v128.load(right)
    const ri: v128 = v128.load(right, 16)
    v128.store(left, f64x2.sub(f64x2.mul(c, lr), f64x2.sub(f64x2.mul(sr, rr), f64x2.mul(si, ri))))
    v128.store(left, f64x2.sub(f64x2.mul(c, li), f64x2.add(f64x2.mul(sr, ri), f64x2.mul(si, rr))), 16)
    v128.store(right, f64x2.add(f64x2.mul(s, lr), f64x2.sub(f64x2.mul(cr, rr), f64x2.mul(ci, ri))))
    v128.store(right, f64x2.add(f64x2.mul(s, li), f64x2.add(f64x2.mul(cr, ri), f64x2.mul(ci, rr))), 16)
    vectors += row
  }
  let here = gram
  for (let j = 0; j < views; j++, here += row) {
    if (j === p || j === q) continue
    const lr: v128 = v128.load(here + columnP)
    const li: v128 = v128.load(here + columnP, 16)
    const rr: v128 = v128.load(here + columnQ)
    const ri: v128 = v128.load(here + columnQ, 16)
    const newLr: v128 = f64x2.sub(f64x2.mul(c, lr), f64x2.sub(f64x2.mul(sr, rr), f64x2.mul(si, ri)))
    const newLi: v128 = f64x2.sub(f64x2.mul(c, li), f64x2.add(f64x2.mul(sr, ri), f64x2.mul(si, rr)))
    const newRr: v128 = f64x2.add(f64x2.mul(s, lr), f64x2.sub(f64x2.mul(cr, rr), f64x2.mul(ci, ri)))
    const newRi: v128 = f64x2.add(f64x2.mul(s, li), f64x2.add(f64x2.mul(cr, ri), f64x2.mul(ci, rr)))
    v128.store(here + columnP, newLr)
    v128.store(here + columnP, newLi, 16)
    v128.store(here + columnQ, newRr)
    v128.store(here + columnQ, newRi, 16)
    // Rows p and q hold the conjugates of the columns.
    v128.store(rowP + (<usize>j << 5), newLr)
    v128.store(rowP + (<usize>j << 5), f64x2.neg(newLi), 16)
    v128.store(rowQ + (<usize>j << 5), newRr)
    v128.store(rowQ + (<usize>j << 5), f64x2.neg(newRi), 16)
  }
  v128.store(rowP + columnP, f64x2.sub(pp, f64x2.mul(t, size)))
  v128.store(rowQ + columnQ, f64x2.add(qq, f64x2.mul(t, size)))
  const restR: v128 = v128.bitselect(zero, re, f64x2.gt(above, zero))
  const restI: v128 = v128.bitselect(zero, im, f64x2.gt(above, zero))
  v128.store(rowP + columnQ, restR)
  v128.store(rowP + columnQ, restI, 16)
  v128.store(rowQ + columnP, restR)
  v128.store(rowQ + columnP, f64x2.neg(restI), 16)
}
