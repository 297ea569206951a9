import { InputError } from '../../input-error.ts'
import { byteSize } from '../../words/byte-size.ts'
import type { KernelFunctions, ScratchKernel } from './built/kernel-functions.ts'
import { type Build, moduleOf } from './kernel-module.ts'

const PAGE = 65536
/** Pages that a shared memory may grow to, the first that the host grants: 4 GiB, 2 GiB, 512 MiB. */
const SHARED_PAGES = [65536, 32768, 8192]

/** What is used of a `WebAssembly.Memory`; named so that the types need no types of a browser or of Node. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** A stretch of WebAssembly memory of `length` doubles; its views stay right when the memory grows. */
export class Block {
  readonly memory: KernelMemory
  readonly pointer: number
  readonly length: number
  private cached: Float64Array | undefined
  private cachedIntegers: Int32Array | undefined
  private cachedSingles: Float32Array | undefined

  constructor(memory: KernelMemory, pointer: number, length: number) {
    this.memory = memory
    this.pointer = pointer
    this.length = length
  }

  get f64(): Float64Array {
    if (this.cached?.buffer !== this.memory.buffer)
      this.cached = new Float64Array(this.memory.buffer, this.pointer, this.length)
    return this.cached
  }

  /** The bytes read as whole numbers, two a double. */
  get i32(): Int32Array {
    if (this.cachedIntegers?.buffer !== this.memory.buffer)
      this.cachedIntegers = new Int32Array(this.memory.buffer, this.pointer, this.length * 2)
    return this.cachedIntegers
  }

  /** The bytes read in single precision, two a double. */
  get f32(): Float32Array {
    if (this.cachedSingles?.buffer !== this.memory.buffer)
      this.cachedSingles = new Float32Array(this.memory.buffer, this.pointer, this.length * 2)
    return this.cachedSingles
  }
}

/** Lists of arguments, one for each call of a kernel. */
export type Calls = readonly (readonly number[])[]

/** Runs calls of one kernel on several threads; a thread pool. */
export interface KernelSharer {
  /** Threads, the caller included. */
  readonly size: number
  run(kernels: Kernels, name: KernelName, calls: Calls, scratch: number): Float64Array
  steps(kernels: Kernels, name: KernelName, calls: Calls, scratch: number): Generator<number, Float64Array>
}

/** The exported functions of packages/core/kernels. */
export type KernelName = keyof KernelFunctions

/** The arguments of one call in `share`, without the scratch space that comes last. */
export type KernelCall<Name extends KernelName> = Numbers<
  Name extends ScratchKernel ? WithoutLast<Parameters<KernelFunctions[Name]>> : Parameters<KernelFunctions[Name]>
>
type Numbers<Tuple> = { [Place in keyof Tuple]: number }
type WithoutLast<Tuple> = Tuple extends [...infer Rest, unknown] ? Rest : never

/** A memory that threads can share; null where the host has none. */
function sharedMemory(): WebAssembly.Memory | null {
  if (typeof SharedArrayBuffer === 'undefined') return null
  for (const maximum of SHARED_PAGES)
    try {
      return new WebAssembly.Memory({ initial: 1, maximum, shared: true })
    } catch {}
  return null
}

/** A memory for one thread. */
function ownMemory(): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: 1 })
  } catch {
    throw new InputError(
      'WebAssembly gets none here: Node reserves 10 GB of addresses for it, lift the limit on addresses (ulimit -v) or start Node with --disable-wasm-trap-handler',
      { code: 'out-of-memory', argument: 'memory', details: { bytes: PAGE } },
    )
  }
}

/**
 * One instance of the WebAssembly kernels with a memory of its own, used as a stack: `mark`, `allocate`…, `release`.
 * Every fit loads one, so fits that run side by side do not share memory.
 */
export class Kernels {
  readonly call: KernelFunctions
  readonly memory: KernelMemory
  /** A `WebAssembly.Module`. */
  readonly module: object
  /** True where threads can work on the memory. */
  readonly shared: boolean
  /** The threads that help with `share`, once a thread pool has joined. */
  sharer: KernelSharer | null = null
  private top: number
  /** Calls that `together` gathers, by kernel. */
  private gathered: Map<KernelName, { calls: (readonly number[])[]; scratch: number }> | null = null

  private constructor(module: WebAssembly.Module, memory: WebAssembly.Memory, shared: boolean) {
    const { exports } = new WebAssembly.Instance(module, { env: { memory } })
    const { heapBase } = exports as { heapBase: { value: number } }
    this.module = module
    this.memory = memory
    this.shared = shared
    this.call = exports as unknown as KernelFunctions
    this.top = Math.ceil(heapBase.value / 64) * 64
  }

