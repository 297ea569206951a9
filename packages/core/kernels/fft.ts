// Complex Fourier transforms of many sequences at once. A work buffer holds complex numbers of two sequences (one a lane): real
// parts, then imaginary parts, 32 bytes together. `stride` counts such numbers. Stockham's scheme, decimation in frequency: a stage
// of radix r reads x[q + stride·(p + j·count)], j < r, transforms those r numbers, multiplies number k by twiddle w^(p·k) and writes
// y[q + stride·(r·p + k)], for q < stride and p < count. `twiddles` holds r − 1 complex numbers (16 bytes each) for every p.

export function radix2(x: usize, y: usize, twiddles: usize, count: i32, stride: i32): void {
  const width = <usize>stride << 5
  const far = width * <usize>count
  for (let p = 0; p < count; p++) {
    const wr: v128 = v128.load_splat<f64>(twiddles)
    const wi: v128 = v128.load_splat<f64>(twiddles, 8)
    twiddles += 16
    for (let end = x + width; x < end; x += 32, y += 32) {
      const ar: v128 = v128.load(x)
      const ai: v128 = v128.load(x, 16)
      const br: v128 = v128.load(x + far)
      const bi: v128 = v128.load(x + far, 16)
      v128.store(y, f64x2.add(ar, br))
      v128.store(y, f64x2.add(ai, bi), 16)
      const dr: v128 = f64x2.sub(ar, br)
      const di: v128 = f64x2.sub(ai, bi)
      v128.store(y + width, f64x2.sub(f64x2.mul(dr, wr), f64x2.mul(di, wi)))
      v128.store(y + width, f64x2.add(f64x2.mul(dr, wi), f64x2.mul(di, wr)), 16)
    }
    y += width
  }
}

export function radix3(x: usize, y: usize, twiddles: usize, count: i32, stride: i32): void {
  const width = <usize>stride << 5
  const far = width * <usize>count
  const half: v128 = f64x2.splat(0.5)
  const height: v128 = f64x2.splat(0.8660254037844386) // sin(π/3)
  for (let p = 0; p < count; p++) {
    const w1r: v128 = v128.load_splat<f64>(twiddles)
    const w1i: v128 = v128.load_splat<f64>(twiddles, 8)
    const w2r: v128 = v128.load_splat<f64>(twiddles, 16)
    const w2i: v128 = v128.load_splat<f64>(twiddles, 24)
    twiddles += 32
    for (let end = x + width; x < end; x += 32, y += 32) {
      const x1 = x + far
      const x2 = x1 + far
      const ar: v128 = v128.load(x)
      const ai: v128 = v128.load(x, 16)
      const br: v128 = v128.load(x1)
      const bi: v128 = v128.load(x1, 16)
      const cr: v128 = v128.load(x2)
      const ci: v128 = v128.load(x2, 16)
      const sr: v128 = f64x2.add(br, cr)
      const si: v128 = f64x2.add(bi, ci)
      const dr: v128 = f64x2.mul(height, f64x2.sub(br, cr))
      const di: v128 = f64x2.mul(height, f64x2.sub(bi, ci))
      v128.store(y, f64x2.add(ar, sr))
      v128.store(y, f64x2.add(ai, si), 16)
      const mr: v128 = f64x2.sub(ar, f64x2.mul(half, sr))
      const mi: v128 = f64x2.sub(ai, f64x2.mul(half, si))
      const y1 = y + width
      const y2 = y1 + width
      const ur: v128 = f64x2.add(mr, di)
      const ui: v128 = f64x2.sub(mi, dr)
      v128.store(y1, f64x2.sub(f64x2.mul(ur, w1r), f64x2.mul(ui, w1i)))
      v128.store(y1, f64x2.add(f64x2.mul(ur, w1i), f64x2.mul(ui, w1r)), 16)
      const vr: v128 = f64x2.sub(mr, di)
      const vi: v128 = f64x2.add(mi, dr)
      v128.store(y2, f64x2.sub(f64x2.mul(vr, w2r), f64x2.mul(vi, w2i)))
      v128.store(y2, f64x2.add(f64x2.mul(vr, w2i), f64x2.mul(vi, w2r)), 16)
    }
    y += 2 * width
  }
}

