import type { Progress } from '@manyview/core'
import type { GpuDevice } from '@manyview/gpu'
import { driven } from './driven.ts'

/** Runs per measurement. */
const TIMES = 20
const waiting: Progress = { stage: 'bench', iteration: 0, total: 1 }

/** Times what `run` starts on a card, and prints milliseconds, bytes and operations per second. */
export async function reportRate(
  device: GpuDevice,
  name: string,
  bytes: number,
  operations: number,
  run: () => void,
): Promise<void> {
  const { card } = device
  run()
  await driven(device, card.settle(waiting))
  const started = performance.now()
  for (let i = 0; i < TIMES; i++) run()
  await driven(device, card.settle(waiting))
  const seconds = (performance.now() - started) / 1000 / TIMES
  const rate = `${(bytes / seconds / 1e12).toFixed(2)} TB/s, ${(operations / seconds / 1e12).toFixed(2)} TFLOP/s`
  console.log(`  ${name.padEnd(34)} ${(1000 * seconds).toFixed(2).padStart(7)} ms, ${rate}`)
}
