import { InputError } from '@manyview/core'
import { Card } from './card.ts'
import { GpuDevice } from './gpu-device.ts'

/** Limits that are asked for as high as the card has them; the memory of a workgroup is not among them, since one driver ends the process then. */
const RAISED = ['maxBufferSize', 'maxStorageBufferBindingSize', 'maxComputeWorkgroupsPerDimension'] as const

/** Opens the graphics card of a host: `navigator.gpu` of a page, or what `nodeGpu` of `manyview/node` gives. Refuses with what to do where there is none. */
export async function openDevice(gpu: GPU | undefined): Promise<GpuDevice> {
  if (!gpu) throw noDevice('this browser has no WebGPU, use a newer one or the CPU')
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' })
  if (!adapter) throw noDevice('no graphics card was found: install its driver with Vulkan, or use the CPU')
  const requiredLimits = Object.fromEntries(RAISED.map((name) => [name, adapter.limits[name]]))
  const device = await adapter.requestDevice({ requiredLimits })
  // The description is often that of the driver.
  const { vendor, architecture, device: model, description, isFallbackAdapter } = adapter.info
  const name = model || description || [vendor, architecture].filter((word) => word !== '').join(' ') || 'graphics card'
  return new GpuDevice(new Card(name, device, [gpu, adapter], isFallbackAdapter))
}

/** The error where there is nothing to compute on. */
export function noDevice(message: string): InputError {
  return new InputError(message, { code: 'no-device', argument: 'device' })
}
