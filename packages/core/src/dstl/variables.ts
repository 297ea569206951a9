import { KernelFactors } from '../numerics/linalg/kernel-factors.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import type { KernelMatrix } from '../runtime/kernels/kernel-matrix.ts'
import type { Block, KernelCall, Kernels } from '../runtime/kernels/kernels.ts'
import { paddedToFour, paddedToTwo } from '../runtime/kernels/pack-matrix.ts'
import type { SingleResidentMatrix } from '../runtime/kernels/single-kernel-matrix.ts'
import type { StreamedMatrix } from '../runtime/kernels/streamed-matrix.ts'
import { workRanges } from '../runtime/kernels/work-ranges.ts'

/** A view in the kernels' memory, or one that comes there block by block. */
export type ResidentView = HeldView | StreamedMatrix

/** A view in the kernels' memory. */
export type HeldView = KernelMatrix | SingleResidentMatrix

/** Sums over a view, with G = S + H over the samples that have it: ‖G‖², Σ|S|, ‖H‖². */
export interface ViewSums {
  squares: number
  absolute: number
  related: number
}

/** Rows that kernels/latent.ts takes at a time. */
const CHUNK = 64
/** Numbers of P of all views that are made at a time, 4 MiB: they stay in the cache until they are used. */
const ROOM = 524_288

/**
 * DSTL's variables in WebAssembly memory, one row per sample: S and H (all views side by side), Y, and room for P = X·W of some rows or of one view and for G = S + H of one view, of every view if they are small;
 * beside them W and C of every view with the products that they are the polar factors of.
 * Steps are shared by rows among the threads of the kernels' pool; sums go by fixed blocks of rows, so that nothing depends on the threads.
 */
export class DstlVariables {
  /** Rows [begin, end) of all views that P has room for at a time; null where it has room for all rows of one view. */
  readonly blocks: readonly [number, number][] | null
  /** True if every view has room of its own for G, too, so that all can be worked on at once. */
  readonly atOnce: boolean
  /** Room for P by view, and for all rows of G where P has all. */
  private readonly P: readonly Block[]
  readonly S: Block
  /** The block of the shrinker: Q goes in and H comes out. */
  readonly H: Block
  readonly Y: Block
  /** W of every view, factor of Xᵀ(S + H). */
  readonly W: KernelFactors
  /** C of every view, factor of HᵀY. */
  readonly C: KernelFactors
  private readonly G: readonly Block[]
  /** Room for C of all views as the products want it. */
  private readonly panels: Block
  private readonly sums: Block
  private readonly gram: Block
  private readonly ranges: [number, number][]
  private readonly kernels: Kernels
  private readonly samples: number
  readonly latent: number
  private readonly views: number
  private readonly width: number

  /** For views X, all of the same samples. H takes the place of `block`, as that of a TensorShrinker, if one is given. */
  constructor(kernels: Kernels, latent: number, X: readonly ResidentView[], block?: Block) {
    const samples = X[0].rows
    const features = X.map(({ columns }) => columns)
    const width = paddedToTwo(latent)
    const views = features.length
    const stride = views * width
    const tall = paddedToFour(samples)
    const empty = (length: number) => {
      const block = kernels.allocate(length)
      block.f64.fill(0)
      return block
    }
    this.kernels = kernels
    this.samples = samples
    this.latent = latent
    this.views = views
    this.width = width
    this.ranges = workRanges(samples, CHUNK, 16 * stride)
    this.H = block ?? empty(tall * stride)
    this.S = empty(tall * stride)
    const forViews = (each: boolean, length: number): Block[] =>
      each ? features.map(() => empty(length)) : new Array<Block>(views).fill(empty(length))
    const small = tall * stride <= ROOM
    const here = X.every((x) => x.kernels === kernels && !('multiplySteps' in x))
    const inBlocks = here && (small || features.every((count) => count >= latent))
    const blockRows = small ? tall : Math.max(1, Math.floor(ROOM / stride / CHUNK)) * CHUNK
    this.blocks = inBlocks ? blocksOf(samples, blockRows) : null
    this.atOnce = inBlocks && small
    this.P = forViews(inBlocks, (inBlocks ? blockRows : tall) * width + 2)
    this.G = forViews(this.atOnce, tall * width)
    this.Y = empty(tall * width)
    this.W = new KernelFactors(kernels, features, latent)
    this.C = new KernelFactors(
      kernels,
      features.map(() => latent),
      latent,
    )
    this.panels = kernels.allocate(views * paddedToFour(latent) * width)
    this.sums = kernels.allocate(4 * views * this.ranges.length)
    this.gram = kernels.allocate(paddedToFour(width) * width)
  }

  /** W of view v as its product wants it, in the memory of the view until that is released. */
  factor(x: ResidentView, v: number): Block {
    const { kernels, width } = this
    const W = this.W.factor(v)
    const rows = x.kernels === kernels ? W : x.kernels.copyIn(W.f64)
    if (x.form !== 'double') return rows
    const panels = x.kernels.allocate(paddedToFour(x.columns) * width)
    x.kernels.call.packPanels(rows.pointer, x.columns, width, false, panels.pointer, 0, width)
    return panels
  }

