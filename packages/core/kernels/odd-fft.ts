// The ways in and out of the complex transform for real sequences of odd length n = r·count. Their spectrum repeats itself, conjugate, above n/2: of the r sequences that a first stage of
// radix r gives, number k is the mirror image of number r − k, so that only the first h = (r + 1)/2 are transformed. Number p of sequence k of pair q lies at
// work + (p·h + k)·elementStep + q·pairStep. `roots` holds cos and sin of 2πjk/r, 0 < j, k < r/2, `twiddles` e^(−2πi·p·k/n) for 0 < k < h, `scratch` r numbers of 16 bytes. Rows: see real-fft.ts.
import { twist } from './fft'

/** The first stage: rows p + j·count, j < r, give number p of every sequence. */
export function splitOdd(rows: usize, rowBytes: usize, count: i32, radix: i32, pairs: i32, twiddles: usize, roots: usize, work: usize, elementStep: usize, pairStep: usize, scratch: usize): void {
  const zero: v128 = f64x2.splat(0)
  const half = radix >> 1
  const rootBytes = <usize>half << 4
  const far = rowBytes * <usize>count
  for (let p = 0; p < count; p++) {
    for (let q = 0; q < pairs; q++) {
      const column = rows + (<usize>q << 4)
      const to = work + <usize>q * pairStep
      const a: v128 = v128.load(column)
      let total: v128 = a
      let low = column + far
      let high = column + far * <usize>(radix - 1)
      // scratch: sums and differences of rows j and r − j, 32 bytes together
      for (let j = 0; j < half; j++) {
        const l: v128 = v128.load(low)
        const h: v128 = v128.load(high)
        const sum: v128 = f64x2.add(l, h)
        v128.store(scratch + (<usize>j << 5), sum)
        v128.store(scratch + (<usize>j << 5), f64x2.sub(l, h), 16)
        total = f64x2.add(total, sum)
        low += far
        high -= far
      }
      v128.store(to, total)
      v128.store(to, zero, 16)
      // Two k at a time, so that what is loaded serves twice; the last one alone is done twice.
      for (let k = 1; k <= half; k += 2) {
        const next = min(k + 1, half)
        const one = roots + rootBytes * <usize>(k - 1)
        const two = roots + rootBytes * <usize>(next - 1)
        let re: v128 = a
        let im: v128 = zero
        let re2: v128 = a
        let im2: v128 = zero
        for (let offset: usize = 0; offset < rootBytes; offset += 16) {
          const sum: v128 = v128.load(scratch + (offset << 1))
          const difference: v128 = v128.load(scratch + (offset << 1), 16)
          re = f64x2.add(re, f64x2.mul(v128.load_splat<f64>(one + offset), sum))
          im = f64x2.sub(im, f64x2.mul(v128.load_splat<f64>(one + offset, 8), difference))
          re2 = f64x2.add(re2, f64x2.mul(v128.load_splat<f64>(two + offset), sum))
          im2 = f64x2.sub(im2, f64x2.mul(v128.load_splat<f64>(two + offset, 8), difference))
        }
        twist(to + <usize>k * elementStep, twiddles + (<usize>(k - 1) << 4), re, im)
        twist(to + <usize>next * elementStep, twiddles + (<usize>(next - 1) << 4), re2, im2)
      }
    }
    twiddles += <usize>half << 4
    rows += rowBytes
    work += <usize>(half + 1) * elementStep
  }
}

