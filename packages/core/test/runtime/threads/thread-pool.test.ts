import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { bytes as base64 } from '../../../src/runtime/kernels/built/simd-bytes.ts'
import { importShared } from '../../../src/runtime/kernels/import-shared.ts'
import { type Calls, Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { makeBoard, workTogether } from '../../../src/runtime/threads/call-queue.ts'

it('threads on shared memory give the bytes of one thread, also after they left to get to know a second memory, and where they are kept for the next crew', () => {
  const program = fileURLToPath(new URL('./real-threads.ts', import.meta.url))
  expect(execFileSync(process.execPath, ['--import', 'tsx', program], { encoding: 'utf8' })).toBe('same\nsame 0\n1\n')
})

it('the module with shared memory is valid and has the same code', () => {
  const bytes = new Uint8Array(inflateRawSync(Buffer.from(base64, 'base64')))
  const shared = importShared(bytes)
  expect(WebAssembly.validate(shared)).toBe(true)
  expect(shared.length).toBe(bytes.length + 3)
  expect(shared.subarray(-20000)).toEqual(bytes.subarray(-20000))
})

it('kernels without a crew do all calls of share themselves', async () => {
  const kernels = await Kernels.load()
  const rows = kernels.copyIn([3, 1, 0, 0])
  const centre = kernels.copyIn([0, 5])
  const distances = kernels.allocate(2)
  kernels.share('distancesFrom', [
    [rows.pointer, 1, 2, centre.pointer, distances.pointer],
    [rows.pointer + 16, 1, 2, centre.pointer, distances.pointer + 8],
  ])
  expect([...distances.f64]).toEqual([5, 5])
})

it('kernels do what is shared together in one round a kernel, when everything has been said, and give the memory back', async () => {
  const kernels = await Kernels.load()
  const rounds: [string, number][] = []
  const alone = kernels.share.bind(kernels) as (name: string, calls: Calls, scratch: number) => Float64Array
  kernels.sharer = {
    size: 2,
    run: (_, name, calls, scratch) => {
      rounds.push([name, calls.length])
      kernels.sharer = null
      const results = alone(name, calls, scratch)
      kernels.sharer = sharer
      return results
    },
    steps: () => {
      throw new Error('not asked for here')
    },
  }
  const { sharer } = kernels
  const mark = kernels.mark()
  const kept = kernels.copyIn([3, 0, 0, 9])
  const centre = kernels.copyIn([0, 0])
  const distances = kernels.allocate(2)
  const start = kernels.mark()
  kernels.together(() => {
    for (const offset of [0, 16]) {
      const before = kernels.mark()
      const copy = kernels.copyIn(kept.f64.subarray(offset / 8, offset / 8 + 2))
      kernels.share('distancesFrom', [[copy.pointer, 1, 2, centre.pointer, distances.pointer + offset / 2]])
      kernels.share('copyRows', [[copy.pointer, 16, kept.pointer + 16 - offset, 16, 1, 2]])
      kernels.release(before)
    }
    expect([...kept.f64]).toEqual([3, 0, 0, 9])
  })
  // Rows of the copies, which later ones did not overwrite, change places.
  expect([...kept.f64]).toEqual([0, 9, 3, 0])
  expect([...distances.f64]).toEqual([3, 9])
  expect(rounds).toEqual([
    ['distancesFrom', 2],
    ['copyRows', 2],
  ])
  expect(kernels.mark()).toBe(start)
  kernels.release(mark)
})

it('a kernel that fails in a round is an error of the caller', () => {
  const failing = () => {
    throw new Error('trap')
  }
  const round = { memory: 0, kernel: 0, scratch: 0, scratchBytes: 0 }
  expect(() => workTogether(makeBoard(), [[failing]], round, [[1], [2]])).toThrow('a thread failed in a kernel')
})