export function radix4(x: usize, y: usize, twiddles: usize, count: i32, stride: i32): void {
  const width = <usize>stride << 5
  const far = width * <usize>count
  for (let p = 0; p < count; p++) {
    const w1r: v128 = v128.load_splat<f64>(twiddles)
    const w1i: v128 = v128.load_splat<f64>(twiddles, 8)
    const w2r: v128 = v128.load_splat<f64>(twiddles, 16)
    const w2i: v128 = v128.load_splat<f64>(twiddles, 24)
    const w3r: v128 = v128.load_splat<f64>(twiddles, 32)
    const w3i: v128 = v128.load_splat<f64>(twiddles, 40)
    twiddles += 48
    for (let end = x + width; x < end; x += 32, y += 32) {
      const x1 = x + far
      const x2 = x1 + far
      const x3 = x2 + far
      const ar: v128 = v128.load(x)
      const ai: v128 = v128.load(x, 16)
      const cr: v128 = v128.load(x2)
      const ci: v128 = v128.load(x2, 16)
      const sr: v128 = f64x2.add(ar, cr)
      const si: v128 = f64x2.add(ai, ci)
      const dr: v128 = f64x2.sub(ar, cr)
      const di: v128 = f64x2.sub(ai, ci)
      const br: v128 = v128.load(x1)
      const bi: v128 = v128.load(x1, 16)
      const er: v128 = v128.load(x3)
      const ei: v128 = v128.load(x3, 16)
      const tr: v128 = f64x2.add(br, er)
      const ti: v128 = f64x2.add(bi, ei)
      const fr: v128 = f64x2.sub(br, er)
      const fi: v128 = f64x2.sub(bi, ei)
      const y1 = y + width
      const y2 = y1 + width
      const y3 = y2 + width
      v128.store(y, f64x2.add(sr, tr))
      v128.store(y, f64x2.add(si, ti), 16)
      const ur: v128 = f64x2.sub(sr, tr)
      const ui: v128 = f64x2.sub(si, ti)
      v128.store(y2, f64x2.sub(f64x2.mul(ur, w2r), f64x2.mul(ui, w2i)))
      v128.store(y2, f64x2.add(f64x2.mul(ur, w2i), f64x2.mul(ui, w2r)), 16)
      const gr: v128 = f64x2.add(dr, fi)
      const gi: v128 = f64x2.sub(di, fr)
      v128.store(y1, f64x2.sub(f64x2.mul(gr, w1r), f64x2.mul(gi, w1i)))
      v128.store(y1, f64x2.add(f64x2.mul(gr, w1i), f64x2.mul(gi, w1r)), 16)
      const hr: v128 = f64x2.sub(dr, fi)
      const hi: v128 = f64x2.add(di, fr)
      v128.store(y3, f64x2.sub(f64x2.mul(hr, w3r), f64x2.mul(hi, w3i)))
      v128.store(y3, f64x2.add(f64x2.mul(hr, w3i), f64x2.mul(hi, w3r)), 16)
    }
    y += 3 * width
  }
}

export function radix5(x: usize, y: usize, twiddles: usize, count: i32, stride: i32): void {
  if (count === 1) stage5(x, y, twiddles, count, stride, false)
  else stage5(x, y, twiddles, count, stride, true)
}