  /** A fresh instance; with `shared`, where the host allows it, on a memory that a thread pool can work on. */
  static async load(build: Build = 'simd', shared = false): Promise<Kernels> {
    const memory = shared ? sharedMemory() : null
    const module = await moduleOf(build, memory !== null)
    return new Kernels(module, memory ?? ownMemory(), memory !== null)
  }

  /** Further kernels of the same build and thread pool, with a memory of their own: one memory holds 4 GiB at most. */
  another(): Kernels {
    const memory = this.shared ? sharedMemory() : null
    const kernels = new Kernels(this.module as WebAssembly.Module, memory ?? ownMemory(), this.shared)
    kernels.sharer = this.sharer
    return kernels
  }

  /**
   * Calls a kernel once for every list of arguments, on all threads of the pool if one has joined; gives what the calls gave, valid until the next `share`.
   * Calls must not write what another reads or writes: then the result does not depend on who does what.
   * Kernels that take scratch space get it as their last argument: `scratch` doubles which only the thread of the call uses. 0 where these arguments need none.
   * Some microseconds a round on top of the work: share only what takes longer.
   *
   *     kernels.share('copyRows', blocks.map(({ first, rows }) => [from.pointer + first * bytes, bytes, to.pointer + first * bytes, bytes, rows, width]))
   */
  share<Name extends KernelName>(
    name: Name,
    calls: readonly KernelCall<Name>[],
    ...[scratch = 0]: Name extends ScratchKernel ? [scratch: number] : []
  ): Float64Array {
    return this.run(name, calls as Calls, scratch)
  }

  private run(name: KernelName, calls: Calls, scratch: number): Float64Array {
    if (this.gathered) return this.gather(this.gathered, name, calls, scratch)
    if (this.sharer && calls.length > 1) return this.sharer.run(this, name, calls, scratch)
    const mark = this.mark()
    const space = scratch > 0 ? [this.allocate(scratch).pointer] : []
    const kernel = this.call[name] as (...numbers: number[]) => unknown
    const results = new Float64Array(calls.length)
    for (let c = 0; c < calls.length; c++) {
      const result = kernel(...calls[c], ...space)
      if (typeof result === 'number') results[c] = result
    }
    this.release(mark)
    return results
  }

  /** `share` of calls that take long: yields how many are done after each that this thread made, so that a fit can tell, and can be stopped. */
  *shareInSteps<Name extends KernelName>(
    name: Name,
    calls: readonly KernelCall<Name>[],
    ...[scratch = 0]: Name extends ScratchKernel ? [scratch: number] : []
  ): Generator<number, Float64Array> {
    if (this.sharer) return yield* this.sharer.steps(this, name, calls as Calls, scratch)
    const results = new Float64Array(calls.length)
    for (let c = 0; c < calls.length; c++) {
      results[c] = this.run(name, [calls[c]] as Calls, scratch)[0]
      yield c + 1
    }
    return results
  }

  /**
   * Does all calls that `work` shares at its end, in one round a kernel: threads meet less often, and small pieces of work fill each other's gaps. No call may need what another one writes; what
   * calls give is lost, and what `work` allocates stays until the end.
   */
  together(work: () => void): void {
    const mark = this.top
    const gathered: typeof this.gathered = new Map()
    this.gathered = gathered
    try {
      work()
    } finally {
      this.gathered = null
    }
    for (const [name, { calls, scratch }] of gathered) this.run(name, calls, scratch)
    this.release(mark)
  }

  private gather(
    gathered: NonNullable<typeof this.gathered>,
    name: KernelName,
    calls: Calls,
    scratch: number,
  ): Float64Array {
    const entry = gathered.get(name)
    if (entry) {
      entry.calls.push(...calls)
      entry.scratch = Math.max(entry.scratch, scratch)
    } else gathered.set(name, { calls: [...calls], scratch })
    return new Float64Array(0)
  }

  /** Room for `length` doubles, aligned to 64 bytes, a line of a processor's cache; not cleared. */
  allocate(length: number): Block {
    const pointer = this.top
    const end = pointer + Math.ceil(length / 8) * 64
    if (end > this.memory.buffer.byteLength) this.grow(end)
    this.top = end
    return new Block(this.memory, pointer, length)
  }

  private grow(bytes: number): void {
    try {
      this.memory.grow(Math.ceil((bytes - this.memory.buffer.byteLength) / PAGE))
    } catch {
      throw new InputError(
        `more memory is needed (${byteSize(bytes)}) than WebAssembly can have here, use fewer samples or features, or lift a limit on addresses (ulimit -v)`,
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

  /** Room for whole numbers of 32 bits, with them in it. */
  copyWhole(values: ArrayLike<number>): Block {
    const block = this.allocate(Math.ceil(values.length / 2))
    block.i32.set(values)
    return block
  }

  /** The place to `release` back to. */
  mark(): number {
    return this.top
  }

  /** Gives back everything allocated since `mark`. */
  release(mark: number): void {
    if (!this.gathered) this.top = mark
  }
}
