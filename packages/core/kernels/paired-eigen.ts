// Eigenvalues and eigenvectors of small Hermitian matrices, up to four pairs of them at once, one matrix a lane: Householder reflections make them tridiagonal, phases make that real, and implicit
// QL iterations (tridiagonal-pairs.ts) make it diagonal. Far fewer operations than Jacobi's rotations of complex numbers; small eigenvalues carry the rounding errors of the largest. A matrix gets
// the same bytes whatever the others. A complex number takes 32 bytes, its real part in both lanes and its imaginary part in both lanes, a real number 16.
import { besideOf, entryOf, iterateQl, rowBytes, rowsOf } from './tridiagonal-pairs'

/**
 * Leaves the eigenvalues on the diagonals of `pairs` pairs of matrices (m×m complex numbers, both triangles filled, overwritten), one pair after the other, and the eigenvectors as the columns of as
 * many `vectors`. `work` has room for pairs·(2·m·(m + 1) + 14·m + 18) doubles.
 */
export function pairedEigen(matrices: usize, size: i32, pairs: i32, vectors: usize, work: usize): void {
  const square = <usize>(size * size) << 5
  const own = <usize>size * 48
  const tridiagonal = work + <usize>pairs * own
  for (let p = 0; p < pairs; p++) tridiagonalise(matrices + <usize>p * square, size, pairs, p, work + <usize>p * own, tridiagonal)
  iterateQl(tridiagonal, size, pairs)
  for (let p = 0; p < pairs; p++)
    turnBack(matrices + <usize>p * square, size, pairs, p, work + <usize>p * own, tridiagonal, vectors + <usize>p * square)
}

/** The eigenvectors of the matrices from those of the tridiagonal ones. */
function turnBack(matrix: usize, size: i32, pairs: i32, p: i32, factors: usize, tridiagonal: usize, vectors: usize): void {
  const phases = factors + (<usize>size << 4)
  const rows = rowsOf(tridiagonal, size, pairs, p)
  for (let u = 0; u < size; u++) {
    const re: v128 = v128.load(phases + (<usize>u << 5))
    const im: v128 = v128.load(phases + (<usize>u << 5), 16)
    let place = vectors + (<usize>(u * size) << 5)
    let from = rows + (<usize>u << 4)
    for (let j = 0; j < size; j++) {
      const value: v128 = v128.load(from)
      v128.store(place, f64x2.mul(re, value))
      v128.store(place, f64x2.mul(im, value), 16)
      place += 32
      from += rowBytes(size)
    }
  }
  for (let k = size - 3; k >= 0; k--) reflectRows(vectors, size, k, matrix, v128.load(factors + (<usize>k << 4)))
  for (let i = 0; i < size; i++) {
    const entry = entryOf(tridiagonal, pairs, p, i)
    v128.store(matrix + (<usize>(i * size + i) << 5), v128.load(entry))
  }
}

/**
 * Reflection k, I − factor·v·vᴴ, makes column k zero below the entry under its diagonal; v stays in its place. The sizes of these entries and what makes them real are kept; eigenvectors become
 * the identity. The tridiagonal matrix goes from the last row to the first: reflections leave the large entries in front, and QL iterations are fastest when small ones are.
 */
