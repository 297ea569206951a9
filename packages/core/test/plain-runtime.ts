import type { Random } from '../src/numerics/random/random.ts'
import type { Kernels } from '../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../src/runtime/ranks/single-process.ts'
import { makeRuntime, type Runtime } from '../src/runtime/runtime.ts'

/** The runtime of one process without a graphics card. */
export function plainRuntime(kernels: Kernels, random: Random): Runtime {
  return makeRuntime({ kernels, device: null, random, ranks: singleProcess })
}
