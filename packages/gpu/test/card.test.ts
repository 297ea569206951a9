import { describe, expect, it } from 'vitest'
import { Card } from '../src/card.ts'
import { GpuDevice } from '../src/gpu-device.ts'

/** A device that only knows what tests of failures need: buffers, the end of its memory, and the end of itself. */
function brokenDevice(memory: number) {
  let used = 0
  let failed = false
  let lose = (_: { message: string }) => {}
  const device = {
    limits: { maxBufferSize: 2 ** 40, maxStorageBufferBindingSize: 2 ** 31 - 4 },
    lost: new Promise<{ message: string }>((resolve) => {
      lose = resolve
    }),
    queue: { onSubmittedWorkDone: async () => {} },
    pushErrorScope: () => {
      failed = false
    },
    popErrorScope: async () => (failed ? { message: 'out' } : null),
    createBuffer: ({ size }: { size: number }) => {
      used += size
      failed ||= used > memory
      return { size, destroy: () => (used -= size) }
    },
  }
  const card = new Card('a card', device as unknown as GPUDevice, [])
  return { card, lose: (message: string) => lose({ message }), left: () => memory - used }
}

async function run<T>(card: Card, work: Generator<unknown, T>): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await card.pending
  }
}

const turn = { stage: 'test', iteration: 1, total: 1 }

describe('a card', () => {
  it('works in blocks where an array of a fit is larger than a buffer, and says so with the number', async () => {
    const { card } = brokenDevice(1e12)
    const all = new GpuDevice(card)
    const { device, short } = await run(card, all.withRoom({ samples: 10_000_000, piece: 3.92e9, all: 2e10 }))
    expect(short).toBe(
      '10,000,000 samples need 3.9 GB in one piece, of which a card gives 2.1 GB: it finds scores and neighbours in blocks, and the processor does the rest',
    )
    expect([device.many, device.manyRows]).toEqual([Infinity, 50_000])
  })

  it('works in blocks within what it has where a fit needs more, and gives back what it asked for', async () => {
    const { card, left } = brokenDevice(4e9)
    const all = new GpuDevice(card)
    expect(await run(card, all.withRoom({ samples: 1e6, piece: 1e9, all: 3e9 }))).toEqual({ device: all, short: null })
    expect(left()).toBe(4e9)
    const { device, short } = await run(card, all.withRoom({ samples: 1e6, piece: 1e9, all: 5e9 }))
    expect(short).toContain('1,000,000 samples need 5 GB in all, which a card does not have: it finds scores')
    expect((device as GpuDevice).card.largest).toBe(2.5e9 / 8)
    expect(left()).toBe(4e9)
  })

  it('refuses before a fit where it has room for nothing', async () => {
    const { card } = brokenDevice(1e6)
    await expect(run(card, new GpuDevice(card).withRoom({ samples: 1e6, piece: 1e9, all: 5e9 }))).rejects.toThrow(
      'device: 1,000,000 samples need 5 GB in all, which a card does not have: use fewer samples or --device cpu',
    )
  })

  it('ends a fit with the number where memory runs out on the way', async () => {
    const { card } = brokenDevice(1e6)
    card.room().empty(1e6)
    await expect(run(card, card.settle(turn))).rejects.toThrow(
      'device: needs 4 MB more, which a card does not have: use fewer samples or --device cpu',
    )
  })

  it('ends a fit with one message where it is lost', async () => {
    const { card, lose } = brokenDevice(1e6)
    lose('the driver was reset\nat some place')
    await expect(run(card, card.settle(turn))).rejects.toThrow(
      'device: the graphics card was lost (the driver was reset), start again or use --device cpu',
    )
  })
})
