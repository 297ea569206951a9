// The steps of DSTL on representations, one row per sample. S and H (and Q in H's place) hold all views side by side, `width` columns each (even; the last one zero where the
// latent dimension is odd), `rowBytes` from row to row. P and Y have `width` columns. Row pointers mean the first of the rows that a call takes on.
import { projectRow } from './simplex'

/** Rows taken at a time, at the most: scratch space is for so many. */
const CHUNK: i32 = 64
/** Columns of a factor that meet these rows at a time: their panels stay in the first-level cache. */
const GROUP: i32 = 16

/** Rows taken at a time, so that what is computed stays in the first-level cache. */
// @inline
function chunkOf(width: i32): i32 {
  return min(CHUNK, max(16, (2048 / width) & ~3))
}

// @inline
function put(z: usize, value: v128, add: bool): void {
  v128.store(z, add ? f64x2.add(v128.load(z), value) : value)
}

/** z (4 rows × 4) ← 4 rows of a (`aBytes` apart) · panel w over `length` entries, added to what is there with `add`. The steps are explained in tiles.ts. */
// @inline
function rowTile4(a: usize, aBytes: usize, w: usize, length: i32, z: usize, stride: usize, add: bool): void {
  let a0: v128 = f64x2.splat(0)
  let a1: v128 = f64x2.splat(0)
  let a2: v128 = f64x2.splat(0)
  let a3: v128 = f64x2.splat(0)
  let b0: v128 = f64x2.splat(0)
  let b1: v128 = f64x2.splat(0)
  let b2: v128 = f64x2.splat(0)
  let b3: v128 = f64x2.splat(0)
  const row1 = a + aBytes
  const row2 = row1 + aBytes
  const row3 = row2 + aBytes
  const end = <usize>length << 3
  for (let l: usize = 0; l < end; l += 16) {
    const left: v128 = v128.load(w)
    const right: v128 = v128.load(w, 16)
    const x0: v128 = v128.load64_splat(a + l)
    a0 = f64x2.add(a0, f64x2.mul(x0, left))
    b0 = f64x2.add(b0, f64x2.mul(x0, right))
    const x1: v128 = v128.load64_splat(row1 + l)
    a1 = f64x2.add(a1, f64x2.mul(x1, left))
    b1 = f64x2.add(b1, f64x2.mul(x1, right))
    const x2: v128 = v128.load64_splat(row2 + l)
    a2 = f64x2.add(a2, f64x2.mul(x2, left))
    b2 = f64x2.add(b2, f64x2.mul(x2, right))
    const x3: v128 = v128.load64_splat(row3 + l)
    a3 = f64x2.add(a3, f64x2.mul(x3, left))
    b3 = f64x2.add(b3, f64x2.mul(x3, right))
    if (l + 8 === end) break
    const nextLeft: v128 = v128.load(w, 32)
    const nextRight: v128 = v128.load(w, 48)
    const y0: v128 = v128.load64_splat(a + l, 8)
    a0 = f64x2.add(a0, f64x2.mul(y0, nextLeft))
    b0 = f64x2.add(b0, f64x2.mul(y0, nextRight))
    const y1: v128 = v128.load64_splat(row1 + l, 8)
    a1 = f64x2.add(a1, f64x2.mul(y1, nextLeft))
    b1 = f64x2.add(b1, f64x2.mul(y1, nextRight))
    const y2: v128 = v128.load64_splat(row2 + l, 8)
    a2 = f64x2.add(a2, f64x2.mul(y2, nextLeft))
    b2 = f64x2.add(b2, f64x2.mul(y2, nextRight))
    const y3: v128 = v128.load64_splat(row3 + l, 8)
    a3 = f64x2.add(a3, f64x2.mul(y3, nextLeft))
    b3 = f64x2.add(b3, f64x2.mul(y3, nextRight))
    w += 64
  }
  put(z, a0, add)
  put(z + 16, b0, add)
  put(z + stride, a1, add)
  put(z + stride + 16, b1, add)
  put(z + 2 * stride, a2, add)
  put(z + 2 * stride + 16, b2, add)
  put(z + 3 * stride, a3, add)
  put(z + 3 * stride + 16, b3, add)
}

