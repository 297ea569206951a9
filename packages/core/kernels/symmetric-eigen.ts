// Steps of the eigenproblem of a symmetric matrix (src/numerics/linalg/symmetric-eigen.ts): to tridiagonal form, and from the vectors of that form back to those of the matrix. Rows have an even number of doubles.

/**
 * Makes the symmetric matrix whose lower triangle lies in `a` (size rows of `stride` doubles) tridiagonal as `tridiagonaliseInto` does: reflectors stay in the rows of `a`. `out` gets the diagonal, the entries beside it
 * and the factors of the reflectors, `stride` doubles each; `work` has room for 4·stride doubles.
 */
export function tridiagonalise(a: usize, size: i32, stride: i32, out: usize, work: usize): void {
  const bytes = <usize>stride << 3
  const beside = out + bytes
  const factors = beside + bytes
  const v = work
  const w = v + bytes
  const next = w + bytes
  const product = next + bytes
  memory.fill(out, 0, 3 * bytes)
  memory.fill(work, 0, 4 * bytes)
  for (let i = size - 1; i > 0; i--) {
    const row = a + <usize>i * bytes
    const place = <usize>i << 3
    changeRow(row, v, w, load<f64>(v + place), load<f64>(w + place), place + 8)
    store<f64>(out + place, load<f64>(row + place))
    const factor = makeReflector(row, i, beside)
    store<f64>(factors + place, factor)
    memory.copy(next, row, place)
    memory.fill(product, 0, place)
    changeAndMultiply(a, bytes, i, v, w, next, product)
    let along: f64 = 0
    for (let j: usize = 0; j < place; j += 8) along += load<f64>(product + j) * load<f64>(next + j)
    const half = (factor * factor * along) / 2
    for (let j: usize = 0; j < place; j += 8) {
      store<f64>(v + j, load<f64>(next + j))
      store<f64>(w + j, factor * load<f64>(product + j) - half * load<f64>(next + j))
    }
  }
  store<f64>(out, load<f64>(a) - 2 * load<f64>(v) * load<f64>(w))
}

/** row −= vi·w + wi·v, up to an even number of entries. */
// @inline
function changeRow(row: usize, v: usize, w: usize, vi: f64, wi: f64, length: usize): void {
  const byV: v128 = f64x2.splat(vi)
  const byW: v128 = f64x2.splat(wi)
  for (let j: usize = 0; j < length; j += 16) {
    const change: v128 = f64x2.add(f64x2.mul(byV, v128.load(w + j)), f64x2.mul(byW, v128.load(v + j)))
    v128.store(row + j, f64x2.sub(v128.load(row + j), change))
  }
}

/** Turns the first i entries of a row into the v that maps them onto the last one alone, which becomes 1, and gives the factor. */
function makeReflector(row: usize, i: i32, beside: usize): f64 {
  const last = row + (<usize>(i - 1) << 3)
  const place = beside + (<usize>(i - 1) << 3)
  let largest: f64 = 0
  for (let at = row; at < last; at += 8) largest = max(largest, abs(load<f64>(at)))
  if (largest === 0) {
    store<f64>(place, load<f64>(last))
    store<f64>(last, 1)
    return 0
  }
  largest = max(largest, abs(load<f64>(last)))
  // Lifted by a power of two when squares would underflow.
  let lift: f64 = 1
  while (largest * lift < 1e-130) lift *= 2
  let sum: f64 = 0
  for (let at = row; at < last; at += 8) {
    const value = load<f64>(at) * lift
    store<f64>(at, value)
    sum += value * value
  }
  const alpha = load<f64>(last) * lift
  const norm = sqrt(alpha * alpha + sum)
  const beta = alpha > 0 ? -norm : norm
  const divisor = alpha - beta
  for (let at = row; at < last; at += 8) store<f64>(at, load<f64>(at) / divisor)
  store<f64>(last, 1)
  store<f64>(place, beta / lift)
  return (beta - alpha) / beta
}