function tridiagonalise(matrix: usize, size: i32, pairs: i32, p: i32, factors: usize, tridiagonal: usize): void {
  const phases = factors + (<usize>size << 4)
  const row = <usize>size << 5
  const zero: v128 = f64x2.splat(0)
  const one: v128 = f64x2.splat(1)
  let phaseR: v128 = one
  let phaseI: v128 = zero
  v128.store(phases, one)
  v128.store(phases, zero, 16)
  for (let k = 0; k < size - 1; k++) {
    const head = matrix + <usize>(k + 1) * row + (<usize>k << 5)
    const re: v128 = v128.load(head)
    const im: v128 = v128.load(head, 16)
    const headSquare: v128 = f64x2.add(f64x2.mul(re, re), f64x2.mul(im, im))
    let rest: v128 = zero
    let entry = head + row
    for (let i = k + 2; i < size; i++) {
      const a: v128 = v128.load(entry)
      const b: v128 = v128.load(entry, 16)
      rest = f64x2.add(rest, f64x2.add(f64x2.mul(a, a), f64x2.mul(b, b)))
      entry += row
    }
    const length: v128 = f64x2.sqrt(headSquare)
    const whole: v128 = f64x2.sqrt(f64x2.add(headSquare, rest))
    const cosine: v128 = v128.bitselect(f64x2.div(re, length), one, f64x2.gt(length, zero))
    const sine: v128 = v128.bitselect(f64x2.div(im, length), zero, f64x2.gt(length, zero))
    if (k < size - 2) {
      // v = x + phase·|x|·e, of length² 2·|x|·(|x| + |head|)
      const grown: v128 = f64x2.add(length, whole)
      v128.store(head, f64x2.mul(cosine, grown))
      v128.store(head, f64x2.mul(sine, grown), 16)
      const factor: v128 = v128.bitselect(f64x2.div(one, f64x2.mul(whole, grown)), zero, f64x2.gt(rest, zero))
      v128.store(factors + (<usize>k << 4), factor)
      reflectMatrix(matrix, size, k, factor)
    }
    const beside = besideOf(tridiagonal, size, pairs, p, size - 2 - k)
    v128.store(beside, whole)
    // Without anything to reflect the entry stays as it is, else it becomes −phase·|x|.
    const sign: v128 = v128.bitselect(f64x2.neg(one), one, f64x2.gt(rest, zero))
    const turnR: v128 = f64x2.mul(sign, cosine)
    const turnI: v128 = f64x2.mul(sign, sine)
    const nextR: v128 = f64x2.sub(f64x2.mul(phaseR, turnR), f64x2.mul(phaseI, turnI))
    phaseI = f64x2.add(f64x2.mul(phaseR, turnI), f64x2.mul(phaseI, turnR))
    phaseR = nextR
    v128.store(phases + (<usize>(k + 1) << 5), phaseR)
    v128.store(phases + (<usize>(k + 1) << 5), phaseI, 16)
  }
  for (let i = 0, back = size - 1; i < size; i++, back--) {
    const entry = entryOf(tridiagonal, pairs, p, i)
    v128.store(entry, v128.load(matrix + (<usize>(back * size + back) << 5)))
    const row = rowsOf(tridiagonal, size, pairs, p) + <usize>i * rowBytes(size)
    for (let j: usize = 0; j < rowBytes(size); j += 16) v128.store(row + j, f64x2.splat(j === <usize>back << 4 ? 1 : 0))
  }
}