/** Computes the tile of `rowTile4` for a panel of two columns. */
// @inline
function rowTile2(a: usize, aBytes: usize, w: usize, length: i32, z: usize, stride: usize, add: bool): void {
  let a0: v128 = f64x2.splat(0)
  let a1: v128 = f64x2.splat(0)
  let a2: v128 = f64x2.splat(0)
  let a3: v128 = f64x2.splat(0)
  const row1 = a + aBytes
  const row2 = row1 + aBytes
  const row3 = row2 + aBytes
  const end = <usize>length << 3
  for (let l: usize = 0; l < end; l += 8) {
    const left: v128 = v128.load(w)
    a0 = f64x2.add(a0, f64x2.mul(v128.load64_splat(a + l), left))
    a1 = f64x2.add(a1, f64x2.mul(v128.load64_splat(row1 + l), left))
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(row2 + l), left))
    a3 = f64x2.add(a3, f64x2.mul(v128.load64_splat(row3 + l), left))
    w += 16
  }
  put(z, a0, add)
  put(z + stride, a1, add)
  put(z + 2 * stride, a2, add)
  put(z + 3 * stride, a3, add)
}

/**
 * z (rows × width) ← A·W for row-major A (`rows` a multiple of 4, `inner` columns) and W packed in panels of ⌈inner/4⌉·4 rows; with `add` the product is added to what is there.
 */
export function rowsTimes(a: usize, aBytes: usize, rows: i32, inner: i32, w: usize, width: i32, z: usize, add: bool = false): void {
  const stride = <usize>width << 3
  const tall = <usize>((inner + 3) & ~3)
  for (let from = 0; from < width; from += GROUP) {
    const to = min(from + GROUP, width)
    let row = a
    let target = z
    for (let i = 0; i < rows; i += 4) {
      for (let j = from; j < to; j += 4) {
        const panel = w + (tall * <usize>j << 3)
        if (j + 4 <= to) rowTile4(row, aBytes, panel, inner, target + (<usize>j << 3), stride, add)
        else rowTile2(row, aBytes, panel, inner, target + (<usize>j << 3), stride, add)
      }
      row += 4 * aBytes
      target += 4 * stride
    }
  }
}

/**
 * Columns first … last − 1 (`first` a multiple of 4, `last` too or the width) of the skinny factor (rows × width, row-major; of its transpose with `transposed`, then square) as the products want it: panels of four columns over
 * ⌈rows/4⌉·4 rows, the last of two if that is enough.
 */
export function packPanels(from: usize, rows: i32, width: i32, transposed: bool, panels: usize, first: i32, last: i32): void {
  const stride = <usize>width << 3
  const tall = (rows + 3) & ~3
  memory.fill(panels + (<usize>tall * <usize>first << 3), 0, <usize>tall * <usize>(last - first) << 3)
  for (let j = first; j < last; j += 2) {
    const panel = j & ~3
    const step: usize = panel + 4 <= width ? 32 : 16
    let target = panels + (<usize>(tall * panel + (j - panel)) << 3)
    let source = transposed ? from + <usize>j * stride : from + (<usize>j << 3)
    for (let i = 0; i < rows; i++) {
      if (transposed) {
        store<f64>(target, load<f64>(source))
        if (j + 1 < rows) store<f64>(target, load<f64>(source + stride), 8)
        source += 8
      } else {
        v128.store(target, v128.load(source))
        source += stride
      }
      target += step
    }
  }
}