// @inline
function stage5(x: usize, y: usize, twiddles: usize, count: i32, stride: i32, turns: bool): void {
  const width = <usize>stride << 5
  const far = width * <usize>count
  const cos1: v128 = f64x2.splat(0.30901699437494745)
  const cos2: v128 = f64x2.splat(-0.8090169943749475)
  const sin1: v128 = f64x2.splat(0.9510565162951535)
  const sin2: v128 = f64x2.splat(0.5877852522924731)
  for (let p = 0; p < count; p++) {
    for (let end = x + width; x < end; x += 32, y += 32) {
      const x1 = x + far
      const x2 = x1 + far
      const x3 = x2 + far
      const x4 = x3 + far
      const br: v128 = v128.load(x1)
      const bi: v128 = v128.load(x1, 16)
      const er: v128 = v128.load(x4)
      const ei: v128 = v128.load(x4, 16)
      const cr: v128 = v128.load(x2)
      const ci: v128 = v128.load(x2, 16)
      const dr: v128 = v128.load(x3)
      const di: v128 = v128.load(x3, 16)
      const s1r: v128 = f64x2.add(br, er)
      const s1i: v128 = f64x2.add(bi, ei)
      const d1r: v128 = f64x2.sub(br, er)
      const d1i: v128 = f64x2.sub(bi, ei)
      const s2r: v128 = f64x2.add(cr, dr)
      const s2i: v128 = f64x2.add(ci, di)
      const d2r: v128 = f64x2.sub(cr, dr)
      const d2i: v128 = f64x2.sub(ci, di)
      const ar: v128 = v128.load(x)
      const ai: v128 = v128.load(x, 16)
      v128.store(y, f64x2.add(ar, f64x2.add(s1r, s2r)))
      v128.store(y, f64x2.add(ai, f64x2.add(s1i, s2i)), 16)
      const y1 = y + width
      const y2 = y1 + width
      const y3 = y2 + width
      const y4 = y3 + width
      const m1r: v128 = f64x2.add(ar, f64x2.add(f64x2.mul(cos1, s1r), f64x2.mul(cos2, s2r)))
      const m1i: v128 = f64x2.add(ai, f64x2.add(f64x2.mul(cos1, s1i), f64x2.mul(cos2, s2i)))
      const n1r: v128 = f64x2.add(f64x2.mul(sin1, d1r), f64x2.mul(sin2, d2r))
      const n1i: v128 = f64x2.add(f64x2.mul(sin1, d1i), f64x2.mul(sin2, d2i))
      put(y1, twiddles, f64x2.add(m1r, n1i), f64x2.sub(m1i, n1r), turns)
      put(y4, twiddles + 48, f64x2.sub(m1r, n1i), f64x2.add(m1i, n1r), turns)
      const m2r: v128 = f64x2.add(ar, f64x2.add(f64x2.mul(cos2, s1r), f64x2.mul(cos1, s2r)))
      const m2i: v128 = f64x2.add(ai, f64x2.add(f64x2.mul(cos2, s1i), f64x2.mul(cos1, s2i)))
      const n2r: v128 = f64x2.sub(f64x2.mul(sin2, d1r), f64x2.mul(sin1, d2r))
      const n2i: v128 = f64x2.sub(f64x2.mul(sin2, d1i), f64x2.mul(sin1, d2i))
      put(y2, twiddles + 16, f64x2.add(m2r, n2i), f64x2.sub(m2i, n2r), turns)
      put(y3, twiddles + 32, f64x2.sub(m2r, n2i), f64x2.add(m2i, n2r), turns)
    }
    twiddles += 64
    y += 4 * width
  }
}

/** A stage of odd radix r; `roots` holds cos and sin of 2πjk/r, 0 < j < r/2 for every 0 < k < r/2, and `work` has room for 2r numbers of 16 bytes. */
export function radixOdd(x: usize, y: usize, twiddles: usize, count: i32, stride: i32, radix: i32, roots: usize, work: usize): void {
  if (count === 1) oddStage(x, y, twiddles, count, stride, radix, roots, work, false)
  else oddStage(x, y, twiddles, count, stride, radix, roots, work, true)
}