  /** P ← X·W of view v, with a pause after every block of a view that is read in blocks. */
  *multiply(x: ResidentView, v: number): Generator<void, void> {
    const { kernels, width } = this
    const mark = x.kernels.mark()
    const factor = this.factor(x, v)
    const here = x.kernels === kernels
    const out = here ? this.P[v] : x.allocateResult(width)
    if ('multiplySteps' in x) yield* x.multiplySteps(out, factor, width)
    else x.multiplyPanels(out, factor, width)
    if (!here) this.P[v].f64.set(out.f64)
    x.kernels.release(mark)
  }

  /** P ← X·W of rows begin … end − 1 of view v, for the factor W as from `factor`. */
  multiplyRows(x: HeldView, v: number, factor: Block, begin: number, end: number): void {
    x.multiplyPanels(this.P[v], factor, this.width, begin, end)
  }

  /**
   * P ← H for the samples that lack view v: what is not there is taken to be as the model has it, the majorisation that S = 0 and the step of H then minimise.
   */
  fillAbsent(v: number, absent: Uint32Array, begin = 0, end = this.samples): void {
    const { width } = this
    const { stride } = this.place(v)
    const [P, H] = [this.P[v].f64, this.H.f64]
    for (const i of absent) {
      if (i < begin || i >= end) continue
      for (let l = 0; l < width; l++) P[(i - begin) * width + l] = H[i * stride + v * width + l]
    }
  }

  /** Takes the samples that lack view v out of the G by row in P; gives ‖G‖² over them. */
  dropAbsent(v: number, absent: Uint32Array): number {
    const { width } = this
    const { stride } = this.place(v)
    const [P, S, H] = [this.P[v].f64, this.S.f64, this.H.f64]
    let squares = 0
    for (const i of absent)
      for (let l = 0; l < width; l++) {
        const g = S[i * stride + v * width + l] + H[i * stride + v * width + l]
        squares += g * g
        P[i * width + l] = 0
      }
    return squares
  }

  /** S ← soft(P − H, threshold) (as it is for null) and Q ← [(P − S) + λ₃·Y·Cᵀ] / (1 + λ₃) in H's place, for `views` views from view v on and rows begin … end − 1. */
  split(threshold: number | null, lambda3: number, v = 0, views = this.views, begin = 0, end = this.samples): void {
    const { kernels, P, H, S, Y, C, panels, width, latent } = this
    const { stride, column } = this.place(v)
    const bytes = 8 * paddedToFour(latent) * width
    for (let u = v; u < v + views; u++)
      kernels.call.packPanels(C.factor(u).pointer, latent, width, true, panels.pointer + u * bytes, 0, width)
    const apart = views > 1 ? P[1].pointer - P[0].pointer : 0
    const step = [latent, width, threshold ?? 0, lambda3, threshold === null ? 0 : 1] as const
    const ranges = workRanges(end - begin, CHUNK, 16 * views * width)
    const calls = ranges.map(([first, last]): KernelCall<'sparseStep'> => {
      const outer = 8 * (begin + first) * stride + column
      const from = [P[v].pointer + 8 * first * width, apart, H.pointer + outer, S.pointer + outer, 8 * stride] as const
      const Cs = panels.pointer + v * bytes
      return [...from, Y.pointer + 8 * (begin + first) * width, Cs, views, last - first, ...step]
    })
    kernels.share('sparseStep', calls, CHUNK * width)
  }

  /** Y ← the samples of Σᵥ HᵛCᵛ, or of the mean, on the simplex; gives ‖Y − Y₋‖² and ‖Y‖². */
  agree(mean: boolean): { difference: number; size: number } {
    const { kernels, H, Y, C, panels, sums, width, latent, views } = this
    const { stride } = this.place(0)
    const bytes = 8 * paddedToFour(latent) * width
    for (let v = 0; v < views; v++)
      kernels.call.packPanels(C.factor(v).pointer, latent, width, false, panels.pointer + v * bytes, 0, width)
    const calls = this.ranges.map(
      ([first, last], r): KernelCall<'consensusStep'> => [
        H.pointer + 8 * first * stride,
        8 * stride,
        panels.pointer,
        views,
        Y.pointer + 8 * first * width,
        last - first,
        latent,
        width,
        mean ? 1 : 0,
        sums.pointer + 32 * r,
      ],
    )
    kernels.share('consensusStep', calls, CHUNK * width)
    const [difference, size] = this.total(0, 2)
    return { difference, size }
  }

  /** G ← S + H of view v, as its product wants it; with `byRow` G by row is left in P too. */
  packView(x: ResidentView, v: number, byRow: boolean): void {
    const { kernels, S, H, G, P, sums, width } = this
    const { stride, column } = this.place(v)
    const step = [paddedToFour(this.samples), width, x.form === 'double' ? 1 : 0, byRow ? P[v].pointer : 0] as const
    const calls = this.ranges.map(([first, last], r): KernelCall<'packSum'> => {
      const outer = 8 * first * stride + column
      const from = [S.pointer + outer, H.pointer + outer, 8 * stride, first, last - first, G[v].pointer] as const
      return [...from, ...step, sums.pointer + 32 * (v * this.ranges.length + r)]
    })
    kernels.share('packSum', calls)
  }