/** Σ aᵢbᵢ over `length` numbers, an even number: four sums side by side, each over every fourth. */
export function innerProduct(a: usize, b: usize, length: i32): f64 {
  let even: v128 = f64x2.splat(0)
  let odd: v128 = f64x2.splat(0)
  const bytes = <usize>length << 3
  let at: usize = 0
  for (; at + 32 <= bytes; at += 32) {
    even = f64x2.add(even, f64x2.mul(v128.load(a + at), v128.load(b + at)))
    odd = f64x2.add(odd, f64x2.mul(v128.load(a + at, 16), v128.load(b + at, 16)))
  }
  if (at < bytes) even = f64x2.add(even, f64x2.mul(v128.load(a + at), v128.load(b + at)))
  const sum: v128 = f64x2.add(even, odd)
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}

/**
 * S and Q of `views` views: S ← soft(P − H, threshold), or as it is (zero) without `sparse`; H ← Q = [(P − S) + λ₃·Y·Cᵀ] / (1 + λ₃). P of a view is `pBytes` behind that of the view before; `c` holds the Cᵀ in panels, one after
 * the other. Rows up to the next multiple of 4 are read. `scratch` has room for 64·width doubles.
 */
export function sparseStep(
  p: usize, pBytes: usize, h: usize, s: usize, rowBytes: usize, y: usize, c: usize, views: i32, rows: i32, latent: i32, width: i32, threshold: f64,
  lambda3: f64, sparse: bool, scratch: usize,
): void {
  const stride = <usize>width << 3
  const factorBytes = <usize>((latent + 3) & ~3) * stride
  const chunk = chunkOf(width)
  memory.fill(scratch, 0, <usize>chunk * stride)
  for (let first = 0; first < rows; first += chunk) {
    const count = min(chunk, rows - first)
    for (let v = 0; v < views; v++) {
      if (lambda3 !== 0) rowsTimes(y, stride, (count + 3) & ~3, latent, c + <usize>v * factorBytes, width, scratch)
      const place = <usize>v * stride
      splitRows(p + <usize>v * pBytes, h + place, s + place, rowBytes, count, stride, threshold, lambda3, sparse, scratch)
    }
    p += <usize>chunk * stride
    h += <usize>chunk * rowBytes
    s += <usize>chunk * rowBytes
    y += <usize>chunk * stride
  }
}

/** The same of one view, for Y·Cᵀ in `target`. */
function splitRows(
  p: usize, h: usize, s: usize, rowBytes: usize, rows: i32, stride: usize, threshold: f64, lambda3: f64, sparse: bool, target: usize,
): void {
  const zero: v128 = f64x2.splat(0)
  const plus: v128 = f64x2.splat(threshold)
  const weight: v128 = f64x2.splat(lambda3)
  const total: v128 = f64x2.splat(1 + lambda3)
  for (let i = 0; i < rows; i++) {
    for (let j: usize = 0; j < stride; j += 16) {
      const x: v128 = v128.load(p + j)
      if (sparse) {
        const r: v128 = f64x2.sub(x, v128.load(h + j))
        v128.store(s + j, f64x2.add(f64x2.pmax(zero, f64x2.sub(r, plus)), f64x2.pmin(zero, f64x2.add(r, plus))))
      }
      const rest: v128 = f64x2.sub(x, v128.load(s + j))
      v128.store(h + j, f64x2.div(f64x2.add(rest, f64x2.mul(weight, v128.load(target + j))), total))
    }
    p += stride
    h += rowBytes
    s += rowBytes
    target += stride
  }
}

/**
 * Y ← every row of Σᵥ HᵛCᵛ (their mean, with `mean`) projected onto the simplex; `c` holds the Cᵛ in panels, one after the other.
 * sums (2) ← ‖Y − Y₋‖², ‖Y‖² of these rows. `scratch` has room for 64·width doubles.
 */
