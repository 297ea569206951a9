import { describe, expect, it } from 'vitest'
import { Card } from '../src/card.ts'
import { GpuDevice } from '../src/gpu-device.ts'

/** A device that only knows what tests of failures need: buffers, the end of its memory, and the end of itself. */
function brokenDevice(memory: number) {
  let used = 0
  // Drivers take back what is destroyed when the device has worked once more.
  let destroyed = 0
  let worked = false
  let failed = false
  let lose = (_: { message: string }) => {}
  const device = {
    limits: { maxBufferSize: 2 ** 40, maxStorageBufferBindingSize: 2 ** 31 - 4 },
    lost: new Promise<{ message: string }>((resolve) => {
      lose = resolve
    }),
    queue: {
      writeBuffer: () => {
        worked = true
      },
      submit: () => {},
      onSubmittedWorkDone: async () => {
        if (worked) [used, destroyed, worked] = [used - destroyed, 0, false]
      },
    },
    pushErrorScope: () => {
      failed = false
    },
    popErrorScope: async () => (failed ? { message: 'out' } : null),
    createBuffer: ({ size }: { size: number }) => {
      used += size
      failed ||= used > memory
      // Chromium ends a way back this way when the device is lost, before it says so.
      const mapAsync = () => Promise.reject(new DOMException('a buffer was destroyed', 'AbortError'))
      return { size, mapAsync, destroy: () => (destroyed += size) }
    },
    createCommandEncoder: () => ({ copyBufferToBuffer: () => {}, finish: () => {} }),
  }
  const card = new Card('a card', device as unknown as GPUDevice, [])
  return { card, lose: (message: string) => lose({ message }), left: () => memory - used + destroyed }
}

async function run<T>(card: Card, work: Generator<unknown, T>): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await card.pending
  }
}

/** So many samples in two views of 64 features. */
const sized = (samples: number) => ({
  samples,
  features: [64, 64],
  clusters: 20,
  rank: 30,
  basis: 40,
  options: { neighbours: 10, effort: 'full' },
})

const turn = { stage: 'test', iteration: 1, total: 1 }

describe('a card', () => {
  it('works in blocks where an array of a fit is larger than a buffer, and says so with the number', async () => {
    const { card } = brokenDevice(1e12)
    const all = new GpuDevice(card)
    const device = await run(card, all.withRoom(sized(20_000_000)))
    expect(device.lacks).toEqual([
      '20,000,000 samples need 3.2 GB in one piece, of which a card gives 2.1 GB: it finds scores and neighbours in blocks, and the processor does the rest',
    ])
    expect([device.many, device.manyRows]).toEqual([Infinity, 50_000])
  })

  it('works in blocks within what it has where a fit needs more, and gives back what it asked for', async () => {
    const { card, left } = brokenDevice(3e9)
    const all = new GpuDevice(card)
    expect(await run(card, all.withRoom(sized(500_000)))).toBe(all)
    expect(left()).toBe(3e9)
    const device = await run(card, all.withRoom(sized(1e6)))
    expect(device.lacks[0]).toContain(
      '1,000,000 samples need 3.7 GB in all, which a card does not have: it finds scores',
    )
    expect(device.card.largest).toBe(1.848e9 / 8)
    expect(left()).toBe(3e9)
  })

  it('refuses before a fit where it has room for nothing', async () => {
    const { card } = brokenDevice(1e6)
    await expect(run(card, new GpuDevice(card).withRoom(sized(1e6)))).rejects.toThrow(
      'device: 1,000,000 samples need 3.7 GB in all, which a card does not have: use fewer samples or --device cpu',
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
  it('that is lost says so, whatever else fails before', async () => {
    const { card, lose } = brokenDevice(1e6)
    const reading = run(card, card.read(card.room().empty(4), 4, turn))
    setTimeout(() => lose('the process of the card ended'))
    await expect(reading).rejects.toThrow('device: the graphics card was lost (the process of the card ended)')
  })

  it('that fails otherwise ends a fit as itself, never as if it had been cancelled', async () => {
    const { card } = brokenDevice(1e6)
    const reading = run(card, card.read(card.room().empty(4), 4, turn))
    await expect(reading).rejects.toMatchObject({
      name: 'InputError',
      message: expect.stringContaining('a buffer was destroyed'),
    })
  })
})
