// Eigenvalues and eigenvectors of a small Hermitian matrix: Householder reflections make it tridiagonal, phases make that real, and implicit QL iterations make it diagonal. Far
// fewer operations than Jacobi's rotations of complex numbers; small eigenvalues carry the rounding errors of the largest.

/**
 * Leaves the eigenvalues on the diagonal of `matrix` (m×m complex numbers, both triangles filled, overwritten) and the eigenvectors in `vectors`: row u holds the real parts of component u of all of
 * them, then the imaginary parts, w (m rounded up to even) each, the last one zero if m is odd. `work` has room for 3·w² + 5·w doubles.
 */
export function hermitianEigen(matrix: usize, size: i32, vectors: usize, work: usize): void {
  const width = <usize>(size + (size & 1)) << 3
  const reflectors = work
  const turned = reflectors + 2 * width * <usize>size
  const diagonal = turned + width * <usize>size
  const beside = diagonal + width
  const factors = beside + width
  const phases = factors + width
  tridiagonalise(matrix, size, reflectors, factors, phases, diagonal, beside)
  memory.fill(turned, 0, width * <usize>size)
  for (let i = 0; i < size; i++) store<f64>(turned + <usize>i * (width + 8), 1)
  iterateQl(diagonal, beside, size, turned, width)
  for (let u = 0; u < size; u++) {
    const row = vectors + 2 * width * <usize>u
    const re = load<f64>(phases + (<usize>u << 4))
    const im = load<f64>(phases + (<usize>u << 4), 8)
    if (size & 1) {
      store<f64>(row + width - 8, 0)
      store<f64>(row + 2 * width - 8, 0)
    }
    for (let j = 0; j < size; j++) {
      const value = load<f64>(turned + width * <usize>j + (<usize>u << 3))
      store<f64>(row + (<usize>j << 3), re * value)
      store<f64>(row + width + (<usize>j << 3), im * value)
    }
  }
  for (let k = size - 3; k >= 0; k--) reflectRows(vectors, width, size, k + 1, reflectors + (<usize>(k * size) << 4), load<f64>(factors + (<usize>k << 3)))
  for (let v = 0; v < size; v++) store<f64>(matrix + (<usize>(v * size + v) << 4), load<f64>(diagonal + (<usize>v << 3)))
}

/** Reflection k, I − factor·v·vᴴ, makes column k zero below the entry under its diagonal; `beside` gets the sizes of these entries, `phases` what makes them real. */
function tridiagonalise(matrix: usize, size: i32, reflectors: usize, factors: usize, phases: usize, diagonal: usize, beside: usize): void {
  const row = <usize>size << 4
  let phaseR: f64 = 1
  let phaseI: f64 = 0
  store<f64>(phases, 1)
  store<f64>(phases, 0, 8)
  for (let k = 0; k < size - 1; k++) {
    const v = reflectors + <usize>k * row
    const head = matrix + <usize>(k + 1) * row + (<usize>k << 4)
    let re = load<f64>(head)
    let im = load<f64>(head, 8)
    const headSquare = re * re + im * im
    let rest: f64 = 0
    for (let i = k + 2; i < size; i++) {
      const entry = matrix + <usize>i * row + (<usize>k << 4)
      const a = load<f64>(entry)
      const b = load<f64>(entry, 8)
      store<f64>(v + (<usize>i << 4), a)
      store<f64>(v + (<usize>i << 4), b, 8)
      rest += a * a + b * b
    }
    let length = sqrt(headSquare)
    let factor: f64 = 0
    if (rest > 0) {
      const whole = sqrt(headSquare + rest)
      const cosine = length > 0 ? re / length : 1
      const sine = length > 0 ? im / length : 0
      // v = x + phase·|x|·e, of length² 2·|x|·(|x| + |head|)
      const grown = length + whole
      store<f64>(v + (<usize>(k + 1) << 4), cosine * grown)
      store<f64>(v + (<usize>(k + 1) << 4), sine * grown, 8)
      factor = 1 / (whole * grown)
      reflectMatrix(matrix, size, k + 1, v, factor)
      length = whole
      re = -cosine * whole
      im = -sine * whole
    }
    store<f64>(factors + (<usize>k << 3), factor)
    store<f64>(beside + (<usize>k << 3), length)
    if (length > 0) {
      const turnR = re / length
      const turnI = im / length
      const nextR = phaseR * turnR - phaseI * turnI
      phaseI = phaseR * turnI + phaseI * turnR
      phaseR = nextR
    }
    store<f64>(phases + (<usize>(k + 1) << 4), phaseR)
    store<f64>(phases + (<usize>(k + 1) << 4), phaseI, 8)
  }
  for (let k = 0; k < size; k++) store<f64>(diagonal + (<usize>k << 3), load<f64>(matrix + <usize>k * (row + 16)))
  store<f64>(beside + (<usize>(size - 1) << 3), 0)
}

