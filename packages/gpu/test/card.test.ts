import { describe, expect, it } from 'vitest'
import { Card } from '../src/card.ts'

/** A device that only knows what tests of failures need: buffers, the end of its memory, and the end of itself. */
function brokenDevice(memory: number) {
  let used = 0
  let failed = false
  let lose = (_: { message: string }) => {}
  const asked: number[] = []
  const device = {
    limits: { maxBufferSize: 2 ** 40, maxStorageBufferBindingSize: 2 ** 31 - 4 },
    lost: new Promise<{ message: string }>((resolve) => {
      lose = resolve
    }),
    queue: { onSubmittedWorkDone: async () => {}, submit: () => {} },
    pushErrorScope: () => {
      failed = false
    },
    popErrorScope: async () => (failed ? { message: 'out' } : null),
    createBuffer: ({ size }: { size: number }) => {
      asked.push(size)
      used += size
      failed ||= used > memory
      // Chromium ends a way back this way when the device is lost, before it says so.
      const mapAsync = () => Promise.reject(new DOMException('a buffer was destroyed', 'AbortError'))
      return { size, mapAsync, destroy: () => (used -= size) }
    },
    createCommandEncoder: () => ({ copyBufferToBuffer: () => {}, finish: () => {} }),
  }
  const card = new Card('a card', device as unknown as GPUDevice, [])
  return { card, asked, lose: (message: string) => lose({ message }), left: () => memory - used }
}

async function run(card: Card, work: Generator<unknown, unknown>): Promise<void> {
  while (!work.next().done) await card.pending
}

const turn = { stage: 'test', iteration: 1, total: 1 }

describe('a card', () => {
  it('refuses before a fit what does not fit into a buffer, with the number and how many samples would', async () => {
    const { card, asked } = brokenDevice(1e12)
    const room = { samples: 10_000_000, piece: 3.92e9, all: 2e10 }
    await expect(run(card, card.requireRoom(room))).rejects.toThrow(
      'device: 10,000,000 samples need 3.9 GB in one piece, a card gives 2.1 GB: use at most 5,478,000 samples or --device cpu',
    )
    expect(asked).toEqual([])
  })

  it('refuses before a fit what is more than its memory in all, and gives back what it asked for', async () => {
    const { card, left } = brokenDevice(4e9)
    await run(card, card.requireRoom({ samples: 1e6, piece: 1e9, all: 3e9 }))
    expect(left()).toBe(4e9)
    await expect(run(card, card.requireRoom({ samples: 1e6, piece: 1e9, all: 5e9 }))).rejects.toThrow(
      'device: 1,000,000 samples need 5 GB in all, which a card does not have: use fewer samples or --device cpu',
    )
    expect(left()).toBe(4e9)
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