/** One pass over the lower triangle of the leading i×i block B: B ← B − v·wᵀ − w·vᵀ, product ← B·next. Two rows at a time share the reads of the vectors. */
function changeAndMultiply(a: usize, bytes: usize, i: i32, v: usize, w: usize, next: usize, product: usize): void {
  let r = 0
  for (; r + 1 < i; r += 2) {
    const place = <usize>r << 3
    const row0 = a + <usize>r * bytes
    const row1 = row0 + bytes
    const v0: v128 = v128.load64_splat(v + place)
    const w0: v128 = v128.load64_splat(w + place)
    const n0: v128 = v128.load64_splat(next + place)
    const v1: v128 = v128.load64_splat(v + place, 8)
    const w1: v128 = v128.load64_splat(w + place, 8)
    const n1: v128 = v128.load64_splat(next + place, 8)
    let s0: v128 = f64x2.splat(0)
    let s1: v128 = f64x2.splat(0)
    for (let j: usize = 0; j < place; j += 16) {
      const vj: v128 = v128.load(v + j)
      const wj: v128 = v128.load(w + j)
      const nj: v128 = v128.load(next + j)
      const t0: v128 = f64x2.sub(v128.load(row0 + j), f64x2.add(f64x2.mul(v0, wj), f64x2.mul(w0, vj)))
      const t1: v128 = f64x2.sub(v128.load(row1 + j), f64x2.add(f64x2.mul(v1, wj), f64x2.mul(w1, vj)))
      v128.store(row0 + j, t0)
      v128.store(row1 + j, t1)
      s0 = f64x2.add(s0, f64x2.mul(t0, nj))
      s1 = f64x2.add(s1, f64x2.mul(t1, nj))
      v128.store(product + j, f64x2.add(v128.load(product + j), f64x2.add(f64x2.mul(t0, n0), f64x2.mul(t1, n1))))
    }
    const firstV = load<f64>(v + place)
    const firstW = load<f64>(w + place)
    const firstN = load<f64>(next + place)
    const secondV = load<f64>(v + place, 8)
    const secondW = load<f64>(w + place, 8)
    const secondN = load<f64>(next + place, 8)
    const t00 = load<f64>(row0 + place) - 2 * firstV * firstW
    const t10 = load<f64>(row1 + place) - (secondV * firstW + secondW * firstV)
    const t11 = load<f64>(row1 + place, 8) - 2 * secondV * secondW
    store<f64>(row0 + place, t00)
    store<f64>(row1 + place, t10)
    store<f64>(row1 + place, t11, 8)
    add(product + place, (f64x2.extract_lane(s0, 0) + f64x2.extract_lane(s0, 1)) + t00 * firstN + t10 * secondN)
    add(product + place + 8, (f64x2.extract_lane(s1, 0) + f64x2.extract_lane(s1, 1)) + t10 * firstN + t11 * secondN)
  }
  if (r < i) {
    const place = <usize>r << 3
    const row = a + <usize>r * bytes
    const n0: v128 = v128.load64_splat(next + place)
    let s0: v128 = f64x2.splat(0)
    changeRow(row, v, w, load<f64>(v + place), load<f64>(w + place), place)
    for (let j: usize = 0; j < place; j += 16) {
      const t: v128 = v128.load(row + j)
      s0 = f64x2.add(s0, f64x2.mul(t, v128.load(next + j)))
      v128.store(product + j, f64x2.add(v128.load(product + j), f64x2.mul(t, n0)))
    }
    const corner = load<f64>(row + place) - 2 * load<f64>(v + place) * load<f64>(w + place)
    store<f64>(row + place, corner)
    add(product + place, (f64x2.extract_lane(s0, 0) + f64x2.extract_lane(s0, 1)) + corner * load<f64>(next + place))
  }
}

// @inline
function add(place: usize, value: f64): void {
  store<f64>(place, load<f64>(place) + value)
}

/**
 * Applies plane rotations (places `at` and `at` + 1, cosine and sine), last one first, to the rows of x (any × width doubles, width even), in columns first … end − 1, which are even numbers. Along a run of neighbouring
 * places the row that two rotations share stays in hand.
 */
