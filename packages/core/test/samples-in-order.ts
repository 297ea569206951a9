import type { Communicator } from '../src/runtime/ranks/communicator.ts'
import { oneProcess } from '../src/runtime/ranks/one-process.ts'
import { Samples } from '../src/runtime/samples.ts'

/** So many samples, all different, that are in their order already. */
export function samplesInOrder(total: number, ranks: Communicator = oneProcess): Samples {
  const places = Uint32Array.from({ length: total }, (_, i) => i)
  return new Samples({ samples: places, places }, ranks)
}
