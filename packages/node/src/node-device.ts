import type { GpuDevice } from '@manyview/gpu'

/** Objects of Dawn that are collected while they are used end the process. */
const alive: unknown[] = []

/** Opens the graphics card of this machine through the package `webgpu`. Nothing of it is loaded before. `close` it at the end. */
export async function nodeDevice(): Promise<GpuDevice> {
  const { noDevice, openDevice } = await import('@manyview/gpu')
  const dawn = await import('webgpu').catch(() => {
    throw noDevice(
      'needs the package webgpu: run npm install webgpu@0.6.2 (with -g where manyview was), or use the CPU',
    )
  })
  const gpu = dawn.create([])
  alive.push(gpu)
  return openDevice(gpu)
}