  /** The sums that `packView` found. */
  sumsOf(v: number): ViewSums {
    const [squares, absolute, related] = this.total(v, 3)
    return { squares, absolute, related }
  }

  /** Xᵀ·G (d×k) for the G of view v, left for W, with pauses as `multiply`. */
  *transposeMultiply(x: ResidentView, v: number): Generator<void, void> {
    const { kernels, width } = this
    const G = this.G[v]
    const product = this.W.product(v)
    if ('transposeMultiplySteps' in x) yield* x.transposeMultiplySteps(product, G, width)
    else if (x.kernels === kernels) x.transposeMultiplyPanels(product, G, width)
    else {
      const mark = x.kernels.mark()
      const factor = x.kernels.copyIn(G.f64)
      const out = x.allocateTransposeResult(width)
      x.transposeMultiplyPanels(out, factor, width)
      product.f64.set(out.f64.subarray(0, x.columns * width))
      x.kernels.release(mark)
    }
  }

  /** HᵛᵀY (k×k) of every view, left for C. */
  transposeMultiplyY(): void {
    const { H, Y, C, views } = this
    const { stride } = this.place(0)
    const pairs = Array.from({ length: views }, (_, v) => [
      ...[H.pointer + this.place(v).column, 8 * stride, Y.pointer, C.product(v).pointer],
    ])
    this.inner(pairs, false)
  }

  /** GᵀG (k×k) for the G that `packView` left in P of view v. */
  gramOfP(v: number): Matrix {
    const { gram: out, width, latent: k } = this
    const P = this.P[v].pointer
    this.inner([[P, 8 * width, P, out.pointer]], true)
    const gram = unpadded(out.f64, k, k, width)
    const { data } = gram
    for (let i = 0; i < k; i++) for (let j = 0; j < i; j++) data[i * k + j] = data[j * k + i]
    return gram
  }

  /** S or H of every view (n×k). */
  read(variable: 'S' | 'H'): Matrix[] {
    const { width, latent } = this
    const { stride } = this.place(0)
    return Array.from({ length: this.views }, (_, v) =>
      unpadded(this[variable].f64.subarray(v * width), this.samples, latent, stride),
    )
  }

  readY(): Matrix {
    return unpadded(this.Y.f64, this.samples, this.latent, this.width)
  }

  /** Sets S or H of every view. */
  write(variable: 'S' | 'H', given: readonly Matrix[]): void {
    const { stride } = this.place(0)
    const { width, latent: k } = this
    const to = this[variable].f64
    given.forEach(({ data }, v) => {
      for (let i = 0; i < this.samples; i++)
        for (let l = 0; l < k; l++) to[i * stride + v * width + l] = data[i * k + l]
    })
  }

  writeY({ data }: Matrix): void {
    const { width, latent: k } = this
    const to = this.Y.f64
    for (let i = 0; i < this.samples; i++) for (let l = 0; l < k; l++) to[i * width + l] = data[i * k + l]
  }

  /** AᵀB (k×k) for A (address, bytes from row to row) and B (address), to the address that comes last. */
  private inner(pairs: number[][], symmetric: boolean): void {
    const { kernels, samples, width } = this
    // Few: each call reads all of B.
    const tall = paddedToFour(width)
    const ranges = workRanges(tall, 4, samples * width, Math.max(16, tall / 3))
    const calls = pairs.flatMap(([a, aBytes, b, out]) =>
      ranges.map(
        ([from, to]): KernelCall<'transposeTimes'> => [
          a,
          aBytes,
          b,
          8 * width,
          samples,
          width,
          from,
          to,
          symmetric ? 1 : 0,
          out,
        ],
      ),
    )
    kernels.share('transposeTimes', calls)
  }

  /** The sums that the ranges have left for view v, each range after the one before. */
  private total(v: number, count: number): number[] {
    const totals = new Array<number>(count).fill(0)
    const viewSums = this.sums.f64.subarray(4 * v * this.ranges.length)
    for (let r = 0; r < this.ranges.length; r++) for (let s = 0; s < count; s++) totals[s] += viewSums[4 * r + s]
    return totals
  }

  /** Doubles from row to row, and bytes to the first column of view v. */
  private place(v: number): { stride: number; column: number } {
    return { stride: this.views * this.width, column: 8 * v * this.width }
  }
}

/** The first `columns` numbers of each of `rows` rows that are `stride` numbers apart. */
function unpadded(values: Float64Array, rows: number, columns: number, stride: number): Matrix {
  if (columns === stride) return matrix(rows, columns, values.slice(0, rows * columns))
  const result = matrix(rows, columns)
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) result.data[i * columns + j] = values[i * stride + j]
  return result
}

/** 0 … total − 1 as ranges [begin, end) of up to `length`. */
function blocksOf(total: number, length: number): [number, number][] {
  const count = Math.ceil(total / length)
  return Array.from({ length: count }, (_, b) => [b * length, Math.min((b + 1) * length, total)])
}
