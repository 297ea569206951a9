// The way between a real matrix (one sequence a column, transformed along the rows, `rowBytes` from row to row) and the work
// buffers of the complex transform. Number j of pair p lies at work + j·elementStep + p·pairStep. The spectrum takes the place of the
// data: frequency f has its real parts in row 2f and its imaginary parts in row 2f + 1, so two more rows than samples are needed.

/** Even length: number j is row 2j + i·row 2j+1, for j < half. */
export function gatherEven(rows: usize, rowBytes: usize, half: i32, pairs: i32, work: usize, elementStep: usize, pairStep: usize): void {
  for (let j = 0; j < half; j++) {
    let place = work
    for (let p = 0; p < pairs; p++) {
      const column = rows + (<usize>p << 4)
      v128.store(place, v128.load(column))
      v128.store(place, v128.load(column + rowBytes), 16)
      place += pairStep
    }
    work += elementStep
    rows += 2 * rowBytes
  }
}

/**
 * Even length n = 2·half: the spectrum of the real sequence from the transform z of its complex form,
 * X(f) = E + w·O and X(half−f) = conj(E − w·O), where E and i·O are half the sum and half the difference of z(f) and conj z(half−f).
 * `twiddles` holds w = e^(−2πi·f/n) for f ≤ half/2.
 */
export function spreadEven(work: usize, elementStep: usize, pairStep: usize, twiddles: usize, half: i32, pairs: i32, rows: usize, rowBytes: usize): void {
  const point5: v128 = f64x2.splat(0.5)
  const last = half >> 1
  for (let f = 0; f <= last; f++) {
    const wr: v128 = v128.load_splat<f64>(twiddles)
    const wi: v128 = v128.load_splat<f64>(twiddles, 8)
    twiddles += 16
    let a = work + <usize>f * elementStep
    let b = work + <usize>(f === 0 ? 0 : half - f) * elementStep
    for (let p = 0; p < pairs; p++) {
      const ar: v128 = f64x2.mul(point5, v128.load(a))
      const ai: v128 = f64x2.mul(point5, v128.load(a, 16))
      const br: v128 = f64x2.mul(point5, v128.load(b))
      const bi: v128 = f64x2.mul(point5, v128.load(b, 16))
      const er: v128 = f64x2.add(ar, br)
      const ei: v128 = f64x2.sub(ai, bi)
      const or: v128 = f64x2.add(ai, bi)
      const oi: v128 = f64x2.sub(br, ar)
      const tr: v128 = f64x2.sub(f64x2.mul(wr, or), f64x2.mul(wi, oi))
      const ti: v128 = f64x2.add(f64x2.mul(wr, oi), f64x2.mul(wi, or))
      const low = rows + (<usize>p << 4) + 2 * <usize>f * rowBytes
      const high = rows + (<usize>p << 4) + 2 * <usize>(half - f) * rowBytes
      v128.store(low, f64x2.add(er, tr))
      v128.store(low + rowBytes, f64x2.add(ei, ti))
      v128.store(high, f64x2.sub(er, tr))
      v128.store(high + rowBytes, f64x2.sub(ti, ei))
      a += pairStep
      b += pairStep
    }
  }
}

/** Even length, the way back: conj z(f) and conj z(half−f) from X(f) and X(half−f), all times `scale` / 2. */
export function joinEven(rows: usize, rowBytes: usize, half: i32, pairs: i32, twiddles: usize, scale: f64, work: usize, elementStep: usize, pairStep: usize): void {
  const factor: v128 = f64x2.splat(0.5 * scale)
  const last = half >> 1
  for (let f = 0; f <= last; f++) {
    const wr: v128 = v128.load_splat<f64>(twiddles)
    const wi: v128 = v128.load_splat<f64>(twiddles, 8)
    twiddles += 16
    let a = work + <usize>f * elementStep
    let b = work + <usize>(f === 0 ? 0 : half - f) * elementStep
    for (let p = 0; p < pairs; p++) {
      const low = rows + (<usize>p << 4) + 2 * <usize>f * rowBytes
      const high = rows + (<usize>p << 4) + 2 * <usize>(half - f) * rowBytes
      const ar: v128 = f64x2.mul(factor, v128.load(low))
      const ai: v128 = f64x2.mul(factor, v128.load(low + rowBytes))
      const br: v128 = f64x2.mul(factor, v128.load(high))
      const bi: v128 = f64x2.mul(factor, v128.load(high + rowBytes))
      const er: v128 = f64x2.add(ar, br)
      const ei: v128 = f64x2.sub(ai, bi)
      const dr: v128 = f64x2.sub(ar, br)
      const di: v128 = f64x2.add(ai, bi)
      const or: v128 = f64x2.add(f64x2.mul(wr, dr), f64x2.mul(wi, di))
      const oi: v128 = f64x2.sub(f64x2.mul(wr, di), f64x2.mul(wi, dr))
      v128.store(b, f64x2.add(er, oi))
      v128.store(b, f64x2.sub(ei, or), 16)
      v128.store(a, f64x2.sub(er, oi))
      v128.store(a, f64x2.neg(f64x2.add(ei, or)), 16)
      a += pairStep
      b += pairStep
    }
  }
}

/** Even length: row 2j and row 2j+1 are the real part and minus the imaginary part of number j, for j < half. */
export function scatterEven(work: usize, elementStep: usize, pairStep: usize, half: i32, pairs: i32, rows: usize, rowBytes: usize): void {
  for (let j = 0; j < half; j++) {
    let place = work
    for (let p = 0; p < pairs; p++) {
      const column = rows + (<usize>p << 4)
      v128.store(column, v128.load(place))
      v128.store(column + rowBytes, f64x2.neg(v128.load(place, 16)))
      place += pairStep
    }
    work += elementStep
    rows += 2 * rowBytes
  }
}
