import type { Device, Progress } from '@manyview/core'

/** Runs a generator that waits for a device to its end. */
export async function driven<T>(device: Device, run: Generator<Progress, T>): Promise<T> {
  for (;;) {
    const step = run.next()
    if (step.done) return step.value
    await device.pending
  }
}
