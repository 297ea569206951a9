import { type Device, InputError } from '@manyview/core'
import type { GpuDevice } from '@manyview/gpu'
import { describe, expect, it } from 'vitest'
import { onDevice } from '../../src/run/on-device.ts'

const lost = () => Promise.reject(new InputError('the graphics card was lost', { code: 'device', argument: 'device' }))

describe('onDevice', () => {
  const many = { samples: 1_000_000, method: 'consensus' }

  it('stays on the processor unless it is told otherwise, with auto for few samples and for methods without a card', async () => {
    const work = async (device?: object) => device
    expect(await onDevice('cpu', many, fail, work)).toBeUndefined()
    expect(await onDevice('auto', { ...many, samples: 100 }, fail, work)).toBeUndefined()
    expect(await onDevice('auto', { ...many, method: 'kmeans' }, fail, work)).toBeUndefined()
  })

  it('falls back to the processor with auto and says why; with gpu it fails', async () => {
    const said: string[] = []
    expect(
      await onDevice(
        'auto',
        many,
        (message) => said.push(message),
        async () => 'done',
        lost,
      ),
    ).toBe('done')
    expect(said).toEqual(['computed on the processor: device: the graphics card was lost'])
    await expect(onDevice('gpu', many, fail, async () => 'done', lost)).rejects.toThrow('the graphics card was lost')
  })

  it('leaves a card that is software alone with auto, uses it with gpu, and says so', async () => {
    const said: string[] = []
    const warn = (message: string) => said.push(message)
    const software = async () => ({ name: 'a stand-in', warning: 'is software', close() {} }) as unknown as GpuDevice
    const used = async (device?: Device) => device?.name
    expect(await onDevice('auto', many, warn, used, software)).toBeUndefined()
    expect(await onDevice('gpu', many, warn, used, software)).toBe('a stand-in')
    expect(said).toEqual(['computed on the processor: device: is software', 'device: is software'])
  })
})

function fail(message: string): void {
  throw new Error(message)
}
