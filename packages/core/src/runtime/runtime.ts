import type { Random } from '../numerics/random/random.ts'
import type { Device } from './device/device.ts'
import type { Kernels } from './kernels/kernels.ts'
import type { Ranks } from './ranks/ranks.ts'
import type { Scratch } from './scratch.ts'
import type { Stages } from './stages.ts'

/** What a fit is computed with. It decides how fast a result comes; only a device or a lower precision may change last digits. */
export interface Runtime {
  readonly kernels: Kernels
  /** A graphics card; null: none. */
  readonly device: Device | null
  /** The processes that share the work. */
  readonly ranks: Ranks
  readonly memory: { readonly limit?: number; readonly scratch?: Scratch }
  /** What earlier runs of the fit finished; absent: nothing is kept. */
  readonly stages?: Stages
  /** The generator of a named part of the work: it draws the same numbers whatever ran before. */
  random(...name: (string | number)[]): Random
  /** This runtime with all names under `name`. */
  scope(name: string): Runtime
}

/** The kernels on the processor, and the graphics card that takes over heavy steps; null: none. */
export type Processors = Pick<Runtime, 'kernels' | 'device'>

/** What a runtime is made of. */
interface RuntimeParts extends Processors, Pick<Runtime, 'ranks'>, Partial<Pick<Runtime, 'memory' | 'stages'>> {
  /** What all named generators come from. */
  random: Random
}

/** A runtime of these parts; by default without a limit of memory, scratch and stages. */
export function makeRuntime({ random, memory = {}, ...parts }: RuntimeParts): Runtime {
  return {
    ...parts,
    memory,
    random: (...name) => random.split(...name.map(numberOf)),
    scope: (name) => makeRuntime({ ...parts, memory, random: random.split(numberOf(name)) }),
  }
}

/** A word as a number by the hash of Fowler, Noll and Vo (FNV-1a, 32 bits); numbers stay. */
function numberOf(part: string | number): number {
  if (typeof part === 'number') return part
  let hash = 0x811c9dc5
  for (let i = 0; i < part.length; i++) hash = Math.imul(hash ^ part.charCodeAt(i), 0x01000193)
  return hash >>> 0
}
