import { expect, it, vi } from 'vitest'
import { InputError } from '../../../src/input-error.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'

it('allocate gives stretches that do not overlap, aligned to 16 bytes', async () => {
  const kernels = await Kernels.load()
  const blocks = [1, 2, 3, 0, 5].map((length) => kernels.allocate(length))
  blocks.forEach((block, i) => {
    expect(block.pointer % 16).toBe(0)
    block.f64.fill(i)
  })
  expect(blocks.map((block) => [...block.f64])).toEqual([[0], [1, 1], [2, 2, 2], [], [4, 4, 4, 4, 4]])
})

it('views stay right while the memory grows', async () => {
  const kernels = await Kernels.load()
  const block = kernels.copyIn([1, 2, 3])
  const integers = kernels.allocate(1)
  integers.i32.set([7, 8])
  kernels.allocate(1_000_000)
  expect([...block.f64]).toEqual([1, 2, 3])
  expect([...integers.i32]).toEqual([7, 8])
  expect(block.f32.length).toBe(6)
})

it('release gives back what was allocated since mark', async () => {
  const kernels = await Kernels.load()
  kernels.allocate(10)
  const mark = kernels.mark()
  const first = kernels.allocate(100).pointer
  kernels.release(mark)
  expect(kernels.allocate(50).pointer).toBe(first)
})

it('running out of memory is an InputError, and the instance can be used afterwards', async () => {
  const kernels = await Kernels.load()
  const mark = kernels.mark()
  let caught: unknown
  try {
    kernels.allocate(2 ** 30)
  } catch (error) {
    caught = error
  }
  expect(caught).toBeInstanceOf(InputError)
  expect(caught).toMatchObject({
    ...{ code: 'out-of-memory', argument: 'views' },
    message: expect.stringContaining('(8.6 GB)'),
  })
  expect(kernels.mark()).toBe(mark)
  expect([...kernels.copyIn([4]).f64]).toEqual([4])
})

it('instances do not share memory', async () => {
  const [a, b] = [await Kernels.load(), await Kernels.load()]
  const block = a.copyIn([1, 2])
  b.copyIn([3, 4])
  expect([...block.f64]).toEqual([1, 2])
})

it('an engine without WebAssembly SIMD gets one message that says which versions have it', async () => {
  vi.resetModules()
  const validate = vi.spyOn(WebAssembly, 'validate').mockReturnValue(false)
  try {
    const { moduleOf } = await import('../../../src/runtime/kernels/kernel-module.ts')
    await expect(moduleOf('simd', false)).rejects.toThrow(
      'engine: has no WebAssembly SIMD, use Node 16.4, Chrome 91, Firefox 89, Safari 16.4 or anything newer',
    )
  } finally {
    validate.mockRestore()
    vi.resetModules()
  }
})

/** What `load` gives where `Memory` refuses what `isRefused` says. */
async function loadedWhere(isRefused: (given: WebAssembly.MemoryDescriptor) => boolean, shared: boolean) {
  const { Memory } = WebAssembly
  const asked: (number | undefined)[] = []
  WebAssembly.Memory = class extends Memory {
    constructor(given: WebAssembly.MemoryDescriptor) {
      asked.push(given.maximum)
      if (isRefused(given)) throw new RangeError('no addresses left')
      super(given)
    }
  }
  try {
    return { loaded: await Kernels.load('simd', shared).catch((problem: unknown) => problem), asked }
  } finally {
    WebAssembly.Memory = Memory
  }
}

it('a host that grants no large shared memory is asked for a smaller one, and then for one of their own', async () => {
  const some = await loadedWhere(({ maximum = 0 }) => maximum > 8192, true)
  expect([(some.loaded as Kernels).shared, some.asked]).toEqual([true, [65536, 32768, 8192]])
  const none = await loadedWhere(({ shared = false }) => shared, true)
  expect([(none.loaded as Kernels).shared, none.asked]).toEqual([false, [65536, 32768, 8192, undefined]])
})

it('a host without shared memory gives kernels their own', async () => {
  vi.stubGlobal('SharedArrayBuffer', undefined)
  try {
    expect((await Kernels.load('simd', true)).shared).toBe(false)
  } finally {
    vi.unstubAllGlobals()
  }
})

it('a host that grants no memory at all is an InputError that says what to do', async () => {
  const { loaded } = await loadedWhere(() => true, false)
  expect(loaded).toBeInstanceOf(InputError)
  expect(loaded).toMatchObject({
    ...{ code: 'out-of-memory', argument: 'memory', details: { bytes: 65536 } },
    message: expect.stringContaining('ulimit -v'),
  })
})

it('a single call is not shared', async () => {
  const kernels = await Kernels.load()
  const unasked = () => expect.unreachable()
  kernels.sharer = { size: 2, run: unasked, steps: unasked }
  const block = kernels.copyIn([3, 4])
  expect([...kernels.share('innerProduct', [[block.pointer, block.pointer, 2]])]).toEqual([25])
})

it('a host without modules of Node unpacks the same kernels', async () => {
  const builtin = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)
  vi.resetModules()
  try {
    const { moduleOf } = await import('../../../src/runtime/kernels/kernel-module.ts')
    const module = await moduleOf('simd', false)
    const { module: usual } = await Kernels.load()
    expect(WebAssembly.Module.exports(module)).toEqual(WebAssembly.Module.exports(usual as WebAssembly.Module))
    expect(await moduleOf('simd', false)).toBe(module)
  } finally {
    builtin.mockRestore()
    vi.resetModules()
  }
})
