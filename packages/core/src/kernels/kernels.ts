import type { FourierKernels } from '../fft/fourier-kernels.ts'
import { InputError } from '../input-error.ts'
import type { BasisKernels } from '../linalg/growing-basis.ts'
import { simdBytes } from './wasm-bytes.ts'

const PAGE = 65536

/** A stretch of WebAssembly memory of `length` doubles; its views stay right when the memory grows. */
export class Block {
  private readonly memory: WebAssembly.Memory
  readonly pointer: number
  readonly length: number
  private cached: Float64Array | undefined
  private cachedIntegers: Int32Array | undefined
  private cachedSingles: Float32Array | undefined

  constructor(memory: WebAssembly.Memory, pointer: number, length: number) {
    this.memory = memory
    this.pointer = pointer
    this.length = length
  }

  get f64(): Float64Array {
    if (this.cached?.buffer !== this.memory.buffer)
      this.cached = new Float64Array(this.memory.buffer, this.pointer, this.length)
    return this.cached
  }

  /** The same bytes as whole numbers, two a double. */
  get i32(): Int32Array {
    if (this.cachedIntegers?.buffer !== this.memory.buffer)
      this.cachedIntegers = new Int32Array(this.memory.buffer, this.pointer, this.length * 2)
    return this.cachedIntegers
  }

  /** The same bytes in single precision, two a double. */
  get f32(): Float32Array {
    if (this.cachedSingles?.buffer !== this.memory.buffer)
      this.cachedSingles = new Float32Array(this.memory.buffer, this.pointer, this.length * 2)
    return this.cachedSingles
  }
}

/** The functions of packages/core/kernels; pointers are byte addresses in the instance's memory. */
export interface KernelFunctions extends FourierKernels, BasisKernels {
  multiplyPacked(
    x: number,
    rows: number,
    columns: number,
    single: boolean,
    w: number,
    width: number,
    z: number,
    scratch: number,
  ): void
  transposeMultiplyPacked(
    x: number,
    rows: number,
    columns: number,
    single: boolean,
    g: number,
    width: number,
    p: number,
    scratch: number,
  ): void
  multiplySparse(
    values: number,
    indices: number,
    pointers: number,
    rows: number,
    w: number,
    width: number,
    z: number,
  ): void
  transposeMultiplySparse(
    values: number,
    indices: number,
    pointers: number,
    rows: number,
    columns: number,
    g: number,
    width: number,
    p: number,
  ): void
  softThreshold(values: number, length: number, threshold: number): void
  projectRows(values: number, rows: number, columns: number): void
  tryCentres(
    points: number,
    samples: number,
    features: number,
    panels: number,
    candidates: number,
    nearest: number,
    owner: number,
    reach: number,
    potentials: number,
    least: number,
    scratch: number,
  ): void
  assignCentres(
    points: number,
    samples: number,
    features: number,
    panels: number,
    panelCount: number,
    labels: number,
    upper: number,
    lower: number,
    lowest: number,
    centreDrift: number,
    panelDrift: number,
    maxDrift: number,
    slack: number,
    scratch: number,
  ): number
  sumDifferences(points: number, samples: number, features: number, labels: number, centres: number, sums: number): void
  ownDistances(
    points: number,
    samples: number,
    features: number,
    labels: number,
    centres: number,
    distances: number,
  ): void
}

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * One instance of the WebAssembly kernels with a memory of its own, used as a stack: `mark`, `allocate`…, `release`.
 * Every fit loads one, so fits that run side by side do not share memory.
 */
export class Kernels {
  readonly call: KernelFunctions
  private readonly memory: WebAssembly.Memory
  private top: number

  private constructor(memory: WebAssembly.Memory, call: KernelFunctions, base: number) {
    this.memory = memory
    this.call = call
    this.top = base
  }

  /** A fresh instance; the module is compiled once. */
  static async load(): Promise<Kernels> {
    compiled ??= WebAssembly.compile(Uint8Array.from(atob(simdBytes), (character) => character.charCodeAt(0)))
    const memory = new WebAssembly.Memory({ initial: 1 })
    const instance = await WebAssembly.instantiate(await compiled, { env: { memory } })
    const { heapBase } = instance.exports as { heapBase: { value: number } }
    return new Kernels(memory, instance.exports as unknown as KernelFunctions, Math.ceil(heapBase.value / 16) * 16)
  }

  /** Room for `length` doubles, aligned to 16 bytes, not cleared. */
  allocate(length: number): Block {
    const pointer = this.top
    this.top += Math.ceil(length / 2) * 16
    const missing = Math.ceil((this.top - this.memory.buffer.byteLength) / PAGE)
    if (missing > 0) this.grow(missing)
    return new Block(this.memory, pointer, length)
  }

  private grow(pages: number): void {
    try {
      this.memory.grow(pages)
    } catch {
      throw new InputError(
        `more memory is needed (${Math.ceil(this.top / 1048576)} MiB) than WebAssembly can have here, use fewer samples or features`,
        { code: 'out-of-memory', argument: 'views', details: { bytes: this.top } },
      )
    }
  }

  /** Room for `values`, with them in it. */
  copyIn(values: ArrayLike<number>): Block {
    const block = this.allocate(values.length)
    block.f64.set(values)
    return block
  }

  /** The place to `release` back to. */
  mark(): number {
    return this.top
  }

  /** Gives back everything allocated since `mark`. */
  release(mark: number): void {
    this.top = mark
  }
}
