import { cluster, type Device, type Progress } from '@manyview/core'
import { type GpuDevice, openDevice } from '@manyview/gpu'
import { onDevice } from '../../packages/manyview/src/run/on-device.ts'
import { mixture } from '../scaling/mixture.ts'
import { driven } from './driven.ts'

/** Samples of the fits that lose the card. */
const SAMPLES = 30_000
const turn = { stage: 'bench', iteration: 0, total: 1 }

/** Runs out of the memory of a card, before a fit and on the way, and loses the card in the middle of one; prints what is said. */
export async function provokeFailures(device: GpuDevice, threads: number): Promise<void> {
  const { card } = device
  const all = 1e12
  const size = { clusters: 20, rank: 30, basis: 40, options: { neighbours: 10, effort: 'full' } }
  const blocks = async (asked: Generator<Progress, GpuDevice>) =>
    console.log(`    warning: ${(await driven(device, asked)).lacks}`)
  await said(
    'more than the card has, before a fit',
    blocks(device.withRoom({ ...size, samples: 1e7, features: Array<number>(20).fill(64) })),
  )
  await said('a buffer that is too large', blocks(device.withRoom({ ...size, samples: 2e7, features: [64, 64] })))
  const room = card.room()
  const filling = async () => {
    for (let held = 0; held < all; held += card.largest) {
      room.empty(Math.floor(card.largest / 4))
      await driven(device, card.settle(turn))
    }
  }
  await said('more than the card has, on the way', filling())
  room.free()
  const { views } = mixture(SAMPLES)
  const [gpu] = card.alive as [GPU]
  const fit = (other?: Device) =>
    cluster(views, {
      clusters: 20,
      effort: 'fast',
      runtime: { threads, device: other },

      onProgress({ stage }) {
        // What a reset of the driver does to a fit.
        if (stage === 'neighbours') (other as { card?: { device?: GPUDevice } } | undefined)?.card?.device?.destroy()
      },
    })
  const asked = { samples: SAMPLES, method: 'consensus' }
  for (const name of ['gpu', 'auto'] as const) {
    const warn = (message: string) => console.log(`    warning: ${message}`)
    await said(
      `the card lost during a fit with --device ${name}`,
      onDevice(name, asked, warn, fit, () => openDevice(gpu)),
    )
  }
}

async function said(what: string, work: Promise<unknown>): Promise<void> {
  try {
    await work
    console.log(`  ${what}: went on to the end`)
  } catch (error) {
    const { name, message } = error as Error
    console.log(`  ${what}: ${name}: ${message}`)
  }
}