export function rotateBack(at: usize, turns: usize, count: i32, x: usize, width: i32, first: i32, end: i32): void {
  const bytes = <usize>width << 3
  const stop = <usize>end << 3
  let column = <usize>first << 3
  for (; column + 64 <= stop; column += 64) {
    let k = count - 1
    while (k >= 0) {
      let place = load<i32>(at + (<usize>k << 2))
      let row = x + <usize>place * bytes + column
      let a0: v128 = v128.load(row)
      let a1: v128 = v128.load(row, 16)
      let a2: v128 = v128.load(row, 32)
      let a3: v128 = v128.load(row, 48)
      for (; k >= 0 && load<i32>(at + (<usize>k << 2)) === place; k--) {
        const c: v128 = v128.load64_splat(turns + (<usize>k << 4))
        const s: v128 = v128.load64_splat(turns + (<usize>k << 4), 8)
        const below = row + bytes
        const b0: v128 = v128.load(below)
        const b1: v128 = v128.load(below, 16)
        const b2: v128 = v128.load(below, 32)
        const b3: v128 = v128.load(below, 48)
        v128.store(row, f64x2.add(f64x2.mul(c, a0), f64x2.mul(s, b0)))
        v128.store(row, f64x2.add(f64x2.mul(c, a1), f64x2.mul(s, b1)), 16)
        v128.store(row, f64x2.add(f64x2.mul(c, a2), f64x2.mul(s, b2)), 32)
        v128.store(row, f64x2.add(f64x2.mul(c, a3), f64x2.mul(s, b3)), 48)
        a0 = f64x2.sub(f64x2.mul(c, b0), f64x2.mul(s, a0))
        a1 = f64x2.sub(f64x2.mul(c, b1), f64x2.mul(s, a1))
        a2 = f64x2.sub(f64x2.mul(c, b2), f64x2.mul(s, a2))
        a3 = f64x2.sub(f64x2.mul(c, b3), f64x2.mul(s, a3))
        row = below
        place++
      }
      v128.store(row, a0)
      v128.store(row, a1, 16)
      v128.store(row, a2, 32)
      v128.store(row, a3, 48)
    }
  }
  for (; column < stop; column += 16)
    for (let k = count - 1; k >= 0; k--) {
      const row = x + <usize>load<i32>(at + (<usize>k << 2)) * bytes + column
      const c: v128 = v128.load64_splat(turns + (<usize>k << 4))
      const s: v128 = v128.load64_splat(turns + (<usize>k << 4), 8)
      const a: v128 = v128.load(row)
      const b: v128 = v128.load(row + bytes)
      v128.store(row, f64x2.add(f64x2.mul(c, a), f64x2.mul(s, b)))
      v128.store(row + bytes, f64x2.sub(f64x2.mul(c, b), f64x2.mul(s, a)))
    }
}

/** x ← Q·x (size rows of `width` doubles) in columns first … end − 1, which are even numbers, for the reflectors that `tridiagonalise` left in the rows of `a` and their factors. */
export function reflectBack(a: usize, size: i32, stride: i32, factors: usize, x: usize, width: i32, first: i32, end: i32): void {
  const bytes = <usize>width << 3
  const stop = <usize>end << 3
  for (let i = 1; i < size; i++) {
    const factor = load<f64>(factors + (<usize>i << 3))
    if (factor === 0) continue
    const by: v128 = f64x2.splat(factor)
    const v = a + <usize>i * (<usize>stride << 3)
    const last = v + (<usize>i << 3)
    let column = <usize>first << 3
    for (; column + 64 <= stop; column += 64) {
      let s0: v128 = f64x2.splat(0)
      let s1: v128 = f64x2.splat(0)
      let s2: v128 = f64x2.splat(0)
      let s3: v128 = f64x2.splat(0)
      let row = x + column
      for (let at = v; at < last; at += 8) {
        const value: v128 = v128.load64_splat(at)
        s0 = f64x2.add(s0, f64x2.mul(value, v128.load(row)))
        s1 = f64x2.add(s1, f64x2.mul(value, v128.load(row, 16)))
        s2 = f64x2.add(s2, f64x2.mul(value, v128.load(row, 32)))
        s3 = f64x2.add(s3, f64x2.mul(value, v128.load(row, 48)))
        row += bytes
      }
      s0 = f64x2.mul(s0, by)
      s1 = f64x2.mul(s1, by)
      s2 = f64x2.mul(s2, by)
      s3 = f64x2.mul(s3, by)
      row = x + column
      for (let at = v; at < last; at += 8) {
        const value: v128 = v128.load64_splat(at)
        v128.store(row, f64x2.sub(v128.load(row), f64x2.mul(s0, value)))
        v128.store(row, f64x2.sub(v128.load(row, 16), f64x2.mul(s1, value)), 16)
        v128.store(row, f64x2.sub(v128.load(row, 32), f64x2.mul(s2, value)), 32)
        v128.store(row, f64x2.sub(v128.load(row, 48), f64x2.mul(s3, value)), 48)
        row += bytes
      }
    }
    for (; column < stop; column += 16) {
      let sum: v128 = f64x2.splat(0)
      let row = x + column
      for (let at = v; at < last; at += 8) {
        sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(at), v128.load(row)))
        row += bytes
      }
      sum = f64x2.mul(sum, by)
      row = x + column
      for (let at = v; at < last; at += 8) {
        v128.store(row, f64x2.sub(v128.load(row), f64x2.mul(sum, v128.load64_splat(at))))
        row += bytes
      }
    }
  }
}