export function consensusStep(
  h: usize, rowBytes: usize, c: usize, views: i32, y: usize, rows: i32, latent: i32, width: i32, mean: bool, sums: usize, scratch: usize,
): void {
  const stride = <usize>width << 3
  const factorBytes = <usize>((latent + 3) & ~3) * stride
  const chunk = chunkOf(width)
  let difference: f64 = 0
  let size: f64 = 0
  for (let first = 0; first < rows; first += chunk) {
    const count = min(chunk, rows - first)
    const tall = (count + 3) & ~3
    for (let v = 0; v < views; v++)
      rowsTimes(h + <usize>v * stride, rowBytes, tall, latent, c + <usize>v * factorBytes, width, scratch, v > 0)
    if (mean) {
      const number: v128 = f64x2.splat(<f64>views)
      for (let at: usize = 0, end = <usize>count * stride; at < end; at += 16)
        v128.store(scratch + at, f64x2.div(v128.load(scratch + at), number))
    }
    let row = scratch
    for (let i = 0; i < count; i++) {
      projectRow(row, latent)
      for (let l: usize = 0, end = <usize>latent << 3; l < end; l += 8) {
        const value = load<f64>(row + l)
        const change = value - load<f64>(y + l)
        difference += change * change
        size += value * value
        store<f64>(y + l, value)
      }
      row += stride
      y += stride
    }
    h += <usize>chunk * rowBytes
  }
  store<f64>(sums, difference)
  store<f64>(sums, size, 8)
}

/**
 * G = S + H of one view, rows first … first + rows − 1, to `target`: in panels of four columns over `tall` rows for the packed products, row by row without `panels`;
 * and row by row to `copy` too unless that is 0. sums (3) ← ‖G‖², Σ|S|, ‖H‖² of these rows.
 */
export function packSum(
  s: usize, h: usize, rowBytes: usize, first: i32, rows: i32, target: usize, tall: i32, width: i32, panels: bool, copy: usize, sums: usize,
): void {
  let squares: v128 = f64x2.splat(0)
  let sizes: v128 = f64x2.splat(0)
  let related: v128 = f64x2.splat(0)
  const panelBytes = <usize>tall << 5
  const stride = <usize>width << 3
  for (let i = first; i < first + rows; i++) {
    // A panel has four columns, the last one may have two.
    let place = panels ? target + (<usize>i << 5) : target + <usize>i * stride
    for (let at: usize = 0; at < stride; at += 16) {
      const a: v128 = v128.load(s + at)
      const b: v128 = v128.load(h + at)
      const g: v128 = f64x2.add(a, b)
      squares = f64x2.add(squares, f64x2.mul(g, g))
      sizes = f64x2.add(sizes, f64x2.abs(a))
      related = f64x2.add(related, f64x2.mul(b, b))
      if (!panels) v128.store(place + at, g)
      else if ((at & 31) !== 0) {
        v128.store(place, g, 16)
        place += panelBytes
      } else if (at + 16 === stride) v128.store(place - (<usize>i << 4), g)
      else v128.store(place, g)
      if (copy !== 0) v128.store(copy + <usize>i * stride + at, g)
    }
    s += rowBytes
    h += rowBytes
  }
  store<f64>(sums, f64x2.extract_lane(squares, 0) + f64x2.extract_lane(squares, 1))
  store<f64>(sums, f64x2.extract_lane(sizes, 0) + f64x2.extract_lane(sizes, 1), 8)
  store<f64>(sums, f64x2.extract_lane(related, 0) + f64x2.extract_lane(related, 1), 16)
}

/**
 * Rows from … to − 1 (multiples of 4) of out (⌈width/4⌉·4 × width) ← Aᵀ·B for row-major A and B of `width` columns; with `symmetric` only from the diagonal on.
 * Up to two numbers past the last row of A are read.
 */