/** A ← A − v·wᴴ − w·vᴴ from row and column `first` on, w = p − ½·factor·(vᴴp)·v, p = factor·A·v; w takes the place of the row above. */
function reflectMatrix(matrix: usize, size: i32, first: i32, v: usize, factor: f64): void {
  const row = <usize>size << 4
  // Row first − 1 has been read for the last time, but for its diagonal.
  const w = matrix + <usize>(first - 1) * row
  let inner: f64 = 0
  for (let i = first; i < size; i++) {
    let re: f64 = 0
    let im: f64 = 0
    for (let j = first; j < size; j++) {
      const a = matrix + <usize>i * row + (<usize>j << 4)
      const b = v + (<usize>j << 4)
      re += load<f64>(a) * load<f64>(b) - load<f64>(a, 8) * load<f64>(b, 8)
      im += load<f64>(a) * load<f64>(b, 8) + load<f64>(a, 8) * load<f64>(b)
    }
    store<f64>(w + (<usize>i << 4), factor * re)
    store<f64>(w + (<usize>i << 4), factor * im, 8)
    inner += factor * (load<f64>(v + (<usize>i << 4)) * re + load<f64>(v + (<usize>i << 4), 8) * im)
  }
  const half = 0.5 * factor * inner
  for (let i = first; i < size; i++) {
    const place = w + (<usize>i << 4)
    const b = v + (<usize>i << 4)
    store<f64>(place, load<f64>(place) - half * load<f64>(b))
    store<f64>(place, load<f64>(place, 8) - half * load<f64>(b, 8), 8)
  }
  for (let i = first; i < size; i++) {
    const vr = load<f64>(v + (<usize>i << 4))
    const vi = load<f64>(v + (<usize>i << 4), 8)
    const wr = load<f64>(w + (<usize>i << 4))
    const wi = load<f64>(w + (<usize>i << 4), 8)
    for (let j = first; j <= i; j++) {
      const xr = load<f64>(v + (<usize>j << 4))
      const xi = load<f64>(v + (<usize>j << 4), 8)
      const yr = load<f64>(w + (<usize>j << 4))
      const yi = load<f64>(w + (<usize>j << 4), 8)
      const lower = matrix + <usize>i * row + (<usize>j << 4)
      const upper = matrix + <usize>j * row + (<usize>i << 4)
      const re = load<f64>(lower) - (vr * yr + vi * yi) - (wr * xr + wi * xi)
      const im = load<f64>(lower, 8) - (vi * yr - vr * yi) - (wi * xr - wr * xi)
      store<f64>(lower, re)
      store<f64>(upper, re)
      store<f64>(lower, im, 8)
      store<f64>(upper, -im, 8)
    }
  }
}

