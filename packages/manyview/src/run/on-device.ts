import { type Device, InputError } from '@manyview/core'
import { findMethod } from '@manyview/rivals'
import { nodeDevice } from './node-device.ts'

/** Up to this many samples a fit is over on the processor before the card has paid for its start. */
const WORTH_A_CARD = 20_000

type DeviceName = 'cpu' | 'gpu' | 'auto'

/**
 * Does `work` on the device that was asked for: the processor alone, the graphics card, or the card where it pays (`auto`), for methods that use it and many samples. With `auto` the processor takes over
 * where there is no card but software in its place, or where it fails, and `warn` hears why.
 */
export async function onDevice<T>(
  name: DeviceName,
  { samples, method }: { samples: number; method: string },
  warn: (message: string) => void,
  work: (device?: Device) => Promise<T>,
  open: () => Promise<Device & { warning: string | null; close(): void }> = nodeDevice,
): Promise<T> {
  if (name === 'cpu' || (name === 'auto' && (samples < WORTH_A_CARD || !findMethod(method).device))) return work()
  const fallBack = (error: unknown) => {
    const ofDevice = error instanceof InputError && error.argument === 'device'
    if (name !== 'auto' || !ofDevice) throw error
    warn(`computed on the processor: ${error.message}`)
    return work()
  }
  let device: Awaited<ReturnType<typeof open>>
  try {
    device = await open()
  } catch (error) {
    return fallBack(error)
  }
  if (device.warning !== null) {
    const isTaken = name === 'gpu'
    warn(`${isTaken ? '' : 'computed on the processor: '}device: ${device.warning}`)
    if (!isTaken) {
      device.close()
      return work()
    }
  }
  try {
    return await work(device)
  } catch (error) {
    return await fallBack(error)
  } finally {
    device.close()
  }
}
