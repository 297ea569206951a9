import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Progress } from '@manyview/core'
import type { Card } from '../src/card.ts'
import { GpuDevice, openDevice } from '../src/index.ts'
import { Resident } from '../src/resident.ts'

/** SwiftShader as Chromium brings it: a graphics card in software. */
const DRIVER = '/usr/lib/chromium/vk_swiftshader_icd.json'
const LOADER = '/usr/lib/chromium/libvulkan.so.1'

let opened: Promise<GpuDevice> | undefined
/** Why tests skip here; null where they run. */
export const noSoftwareDevice =
  existsSync(DRIVER) && existsSync(LOADER) ? null : `${DRIVER} is missing: install chromium`
if (noSoftwareDevice) console.log(`tests of the graphics card are skipped, ${noSoftwareDevice}`)

/** The one device of all tests; it lives as long as the process, since Dawn ends a process that lets go of it. */
export function softwareDevice(): Promise<GpuDevice> {
  opened ??= open()
  return opened
}

async function open(): Promise<GpuDevice> {
  process.env.VK_DRIVER_FILES = DRIVER
  // Dawn asks for the loader by its name, and gets the one that is there already.
  createRequire(import.meta.url)('koffi').load(LOADER)
  const { create } = await import('webgpu')
  return openDevice(create([]))
}

/** The same device with buffers of so many bytes at the most, for tests of what lies in several. */
export async function narrowDevice(bytes: number, many?: number): Promise<GpuDevice> {
  const { card } = await softwareDevice()
  const own = { largest: { value: bytes }, resident: { value: new Resident(Infinity) } }
  return new GpuDevice(Object.create(card, own) as Card, many)
}

/** Runs a generator as `paced` does. */
export async function onDevice<T>(device: GpuDevice, run: Generator<Progress, T>): Promise<T> {
  for (;;) {
    const step = run.next()
    if (step.done) return step.value
    await device.pending
  }
}
