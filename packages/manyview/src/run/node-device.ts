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
  if (!hasVulkan())
    throw noDevice('no graphics card was found: install the Vulkan loader (Debian: libvulkan1), or use the CPU')
  const gpu = dawn.create([])
  alive.push(gpu)
  return openDevice(gpu)
}

/** False where Dawn would find no Vulkan, of which it prints a warning of its own. A library that is no addon is refused after it was found. */
function hasVulkan(): boolean {
  if (process.platform !== 'linux') return true
  try {
    process.dlopen({ exports: {} }, 'libvulkan.so.1')
    return true
  } catch (error) {
    return !String(error).includes('cannot open shared object file')
  }
}