/** Rows from `first` on of the vectors ← rows − factor·v·(vᴴ·rows), two columns at a time. */
function reflectRows(vectors: usize, width: usize, size: i32, first: i32, v: usize, factor: f64): void {
  if (factor == 0) return
  const scale: v128 = f64x2.splat(factor)
  for (let offset: usize = 0; offset < width; offset += 16) {
    let sumR: v128 = f64x2.splat(0)
    let sumI: v128 = f64x2.splat(0)
    for (let u = first; u < size; u++) {
      const place = vectors + 2 * width * <usize>u + offset
      const vr: v128 = v128.load_splat<f64>(v + (<usize>u << 4))
      const vi: v128 = v128.load_splat<f64>(v + (<usize>u << 4), 8)
      const re: v128 = v128.load(place)
      const im: v128 = v128.load(place + width)
      sumR = f64x2.add(sumR, f64x2.add(f64x2.mul(vr, re), f64x2.mul(vi, im)))
      sumI = f64x2.add(sumI, f64x2.sub(f64x2.mul(vr, im), f64x2.mul(vi, re)))
    }
    sumR = f64x2.mul(scale, sumR)
    sumI = f64x2.mul(scale, sumI)
    for (let u = first; u < size; u++) {
      const place = vectors + 2 * width * <usize>u + offset
      const vr: v128 = v128.load_splat<f64>(v + (<usize>u << 4))
      const vi: v128 = v128.load_splat<f64>(v + (<usize>u << 4), 8)
      v128.store(place, f64x2.sub(v128.load(place), f64x2.sub(f64x2.mul(vr, sumR), f64x2.mul(vi, sumI))))
      v128.store(place + width, f64x2.sub(v128.load(place + width), f64x2.add(f64x2.mul(vr, sumI), f64x2.mul(vi, sumR))))
    }
  }
}

/** Implicit QL iterations with Wilkinson's shift, at most 50 an eigenvalue: eigenvalues on the diagonal, eigenvectors as the rows of `turned`. */
function iterateQl(diagonal: usize, beside: usize, size: i32, turned: usize, width: usize): void {
  let trace: f64 = 0
  for (let i = 0; i < size; i++) trace += abs(load<f64>(diagonal + (<usize>i << 3)))
  const negligible = 1e-17 * trace
  for (let first = 0; first < size; first++) {
    for (let round = 0; round < 50; round++) {
      let last = first
      while (last < size - 1) {
        const entry = abs(load<f64>(beside + (<usize>last << 3)))
        const around = abs(load<f64>(diagonal + (<usize>last << 3))) + abs(load<f64>(diagonal + (<usize>last << 3), 8))
        if (entry <= negligible || entry <= 1.1102230246251565e-16 * around) break
        last += 1
      }
      if (last == first) break
      step(diagonal, beside, first, last, turned, width)
    }
  }
}

/** One iteration on entries first … last, from the lower end up. */
function step(diagonal: usize, beside: usize, first: i32, last: i32, turned: usize, width: usize): void {
  const top = diagonal + (<usize>first << 3)
  const edge = load<f64>(beside + (<usize>first << 3))
  const slope = (load<f64>(top, 8) - load<f64>(top)) / (2 * edge)
  const root = sqrt(slope * slope + 1)
  let g = load<f64>(diagonal + (<usize>last << 3)) - load<f64>(top) + edge / (slope + (slope < 0 ? -root : root))
  let s: f64 = 1
  let c: f64 = 1
  let p: f64 = 0
  for (let i = last - 1; i >= first; i--) {
    const here = diagonal + (<usize>i << 3)
    const off = beside + (<usize>i << 3)
    const entry = load<f64>(off)
    const f = s * entry
    const b = c * entry
    const size = sqrt(f * f + g * g)
    store<f64>(off, size, 8)
    if (size == 0) {
      store<f64>(here, load<f64>(here, 8) - p, 8)
      store<f64>(beside + (<usize>last << 3), 0)
      return
    }
    const inverse = 1 / size
    s = f * inverse
    c = g * inverse
    const lower = load<f64>(here, 8) - p
    const r = (load<f64>(here) - lower) * s + 2 * c * b
    p = s * r
    store<f64>(here, lower + p, 8)
    g = c * r - b
    const cosine: v128 = f64x2.splat(c)
    const sine: v128 = f64x2.splat(s)
    let place = turned + width * <usize>i
    for (const end = place + width; place < end; place += 16) {
      const one: v128 = v128.load(place)
      const two: v128 = v128.load(place + width)
      v128.store(place + width, f64x2.add(f64x2.mul(sine, one), f64x2.mul(cosine, two)))
      v128.store(place, f64x2.sub(f64x2.mul(cosine, one), f64x2.mul(sine, two)))
    }
  }
  store<f64>(top, load<f64>(top) - p)
  store<f64>(beside + (<usize>first << 3), g)
  store<f64>(beside + (<usize>last << 3), 0)
}
