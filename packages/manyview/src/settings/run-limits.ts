import { availableParallelism } from 'node:os'
import type { Settings } from './table.ts'

/** The settings that limit experiments. */
type LimitFlags = Pick<Settings<'compare'>, 'memory' | 'threads' | 'timeLimit'>

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