/** A ← A − v·wᴴ − w·vᴴ behind row and column k, w = p − ½·factor·(vᴴp)·v, p = factor·A·v; v lies in column k, w takes the place of row k, which has been read for the last time. */
function reflectMatrix(matrix: usize, size: i32, k: i32, factor: v128): void {
  const row = <usize>size << 5
  const corner = matrix + <usize>k * (row + 32)
  const v = corner + row
  const w = corner + 32
  const end = corner + <usize>(size - k) * 32
  let inner: v128 = f64x2.splat(0)
  let at = v
  for (let to = w; to < end; to += 32) {
    let re: v128 = f64x2.splat(0)
    let im: v128 = f64x2.splat(0)
    let b = v
    let a = at + 32
    for (let j = w; j < end; j += 32) {
      const ar: v128 = v128.load(a)
      const ai: v128 = v128.load(a, 16)
      const br: v128 = v128.load(b)
      const bi: v128 = v128.load(b, 16)
      re = f64x2.add(re, f64x2.sub(f64x2.mul(ar, br), f64x2.mul(ai, bi)))
      im = f64x2.add(im, f64x2.add(f64x2.mul(ar, bi), f64x2.mul(ai, br)))
      a += 32
      b += row
    }
    re = f64x2.mul(factor, re)
    im = f64x2.mul(factor, im)
    v128.store(to, re)
    v128.store(to, im, 16)
    inner = f64x2.add(inner, f64x2.add(f64x2.mul(v128.load(at), re), f64x2.mul(v128.load(at, 16), im)))
    at += row
  }
  const half: v128 = f64x2.mul(f64x2.splat(0.5), f64x2.mul(factor, inner))
  at = v
  for (let to = w; to < end; to += 32) {
    v128.store(to, f64x2.sub(v128.load(to), f64x2.mul(half, v128.load(at))))
    v128.store(to, f64x2.sub(v128.load(to, 16), f64x2.mul(half, v128.load(at, 16))), 16)
    at += row
  }
  at = v
  let column = v + 32
  for (let i = w; i < end; i += 32) {
    const vr: v128 = v128.load(at)
    const vi: v128 = v128.load(at, 16)
    const wr: v128 = v128.load(i)
    const wi: v128 = v128.load(i, 16)
    let lower = at + 32
    let upper = column
    let x = v
    for (let j = w; j <= i; j += 32) {
      const xr: v128 = v128.load(x)
      const xi: v128 = v128.load(x, 16)
      const yr: v128 = v128.load(j)
      const yi: v128 = v128.load(j, 16)
      const re: v128 = f64x2.sub(
        f64x2.sub(v128.load(lower), f64x2.add(f64x2.mul(vr, yr), f64x2.mul(vi, yi))),
        f64x2.add(f64x2.mul(wr, xr), f64x2.mul(wi, xi)),
      )
      const im: v128 = f64x2.sub(
        f64x2.sub(v128.load(lower, 16), f64x2.sub(f64x2.mul(vi, yr), f64x2.mul(vr, yi))),
        f64x2.sub(f64x2.mul(wi, xr), f64x2.mul(wr, xi)),
      )
      v128.store(upper, re)
      v128.store(upper, f64x2.neg(im), 16)
      v128.store(lower, re)
      v128.store(lower, im, 16)
      lower += 32
      upper += row
      x += row
    }
    at += row
    column += 32
  }
}

/** Rows behind k of the vectors ← rows − factor·v·(vᴴ·rows), v in column k of the matrix. */
function reflectRows(vectors: usize, size: i32, k: i32, matrix: usize, factor: v128): void {
  const row = <usize>size << 5
  const v = matrix + <usize>(k + 1) * row + (<usize>k << 5)
  const end = matrix + <usize>size * row
  const first = vectors + <usize>(k + 1) * row
  for (let column: usize = 0; column < row; column += 32) {
    let sumR: v128 = f64x2.splat(0)
    let sumI: v128 = f64x2.splat(0)
    let place = first + column
    for (let x = v; x < end; x += row) {
      const vr: v128 = v128.load(x)
      const vi: v128 = v128.load(x, 16)
      const re: v128 = v128.load(place)
      const im: v128 = v128.load(place, 16)
      sumR = f64x2.add(sumR, f64x2.add(f64x2.mul(vr, re), f64x2.mul(vi, im)))
      sumI = f64x2.add(sumI, f64x2.sub(f64x2.mul(vr, im), f64x2.mul(vi, re)))
      place += row
    }
    sumR = f64x2.mul(factor, sumR)
    sumI = f64x2.mul(factor, sumI)
    place = first + column
    for (let x = v; x < end; x += row) {
      const vr: v128 = v128.load(x)
      const vi: v128 = v128.load(x, 16)
      v128.store(place, f64x2.sub(v128.load(place), f64x2.sub(f64x2.mul(vr, sumR), f64x2.mul(vi, sumI))))
      v128.store(place, f64x2.sub(v128.load(place, 16), f64x2.add(f64x2.mul(vr, sumI), f64x2.mul(vi, sumR))), 16)
      place += row
    }
  }
}
