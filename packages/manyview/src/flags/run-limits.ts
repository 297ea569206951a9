import { availableParallelism } from 'node:os'
import { InputError } from '@manyview/core'

/** The flags that limit experiments. */
export interface LimitFlags {
  memory?: number
  threads?: number
  timeLimit?: number
}

/** What fits may use: by default all cores, 60 % of the memory that is free (within the limits of a container), and 30 minutes per run. */
export function runLimits({ memory, threads, timeLimit = 30 }: LimitFlags): {
  memoryLimit: number
  threads: number
  timeLimit: number
} {
  return {
    memoryLimit: memory ?? Math.floor(0.6 * process.availableMemory()),
    threads: threads ?? availableParallelism(),
    timeLimit: timeLimit * 60,
  }
}

const units: Record<string, number> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 }

/** Reads `8GB`, `500M` or a number of bytes. */
export function byteCount(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?$/i.exec(text.trim())
  const bytes = match ? Number(match[1]) * units[match[2].toLowerCase()] : 0
  if (bytes >= 1) return Math.floor(bytes)
  throw new InputError(`is "${text}", give a number of bytes, for example 8GB`, {
    code: 'bad-option',
    argument: '--memory',
  })
}

/** Reads a time in minutes, of more than 0. */
export function minutes(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value
  throw new InputError(`is "${text}", give minutes, for example 30`, { code: 'bad-option', argument: '--time-limit' })
}