// @inline
function oddStage(x: usize, y: usize, twiddles: usize, count: i32, stride: i32, radix: i32, roots: usize, work: usize, turns: bool): void {
  const width = <usize>stride << 5
  const far = width * <usize>count
  const half = radix >> 1
  const rootBytes = <usize>half << 4
  for (let p = 0; p < count; p++) {
    for (let end = x + width; x < end; x += 32, y += 32) {
      const ar: v128 = v128.load(x)
      const ai: v128 = v128.load(x, 16)
      let totalR: v128 = ar
      let totalI: v128 = ai
      let low = x + far
      let high = x + far * <usize>(radix - 1)
      // work: sums and differences of numbers j and r − j, 64 bytes a pair
      for (let j = 0; j < half; j++) {
        const lr: v128 = v128.load(low)
        const li: v128 = v128.load(low, 16)
        const hr: v128 = v128.load(high)
        const hi: v128 = v128.load(high, 16)
        const sr: v128 = f64x2.add(lr, hr)
        const si: v128 = f64x2.add(li, hi)
        const place = work + (<usize>j << 6)
        v128.store(place, sr)
        v128.store(place, si, 16)
        v128.store(place, f64x2.sub(lr, hr), 32)
        v128.store(place, f64x2.sub(li, hi), 48)
        totalR = f64x2.add(totalR, sr)
        totalI = f64x2.add(totalI, si)
        low += far
        high -= far
      }
      v128.store(y, totalR)
      v128.store(y, totalI, 16)
      // Two k at a time, so that what is loaded serves twice; the last one alone is done twice.
      for (let k = 1; k <= half; k += 2) {
        const next = min(k + 1, half)
        const one = roots + rootBytes * <usize>(k - 1)
        const two = roots + rootBytes * <usize>(next - 1)
        let mr: v128 = ar
        let mi: v128 = ai
        let nr: v128 = f64x2.splat(0)
        let ni: v128 = f64x2.splat(0)
        let or: v128 = ar
        let oi: v128 = ai
        let qr: v128 = f64x2.splat(0)
        let qi: v128 = f64x2.splat(0)
        for (let offset: usize = 0; offset < rootBytes; offset += 16) {
          const place = work + (offset << 2)
          const sr: v128 = v128.load(place)
          const si: v128 = v128.load(place, 16)
          const dr: v128 = v128.load(place, 32)
          const di: v128 = v128.load(place, 48)
          const cosine: v128 = v128.load_splat<f64>(one + offset)
          const sine: v128 = v128.load_splat<f64>(one + offset, 8)
          mr = f64x2.add(mr, f64x2.mul(cosine, sr))
          mi = f64x2.add(mi, f64x2.mul(cosine, si))
          nr = f64x2.add(nr, f64x2.mul(sine, dr))
          ni = f64x2.add(ni, f64x2.mul(sine, di))
          const cosine2: v128 = v128.load_splat<f64>(two + offset)
          const sine2: v128 = v128.load_splat<f64>(two + offset, 8)
          or = f64x2.add(or, f64x2.mul(cosine2, sr))
          oi = f64x2.add(oi, f64x2.mul(cosine2, si))
          qr = f64x2.add(qr, f64x2.mul(sine2, dr))
          qi = f64x2.add(qi, f64x2.mul(sine2, di))
        }
        put(y + width * <usize>k, twiddles + (<usize>(k - 1) << 4), f64x2.add(mr, ni), f64x2.sub(mi, nr), turns)
        put(y + width * <usize>(radix - k), twiddles + (<usize>(radix - k - 1) << 4), f64x2.sub(mr, ni), f64x2.add(mi, nr), turns)
        put(y + width * <usize>next, twiddles + (<usize>(next - 1) << 4), f64x2.add(or, qi), f64x2.sub(oi, qr), turns)
        put(y + width * <usize>(radix - next), twiddles + (<usize>(radix - next - 1) << 4), f64x2.sub(or, qi), f64x2.add(oi, qr), turns)
      }
    }
    twiddles += <usize>(radix - 1) << 4
    y += <usize>(radix - 1) * width
  }
}

/** Stores re + i·im, times the twiddle if `turns`: all are 1 in the last stage. */
// @inline
function put(y: usize, twiddle: usize, re: v128, im: v128, turns: bool): void {
  if (turns) twist(y, twiddle, re, im)
  else {
    v128.store(y, re)
    v128.store(y, im, 16)
  }
}

/** Stores (re + i·im) times the twiddle. */
// @inline
export function twist(y: usize, twiddle: usize, re: v128, im: v128): void {
  const wr: v128 = v128.load_splat<f64>(twiddle)
  const wi: v128 = v128.load_splat<f64>(twiddle, 8)
  v128.store(y, f64x2.sub(f64x2.mul(re, wr), f64x2.mul(im, wi)))
  v128.store(y, f64x2.add(f64x2.mul(re, wi), f64x2.mul(im, wr)), 16)
}

/** data[j] ← table[j]·conj(data[j]); `step` is 16, or −16 to read the table backwards from its second entry on: 0, −1, −2, …. */
export function multiplyConjugate(data: usize, table: usize, count: i32, pairs: i32, step: isize): void {
  let place = table
  for (let j = 0; j < count; j++) {
    const wr: v128 = v128.load_splat<f64>(place)
    const wi: v128 = v128.load_splat<f64>(place, 8)
    for (let end = data + (<usize>pairs << 5); data < end; data += 32) {
      const re: v128 = v128.load(data)
      const im: v128 = v128.load(data, 16)
      v128.store(data, f64x2.add(f64x2.mul(wr, re), f64x2.mul(wi, im)))
      v128.store(data, f64x2.sub(f64x2.mul(wi, re), f64x2.mul(wr, im)), 16)
    }
    place = step < 0 && j === 0 ? table + (<usize>(count - 1) << 4) : place + <usize>step
  }
}
