import { InputError, type Progress } from '@manyview/core'
import { byteSize } from '@manyview/core/words'
import { USAGE } from './buffer-usage.ts'
import { Pace } from './pace.ts'
import { Resident } from './resident.ts'
import { Room } from './room.ts'

/** Most workgroups that WebGPU allows in one direction. */
const MOST_GROUPS = 65_535
/** Bytes that stay on the card between pieces of work, as a multiple of the largest piece. */
const RESIDENT = 4
/** Large buffers that a piece of work has at the same time where it goes in blocks. */
const BUFFERS = 8
/** The least that such a buffer must hold: what is compared with one tile of points. */
const LEAST_BUFFER = 2 ** 18
/** Milliseconds within which a card that failed is known to be lost. */
const SOON = 200

/** `length` numbers of a buffer from its number `first` (default 0) on. */
export interface BufferPart {
  buffer: GPUBuffer
  length: number
  first?: number
}

/** A graphics card that works for a fit: what it has still to do is `pending`. `close` it at the end. */
export class Card {
  readonly name: string
  pending: Promise<unknown> | null = null
  readonly limits: GPUSupportedLimits
  /** What was brought to the card and will be needed again. */
  readonly resident: Resident
  /** How much is asked for at once. */
  readonly pace = new Pace()
  private readonly device: GPUDevice
  /** A collected GPU or adapter would end the process. */
  readonly alive: readonly unknown[]
  /** True where a processor stands in for the card. */
  readonly isSoftware: boolean
  private readonly pipelines = new Map<string, GPUComputePipeline>()
  private failure: InputError | null = null
  private closed = false

  constructor(name: string, device: GPUDevice, alive: readonly unknown[], isSoftware = false) {
    this.name = name
    this.device = device
    this.limits = device.limits
    this.resident = new Resident(RESIDENT * device.limits.maxStorageBufferBindingSize)
    this.alive = alive
    this.isSoftware = isSoftware
    device.lost.then(({ message }) => {
      if (!this.closed) this.fail(`the graphics card was lost (${oneLine(message)}), start again or use --device cpu`)
    })
    device.onuncapturederror = ({ error }) => this.fail(failed(error))
  }

  /** Buffers that are given back together. */
  room(): Room {
    return new Room(this)
  }