export function transposeTimes(
  a: usize, aBytes: usize, b: usize, bBytes: usize, rows: i32, width: i32, from: i32, to: i32, symmetric: bool, out: usize,
): void {
  const stride = <usize>width << 3
  memory.fill(out + <usize>from * stride, 0, <usize>(to - from) * stride)
  // So many rows that both matrices stay in the first-level cache.
  const chunk = min(128, max(32, 1536 / width))
  for (let first = 0; first < rows; first += chunk) {
    const count = min(chunk, rows - first)
    for (let l = from; l < to; l += 4) {
      const left = a + (<usize>l << 3)
      const target = out + <usize>l * stride
      for (let j = symmetric ? l : 0; j < width; j += 4) {
        const offset = <usize>j << 3
        if (j + 4 <= width) columnTile4(left, aBytes, b + offset, bBytes, count, target + offset, stride)
        else columnTile2(left, aBytes, b + offset, bBytes, count, target + offset, stride)
      }
    }
    a += <usize>chunk * aBytes
    b += <usize>chunk * bBytes
  }
}

/** out (4 × 4) += (4 columns of a)ᵀ · (4 columns of b) over `rows` rows. */
// @inline
function columnTile4(a: usize, aBytes: usize, b: usize, bBytes: usize, rows: i32, out: usize, stride: usize): void {
  const out1 = out + stride
  const out2 = out1 + stride
  const out3 = out2 + stride
  let a0: v128 = v128.load(out)
  let a1: v128 = v128.load(out1)
  let a2: v128 = v128.load(out2)
  let a3: v128 = v128.load(out3)
  let b0: v128 = v128.load(out, 16)
  let b1: v128 = v128.load(out1, 16)
  let b2: v128 = v128.load(out2, 16)
  let b3: v128 = v128.load(out3, 16)
  for (let i = 0; i < rows; i++) {
    const left: v128 = v128.load(b)
    const right: v128 = v128.load(b, 16)
    const x0: v128 = v128.load64_splat(a)
    a0 = f64x2.add(a0, f64x2.mul(x0, left))
    b0 = f64x2.add(b0, f64x2.mul(x0, right))
    const x1: v128 = v128.load64_splat(a, 8)
    a1 = f64x2.add(a1, f64x2.mul(x1, left))
    b1 = f64x2.add(b1, f64x2.mul(x1, right))
    const x2: v128 = v128.load64_splat(a, 16)
    a2 = f64x2.add(a2, f64x2.mul(x2, left))
    b2 = f64x2.add(b2, f64x2.mul(x2, right))
    const x3: v128 = v128.load64_splat(a, 24)
    a3 = f64x2.add(a3, f64x2.mul(x3, left))
    b3 = f64x2.add(b3, f64x2.mul(x3, right))
    a += aBytes
    b += bBytes
  }
  v128.store(out, a0)
  v128.store(out1, a1)
  v128.store(out2, a2)
  v128.store(out3, a3)
  v128.store(out, b0, 16)
  v128.store(out1, b1, 16)
  v128.store(out2, b2, 16)
  v128.store(out3, b3, 16)
}

/** Computes the tile of `columnTile4` for two columns of b. */
// @inline
function columnTile2(a: usize, aBytes: usize, b: usize, bBytes: usize, rows: i32, out: usize, stride: usize): void {
  const out1 = out + stride
  const out2 = out1 + stride
  const out3 = out2 + stride
  let a0: v128 = v128.load(out)
  let a1: v128 = v128.load(out1)
  let a2: v128 = v128.load(out2)
  let a3: v128 = v128.load(out3)
  for (let i = 0; i < rows; i++) {
    const left: v128 = v128.load(b)
    a0 = f64x2.add(a0, f64x2.mul(v128.load64_splat(a), left))
    a1 = f64x2.add(a1, f64x2.mul(v128.load64_splat(a, 8), left))
    a2 = f64x2.add(a2, f64x2.mul(v128.load64_splat(a, 16), left))
    a3 = f64x2.add(a3, f64x2.mul(v128.load64_splat(a, 24), left))
    a += aBytes
    b += bBytes
  }
  v128.store(out, a0)
  v128.store(out1, a1)
  v128.store(out2, a2)
  v128.store(out3, a3)
}
