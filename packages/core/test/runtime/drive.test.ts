import { blockedView, type ClusterOptions, cluster, iterate, type Progress, type Views } from '@manyview/core'
import type { BlockedViews } from '@manyview/core/numerics'
import type { Scratch } from '@manyview/core/runtime'
import { describe, expect, it, vi } from 'vitest'
import { bestSoFar } from '../../src/methods/best-so-far.ts'
import { completeResult } from '../../src/methods/complete-result.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { complete, drive } from '../../src/runtime/drive.ts'
import { keepRows, type ScratchMatrix } from '../../src/runtime/scratch.ts'
import { mapProgress, runToEnd } from '../../src/runtime/steps.ts'
import { ThreadPool } from '../../src/runtime/threads/thread-pool.ts'

/** Work that says in `ended` that its `finally` ran, driven through a further generator as methods do. */
function work(ended: string[], steps = 1000): Generator<Progress, string> {
  function* inner(): Generator<number, string> {
    try {
      for (let i = 0; i < steps; i++) yield i
      return 'done'
    } finally {
      ended.push('inner')
    }
  }
  function* outer(): Generator<Progress, string> {
    try {
      return yield* mapProgress(inner(), (iteration) => ({ stage: 'work', iteration, total: steps }))
    } finally {
      ended.push('outer')
    }
  }
  return outer()
}

describe('paced(run, options) closes the generator', () => {
  it('lets timers run while it works', async () => {
    let fired = false
    setTimeout(() => {
      fired = true
    })
    function* run(): Generator<Progress, boolean> {
      for (let i = 0; !fired && i < 5e6; i++) yield { stage: 'work', iteration: i, total: 5e6 }
      return fired
    }
    expect(await complete(drive(run(), {}))).toBe(true)
  })

  it('when a signal stops it', async () => {
    const ended: string[] = []
    const controller = new AbortController()
    const onProgress = ({ iteration }: Progress) => {
      if (iteration === 3) controller.abort(new Error('enough'))
    }
    await expect(complete(drive(work(ended), { signal: controller.signal, onProgress }))).rejects.toThrow('enough')
    expect(ended).toEqual(['inner', 'outer'])
  })

  it('when onProgress throws', async () => {
    const ended: string[] = []
    const onProgress = () => {
      throw new Error('no')
    }
    await expect(complete(drive(work(ended), { onProgress }))).rejects.toThrow('no')
    expect(ended).toEqual(['inner', 'outer'])
  })

  it('when a loop over it breaks', async () => {
    const ended: string[] = []
    for await (const { iteration } of drive(work(ended), {})) if (iteration === 2) break
    expect(ended).toEqual(['inner', 'outer'])
  })

  it('once, when it ends by itself', async () => {
    const ended: string[] = []
    expect(await complete(drive(work(ended, 3), {}))).toBe('done')
    expect(ended).toEqual(['inner', 'outer'])
  })
})

it('keepBest asks for the partition before it closes the generator that made it', async () => {
  const controller = new AbortController()
  let open = true
  function* fit() {
    try {
      for (let iteration = 0; ; iteration++)
        yield { stage: 'fit', iteration, total: 9, partition: () => Int32Array.of(open ? iteration : -1) }
    } finally {
      open = false
    }
    return completeResult({ labels: new Int32Array(1), iterations: 0, converged: true })
  }
  const onProgress = ({ iteration }: Progress) => {
    if (iteration === 4) controller.abort()
  }
  const found = await complete(bestSoFar(fit(), { signal: controller.signal, onProgress }))
  expect([...found.labels]).toEqual([4])
  expect(open).toBe(false)
})

/** Scratch that counts its rooms and keeps nothing. */
class Rooms implements Scratch {
  made = 0
  open = 0

  room(rows: number, columns: number): ScratchMatrix {
    this.made++
    this.open++
    const remove = () => {
      this.open--
    }
    return { rows, columns, blockRows: 1, readRows() {}, writeRows() {}, remove }
  }
}

it('keepRows gives its room back when it is closed, and keeps it when it is whole', () => {
  const rooms = new Rooms()
  const source = { rows: 3, columns: 1, blockRows: 1, readRows() {} }
  const broken = keepRows(rooms, source)
  broken.next()
  broken.return(undefined as never)
  expect([rooms.made, rooms.open]).toEqual([1, 0])
  runToEnd(keepRows(rooms, source))
  expect([rooms.made, rooms.open]).toEqual([2, 1])
})

describe('a fit that is broken off ends its threads and gives its scratch back', () => {
  const random = new Random(2)
  const [samples, clusters] = [1100, 25]
  const view = (features: number) => ({
    samples,
    features,
    data: Float64Array.from(
      { length: samples * features },
      (_, p) => (Math.floor(p / features) % clusters) * (p % 3) + random.uniform(),
    ),
  })
  const inMemory = { a: view(6), b: view(5) }
  const inBlocks = { a: blockedView(inMemory.a, 300), b: blockedView(inMemory.b, 300) }

  /** Breaks a fit off as soon as it is at `stage`, in the given way. */
  async function breakOff(views: Views | BlockedViews, options: Partial<ClusterOptions>, stage: string, how: string) {
    const controller = new AbortController()
    const all = { clusters, runtime: { threads: 2 }, signal: controller.signal, ...options }
    if (how === 'break') {
      for await (const progress of iterate(views, all)) if (progress.stage === stage) return
      throw new Error(`never came to ${stage}`)
    }
    const onProgress = (progress: Progress) => {
      if (progress.stage !== stage) return
      if (how === 'throw') throw new Error('broken off')
      controller.abort(new Error('broken off'))
    }
    await expect(cluster(views, { ...all, onProgress })).rejects.toThrow('broken off')
  }

  it.each(['break', 'throw', 'signal'])('by %s', async (how) => {
    const stop = vi.fn()
    const crew = { stop } as unknown as ThreadPool
    const started = vi.spyOn(ThreadPool, 'start').mockReturnValue(crew)
    await breakOff(inMemory, {}, 'members', how)
    expect(started).toHaveBeenCalledOnce()
    expect(stop).toHaveBeenCalledOnce()
    started.mockRestore()

    const rooms = new Rooms()
    await breakOff(inBlocks, { runtime: { threads: 2, scratch: rooms } }, 'keeping views', how)
    expect(rooms.made).toBeGreaterThan(0)
    expect(rooms.open).toBe(0)
  })
})