  /** Runs a kernel in `groups` workgroups on the numbers in `settings` and on buffers, in the order of its bindings. */
  run(code: string, settings: readonly number[], buffers: readonly GPUBuffer[], groups: number): void {
    if (groups === 0) return
    const pipeline = this.pipeline(code)
    const numbers = this.device.createBuffer({
      size: Math.ceil(settings.length / 4) * 16,
      usage: USAGE.UNIFORM,
      mappedAtCreation: true,
    })
    new Uint32Array(numbers.getMappedRange()).set(settings)
    numbers.unmap()
    const entries = [numbers, ...buffers].map((buffer, binding) => ({ binding, resource: { buffer } }))
    const encoder = this.device.createCommandEncoder()
    const pass = encoder.beginComputePass()
    pass.setPipeline(pipeline)
    pass.setBindGroup(0, this.device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }))
    const down = Math.ceil(groups / MOST_GROUPS)
    pass.dispatchWorkgroups(Math.ceil(groups / down), down)
    pass.end()
    this.device.queue.submit([encoder.finish()])
  }

  /** Writes numbers into a buffer from its number `first` on. */
  write(buffer: GPUBuffer, first: number, values: Float32Array<ArrayBuffer>): void {
    this.device.queue.writeBuffer(buffer, 4 * first, values)
  }

  /** Waits until all that was begun is done. */
  *settle(progress: Progress): Generator<Progress, void> {
    yield* this.wait(this.device.queue.onSubmittedWorkDone(), progress)
  }

  /** `length` numbers of a buffer, from its number `first` on. */
  *read(buffer: GPUBuffer, length: number, progress: Progress, first = 0): Generator<Progress, ArrayBuffer> {
    return yield* this.readAs([{ buffer, length, first }], progress, ([values]) => values.slice().buffer)
  }

  /** Parts of several buffers, brought back together: each way back takes its time, however short the part is. */
  *readAll(parts: readonly BufferPart[], progress: Progress): Generator<Progress, ArrayBuffer[]> {
    return yield* this.readAs(parts, progress, (all) => all.map((values) => values.slice().buffer))
  }

  /** Singles that go to an array of the host, so that nothing is copied twice; `put` must not keep what it gets. */
  *readSingles<T>(part: BufferPart, progress: Progress, put: (values: Float32Array) => T): Generator<Progress, T> {
    return yield* this.readAs([part], progress, ([{ buffer, byteOffset, length }]) =>
      put(new Float32Array(buffer, byteOffset, length / 4)),
    )
  }

  /** What `use` makes of the bytes of parts of buffers, which are there for as long as it runs. */
  private *readAs<T>(
    parts: readonly BufferPart[],
    progress: Progress,
    use: (values: Uint8Array<ArrayBuffer>[]) => T,
  ): Generator<Progress, T> {
    const size = parts.reduce((sum, { length }) => sum + 4 * length, 0)
    const copy = this.device.createBuffer({ size: Math.max(size, 4), usage: USAGE.MAP_READ | USAGE.COPY_DST })
    try {
      const encoder = this.device.createCommandEncoder()
      let at = 0
      for (const { buffer, length, first = 0 } of parts) {
        if (length > 0) encoder.copyBufferToBuffer(buffer, 4 * first, copy, at, 4 * length)
        at += 4 * length
      }
      this.device.queue.submit([encoder.finish()])
      yield* this.wait(copy.mapAsync(1), progress)
      const values = copy.getMappedRange()
      at = 0
      return use(
        parts.map(({ length }) => {
          at += 4 * length
          return new Uint8Array(values, at - 4 * length, 4 * length)
        }),
      )
    } finally {
      copy.destroy()
    }
  }

  /** Lets whoever drives the fit wait for a promise. */
  private *wait(work: Promise<unknown>, progress: Progress): Generator<Progress, void> {
    let done = false
    // Promises of Dawn do not keep Node from ending.
    const awake = setInterval(() => {}, 1000)
    const pending = work.then(
      () => {
        done = true
      },
      async (error) => {
        // That the card was lost may be told a moment after what waited for it has failed.
        await new Promise((resolve) => setTimeout(resolve, SOON))
        this.fail(failed(error))
        throw this.failure
      },
    )
    pending.catch(() => {})
    this.pending = pending
    try {
      yield progress
      if (this.failure) throw this.failure
      if (!done) throw new Error('a fit on a device has to wait for it: drive it by `paced`')
      this.pace.done()
    } finally {
      clearInterval(awake)
      this.pending = null
    }
  }

  /** The most bytes that a buffer can have. */
  get largest(): number {
    return Math.min(this.limits.maxBufferSize, this.limits.maxStorageBufferBindingSize)
  }

  /** Bytes that the card has free: as many as are wanted, half of it, and so on, down to 1/256; else 0. They are asked for and given back at once. */
  *freeBytes(wanted: number): Generator<Progress, number> {
    for (let bytes = wanted; 256 * bytes >= wanted; bytes /= 2) if (yield* this.gives(bytes)) return bytes
    return 0
  }

  private *gives(bytes: number): Generator<Progress, boolean> {
    const turn = { stage: 'order', iteration: 0, total: 1 }
    const written = this.device.createBuffer({ size: 4, usage: USAGE.STORAGE | USAGE.COPY_DST })
    const buffers: GPUBuffer[] = []
    this.device.pushErrorScope('out-of-memory')
    for (let left = bytes; left > 0; left -= this.largest)
      buffers.push(this.device.createBuffer({ size: sizeOf(Math.min(left, this.largest)), usage: USAGE.STORAGE }))
    let failed = false
    const errorCheck = this.device.popErrorScope().then((error) => {
      failed = error !== null
    })
    try {
      yield* this.wait(errorCheck, turn)
    } finally {
      for (const buffer of buffers) buffer.destroy()
    }
    // Drivers take back what is destroyed when the card has worked once more.
    this.write(written, 0, new Float32Array(1))
    this.device.queue.submit([])
    yield* this.settle(turn)
    written.destroy()
    return !failed
  }

  /** The same card with smaller buffers, so that a piece of work takes no more than `bytes` in all. */
  within(bytes: number): Card {
    const largest = Math.min(this.largest, Math.max(Math.floor(bytes / BUFFERS / 4) * 4, LEAST_BUFFER))
    // Whoever drives the fit looks at the card that it began with.
    const pending = { get: () => this.pending, set: (work: Promise<unknown> | null) => (this.pending = work) }
    return Object.create(this, { largest: { value: largest }, resident: { value: new Resident(0) }, pending })
  }

  /** A buffer of `bytes` bytes; running out of memory ends the fit with the number. */
  allocate(bytes: number, usage: number, mappedAtCreation = false): GPUBuffer {
    if (bytes > this.largest) throw this.tooLarge(bytes)
    this.device.pushErrorScope('out-of-memory')
    const buffer = this.device.createBuffer({ size: bytes, usage, mappedAtCreation })
    this.device.popErrorScope().then((error) => {
      if (error)
        this.failure ??= outOfMemory('needs', `${byteSize(bytes)} more, which ${this.name} does not have`, bytes)
    })
    return buffer
  }

  private tooLarge(bytes: number): InputError {
    return outOfMemory('needs', `${byteSize(bytes)} in one piece, ${this.name} gives ${byteSize(this.largest)}`, bytes)
  }

  /** Gives the card back. */
  close(): void {
    this.closed = true
    this.device.destroy()
  }

  private pipeline(code: string): GPUComputePipeline {
    const cachedPipeline = this.pipelines.get(code)
    if (cachedPipeline) return cachedPipeline
    const module = this.device.createShaderModule({ code })
    const pipeline = this.device.createComputePipeline({ layout: 'auto', compute: { module, entryPoint: 'main' } })
    this.pipelines.set(code, pipeline)
    return pipeline
  }

  private fail(message: string): void {
    this.failure ??= new InputError(message, { code: 'device', argument: 'device' })
  }
}

/** The error where memory runs out. */
export function outOfMemory(who: string, what: string, bytes: number): InputError {
  return new InputError(`${who} ${what}: use fewer samples or --device cpu`, {
    code: 'out-of-memory',
    argument: 'device',
    details: { bytes },
  })
}

/** Sizes of buffers are multiples of 4. */
function sizeOf(bytes: number): number {
  return Math.max(Math.ceil(bytes / 4) * 4, 4)
}

function failed({ message }: { message: string }): string {
  return `the graphics card failed (${oneLine(message)})`
}

function oneLine(text: string): string {
  return text.trim().split('\n')[0] || 'no reason given'
}
