import type { KmeansKernels } from '../cluster/kmeans-kernels.ts'
import type { FourierKernels } from '../fft/fourier-kernels.ts'
import { InputError } from '../input-error.ts'
import type { CholeskyKernels } from '../linalg/cholesky.ts'
import type { BasisKernels } from '../linalg/growing-basis.ts'
import type { ProxKernels } from '../prox/prox-kernels.ts'
import type { ProductKernels } from './product-kernels.ts'
import { scalarBytes, simdBytes } from './wasm-bytes.ts'

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
export interface KernelFunctions
  extends BasisKernels,
    CholeskyKernels,
    FourierKernels,
    KmeansKernels,
    ProductKernels,
    ProxKernels {}

/** Two builds of the same kernels, which give the same bytes; without SIMD they take two to three times as long. */
type Build = 'simd' | 'scalar'

const compiled = new Map<Build, Promise<WebAssembly.Module>>()
const decode = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/** The module of a build, by default the SIMD one where the engine has SIMD; compiled once. */
function moduleOf(build: Build | undefined): Promise<WebAssembly.Module> {
  const known = compiled.get(build ?? 'simd')
  if (known) return known
  const bytes = decode(build === 'scalar' ? scalarBytes : simdBytes)
  if (build === undefined && !WebAssembly.validate(bytes)) return moduleOf('scalar')
  const module = WebAssembly.compile(bytes)
  compiled.set(build ?? 'simd', module)
  return module
}

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

  /** A fresh instance. The build is chosen by what the engine has; only tests ask for one. */
  static async load(build?: Build): Promise<Kernels> {
    const memory = new WebAssembly.Memory({ initial: 1 })
    const instance = await WebAssembly.instantiate(await moduleOf(build), { env: { memory } })
    const { heapBase } = instance.exports as { heapBase: { value: number } }
    return new Kernels(memory, instance.exports as unknown as KernelFunctions, Math.ceil(heapBase.value / 16) * 16)
  }

  /** Room for `length` doubles, aligned to 16 bytes, not cleared. */
  allocate(length: number): Block {
    const pointer = this.top
    const end = pointer + Math.ceil(length / 2) * 16
    if (end > this.memory.buffer.byteLength) this.grow(end)
    this.top = end
    return new Block(this.memory, pointer, length)
  }

  private grow(bytes: number): void {
    try {
      this.memory.grow(Math.ceil((bytes - this.memory.buffer.byteLength) / PAGE))
    } catch {
      throw new InputError(
        `more memory is needed (${Math.ceil(bytes / 1048576)} MiB) than WebAssembly can have here, use fewer samples or features`,
        { code: 'out-of-memory', argument: 'views', details: { bytes } },
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