/** The last stage of the way back: number p of every sequence gives rows p + j·count, j < r. */
export function mergeOdd(work: usize, elementStep: usize, pairStep: usize, count: i32, radix: i32, pairs: i32, twiddles: usize, roots: usize, rows: usize, rowBytes: usize, scratch: usize): void {
  const half = radix >> 1
  const rootBytes = <usize>half << 4
  const far = rowBytes * <usize>count
  for (let p = 0; p < count; p++) {
    for (let q = 0; q < pairs; q++) {
      const column = rows + (<usize>q << 4)
      const from = work + <usize>q * pairStep
      const a: v128 = v128.load(from)
      let total: v128 = a
      for (let k = 1; k <= half; k++) {
        const place = from + <usize>k * elementStep
        const turned = scratch + (<usize>(k - 1) << 5)
        twist(turned, twiddles + (<usize>(k - 1) << 4), v128.load(place), v128.load(place, 16))
        total = f64x2.add(total, v128.load(turned))
      }
      v128.store(column, total)
      for (let j = 1; j <= half; j += 2) {
        const next = min(j + 1, half)
        const one = roots + rootBytes * <usize>(j - 1)
        const two = roots + rootBytes * <usize>(next - 1)
        let same: v128 = a
        let other: v128 = f64x2.splat(0)
        let same2: v128 = a
        let other2: v128 = f64x2.splat(0)
        for (let offset: usize = 0; offset < rootBytes; offset += 16) {
          const re: v128 = v128.load(scratch + (offset << 1))
          const im: v128 = v128.load(scratch + (offset << 1), 16)
          same = f64x2.add(same, f64x2.mul(v128.load_splat<f64>(one + offset), re))
          other = f64x2.add(other, f64x2.mul(v128.load_splat<f64>(one + offset, 8), im))
          same2 = f64x2.add(same2, f64x2.mul(v128.load_splat<f64>(two + offset), re))
          other2 = f64x2.add(other2, f64x2.mul(v128.load_splat<f64>(two + offset, 8), im))
        }
        v128.store(column + far * <usize>j, f64x2.add(same, other))
        v128.store(column + far * <usize>(radix - j), f64x2.sub(same, other))
        v128.store(column + far * <usize>next, f64x2.add(same2, other2))
        v128.store(column + far * <usize>(radix - next), f64x2.sub(same2, other2))
      }
    }
    twiddles += <usize>half << 4
    rows += rowBytes
    work += <usize>(half + 1) * elementStep
  }
}

/** Frequency k + r·l ≤ n/2 is number l of sequence k, or the conjugate of number count − 1 − l of sequence r − k; that of f = 0 is real. */
export function spreadOdd(work: usize, elementStep: usize, pairStep: usize, count: i32, radix: i32, pairs: i32, rows: usize, rowBytes: usize): void {
  const width = (radix + 1) >> 1
  const frequencies = (radix * count + 1) >> 1
  const first = rows + rowBytes
  let k = 0
  let l = 0
  for (let f = 0; f < frequencies; f++) {
    const mirrored = k >= width
    let place = work + <usize>(mirrored ? (count - 1 - l) * width + radix - k : l * width + k) * elementStep
    for (let q = 0; q < pairs; q++) {
      const column = rows + (<usize>q << 4)
      v128.store(column, v128.load(place))
      const im: v128 = v128.load(place, 16)
      if (mirrored) v128.store(column + rowBytes, f64x2.neg(im))
      else v128.store(column + rowBytes, im)
      place += pairStep
    }
    rows += 2 * rowBytes
    k += 1
    if (k === radix) {
      k = 0
      l += 1
    }
  }
  for (let q = 0; q < pairs; q++) v128.store(first + (<usize>q << 4), f64x2.splat(0))
}

/**
 * The way back: number l of sequence k is scale·conj X(k + r·l), twice that for k > 0, whose mirror images are left out. With `halved` (r = 1) the frequencies above n/2 are left out
 * too and those below, but the first, are doubled: only the real part of the transform is used.
 */
export function joinOdd(rows: usize, rowBytes: usize, count: i32, radix: i32, halved: bool, pairs: i32, scale: f64, work: usize, elementStep: usize, pairStep: usize): void {
  const width = (radix + 1) >> 1
  const samples = radix * count
  const last = samples >> 1
  const numbers = halved ? last + 1 : count
  for (let l = 0; l < numbers; l++) {
    for (let k = 0; k < width; k++) {
      const frequency = k + radix * l
      const mirrored = frequency > last
      const from = rows + 2 * rowBytes * <usize>(mirrored ? samples - frequency : frequency)
      const factor: v128 = f64x2.splat(k > 0 || (halved && l > 0) ? 2 * scale : scale)
      let place = work
      for (let q = 0; q < pairs; q++) {
        const column = from + (<usize>q << 4)
        v128.store(place, f64x2.mul(factor, v128.load(column)))
        const im: v128 = f64x2.mul(factor, v128.load(column + rowBytes))
        if (mirrored) v128.store(place, im, 16)
        else v128.store(place, f64x2.neg(im), 16)
        place += pairStep
      }
      work += elementStep
    }
  }
}
