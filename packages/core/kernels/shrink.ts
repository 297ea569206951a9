// Singular-value soft threshold of every frequency slice of a spectrum (see real-fft.ts for its rows). A slice is a complex k×m matrix Q,
// one column a view. With Gram matrix QᴴQ = V·diag(σ²)·Vᴴ the answer is Q·P, P = V·diag((1 − τ/σ)₊)·Vᴴ.
import { hermitianEigen } from './hermitian-eigen'

/**
 * Shrinks frequencies first … last in place; gives the sum of the singular values that are left, of these frequencies and their mirrors (those that
 * are their own mirror count once, the others twice). Rows hold m·k numbers, view by view, k even (a column of zeros more does no harm).
 * `work` has room for 2·m·k + 12·w·(w+1) doubles, w = m rounded up to an even number.
 */
export function shrinkSpectrum(spectrum: usize, rowBytes: usize, length: i32, latent: i32, views: i32, tau: f64, first: i32, last: i32, work: usize): f64 {
  const column = <usize>latent << 3
  const partBytes = column * <usize>views
  const squareBytes = <usize>(views * views) << 4
  const turned = work
  const turnedIm = turned + partBytes
  const gram = turnedIm + partBytes
  const rotated = gram + squareBytes
  const factor = rotated + squareBytes
  const width = <usize>(views + (views & 1)) << 3
  const gains = factor + squareBytes
  const vectors = gains + width
  const rest = vectors + 2 * width * <usize>views
  let sum: f64 = 0
  for (let f = first; f <= last; f++) {
    const re = spectrum + 2 * <usize>f * rowBytes
    const im = re + rowBytes
    const size = squaredSize(re, im, latent * views)
    if (size <= tau * tau) {
      clearSlice(re, im, latent * views)
      continue
    }
    gramInto(re, im, column, views, gram)
    hermitianEigen(gram, views, vectors, rest)
    // Squaring loses the singular values far below the largest. Where they may survive τ, the Gram matrix of the nearly orthogonal
    // columns Q·V, which lose nothing, is taken again, and rotations keep what they have.
    if (views > 1 && size > 65536 * tau * tau) {
      interleave(vectors, width, views, rotated)
      turnInto(re, im, column, rotated, views, turned, turnedIm)
      gramInto(turned, turnedIm, column, views, gram)
      diagonalise(gram, rotated, views)
      separate(rotated, width, views, vectors)
    }
    let left: f64 = 0
    for (let v = 0; v < views; v++) {
      const square = load<f64>(gram + (<usize>(v * views + v) << 4))
      const sigma = square > 0 ? sqrt(square) : 0
      const survives = sigma > tau
      store<f64>(gains + (<usize>v << 3), survives ? 1 - tau / sigma : 0)
      left += survives ? sigma - tau : 0
    }
    sum += f == 0 || 2 * f == length ? left : 2 * left
    if (views & 1) store<f64>(gains + width - 8, 0)
    factorInto(vectors, width, gains, views, factor)
    turnInto(re, im, column, factor, views, turned, turnedIm)
    memory.copy(re, turned, partBytes)
    memory.copy(im, turnedIm, partBytes)
  }
  return sum
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

/** gram ← QᴴQ, m×m complex numbers; the columns of Q follow each other, `column` bytes each, real parts at `re` and imaginary parts at `im`. */
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

/** Entry (u, v) of a Hermitian matrix, v ≥ u, from sums in two lanes, and its mirror image. */
// @ts-ignore: decorator
@inline
function storeBoth(a: usize, views: i32, u: i32, v: i32, sumR: v128, sumI: v128): void {
  const re = f64x2.extract_lane(sumR, 0) + f64x2.extract_lane(sumR, 1)
  const im = u == v ? 0 : f64x2.extract_lane(sumI, 0) + f64x2.extract_lane(sumI, 1)
  const lower = a + (<usize>(v * views + u) << 4)
  const upper = a + (<usize>(u * views + v) << 4)
  store<f64>(lower, re)
  store<f64>(lower, -im, 8)
  store<f64>(upper, re)
  store<f64>(upper, im, 8)
}

/** result ← Q·A for an m×m complex A; the result must not be Q. */
function turnInto(re: usize, im: usize, column: usize, a: usize, views: i32, resultR: usize, resultI: usize): void {
  const row = <usize>views << 4
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
      let one = a + (<usize>v << 4)
      let two = a + (<usize>next << 4)
      for (let u = 0; u < views; u++) {
        const qr: v128 = v128.load(re + from)
        const qi: v128 = v128.load(im + from)
        const ar: v128 = v128.load_splat<f64>(one)
        const ai: v128 = v128.load_splat<f64>(one, 8)
        sumR = f64x2.add(sumR, f64x2.sub(f64x2.mul(qr, ar), f64x2.mul(qi, ai)))
        sumI = f64x2.add(sumI, f64x2.add(f64x2.mul(qr, ai), f64x2.mul(qi, ar)))
        const br: v128 = v128.load_splat<f64>(two)
        const bi: v128 = v128.load_splat<f64>(two, 8)
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

/** Rows of real parts and imaginary parts, `width` bytes each, to complex numbers. */
function interleave(vectors: usize, width: usize, views: i32, result: usize): void {
  for (let u = 0; u < views; u++) {
    for (let j = 0; j < views; j++, result += 16) {
      const place = vectors + (<usize>j << 3)
      store<f64>(result, load<f64>(place))
      store<f64>(result, load<f64>(place + width), 8)
    }
    vectors += 2 * width
  }
}

/** The way back. */
function separate(rotated: usize, width: usize, views: i32, vectors: usize): void {
  for (let u = 0; u < views; u++) {
    for (let j = 0; j < views; j++, rotated += 16) {
      const place = vectors + (<usize>j << 3)
      store<f64>(place, load<f64>(rotated))
      store<f64>(place + width, load<f64>(rotated, 8))
    }
    vectors += 2 * width
  }
}

/** factor ← V·diag(gains)·Vᴴ, for V as rows of real and imaginary parts. */
function factorInto(vectors: usize, width: usize, gains: usize, views: i32, factor: usize): void {
  for (let u = 0; u < views; u++) {
    const left = vectors + 2 * width * <usize>u
    for (let v = u; v < views; v++) {
      const right = vectors + 2 * width * <usize>v
      let sumR: v128 = f64x2.splat(0)
      let sumI: v128 = f64x2.splat(0)
      for (let offset: usize = 0; offset < width; offset += 16) {
        const gain: v128 = v128.load(gains + offset)
        const ar: v128 = v128.load(left + offset)
        const ai: v128 = v128.load(left + width + offset)
        const br: v128 = v128.load(right + offset)
        const bi: v128 = v128.load(right + width + offset)
        sumR = f64x2.add(sumR, f64x2.mul(gain, f64x2.add(f64x2.mul(ar, br), f64x2.mul(ai, bi))))
        sumI = f64x2.add(sumI, f64x2.mul(gain, f64x2.sub(f64x2.mul(ai, br), f64x2.mul(ar, bi))))
      }
      storeBoth(factor, views, u, v, sumR, sumI)
    }
  }
}

/** Jacobi's method for the Hermitian `gram`: leaves the eigenvalues on its diagonal and multiplies `vectors` by the rotations. At most 30 sweeps. */
function diagonalise(gram: usize, vectors: usize, views: i32): void {
  let trace: f64 = 0
  for (let v = 0; v < views; v++) trace += load<f64>(gram + (<usize>(v * views + v) << 4))
  const negligible = 1e-33 * trace
  for (let sweep = 0; sweep < 30; sweep++) {
    let rotated = false
    for (let p = 0; p < views; p++) {
      for (let q = p + 1; q < views; q++) {
        const entry = gram + (<usize>(p * views + q) << 4)
        const re = load<f64>(entry)
        const im = load<f64>(entry, 8)
        const square = re * re + im * im
        const pp = load<f64>(gram + (<usize>(p * views + p) << 4))
        const qq = load<f64>(gram + (<usize>(q * views + q) << 4))
        // Both sides squared: the roots would cost more than the rotations.
        if (square <= negligible * negligible || square <= 1.9721522630525295e-31 * abs(pp * qq)) continue
        const size = sqrt(square)
        rotate(gram, vectors, views, p, q, re / size, im / size, size, pp, qq)
        rotated = true
      }
    }
    if (!rotated) break
  }
}

/** The rotation of columns p and q that makes entry (p, q) = size·(phaseR + i·phaseI) zero. */
function rotate(gram: usize, vectors: usize, views: i32, p: i32, q: i32, phaseR: f64, phaseI: f64, size: f64, pp: f64, qq: f64): void {
  const theta = (qq - pp) / (2 * size)
  const t = (theta < 0 ? -1.0 : 1.0) / (abs(theta) + sqrt(theta * theta + 1))
  const c = 1 / sqrt(t * t + 1)
  const s = t * c
  const sr = s * phaseR
  const si = -s * phaseI
  const cr = c * phaseR
  const ci = -c * phaseI
  const row = <usize>views << 4
  const rowP = gram + <usize>p * row
  const rowQ = gram + <usize>q * row
  const columnP = <usize>p << 4
  const columnQ = <usize>q << 4
  for (let j = 0; j < views; j++) {
    const left = vectors + columnP
    const right = vectors + columnQ
    const lr = load<f64>(left)
    const li = load<f64>(left, 8)
    const rr = load<f64>(right)
    const ri = load<f64>(right, 8)
    store<f64>(left, c * lr - (sr * rr - si * ri))
    store<f64>(left, c * li - (sr * ri + si * rr), 8)
    store<f64>(right, s * lr + (cr * rr - ci * ri))
    store<f64>(right, s * li + (cr * ri + ci * rr), 8)
    vectors += row
  }
  for (let j = 0; j < views; j++) {
    if (j == p || j == q) continue
    // Rows p and q hold the conjugates of the columns.
    const left = rowP + (<usize>j << 4)
    const right = rowQ + (<usize>j << 4)
    const lr = load<f64>(left)
    const li = -load<f64>(left, 8)
    const rr = load<f64>(right)
    const ri = -load<f64>(right, 8)
    const newLr = c * lr - (sr * rr - si * ri)
    const newLi = c * li - (sr * ri + si * rr)
    const newRr = s * lr + (cr * rr - ci * ri)
    const newRi = s * li + (cr * ri + ci * rr)
    store<f64>(left, newLr)
    store<f64>(left, -newLi, 8)
    store<f64>(right, newRr)
    store<f64>(right, -newRi, 8)
    const here = gram + <usize>j * row
    store<f64>(here + columnP, newLr)
    store<f64>(here + columnP, newLi, 8)
    store<f64>(here + columnQ, newRr)
    store<f64>(here + columnQ, newRi, 8)
  }
  store<f64>(rowP + columnP, pp - t * size)
  store<f64>(rowQ + columnQ, qq + t * size)
  clear(rowP + columnQ)
  clear(rowQ + columnP)
}

function clear(entry: usize): void {
  store<f64>(entry, 0)
  store<f64>(entry, 0, 8)
}
