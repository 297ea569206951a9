import type { Ranks } from '../src/runtime/ranks/ranks.ts'
import { singleProcess } from '../src/runtime/ranks/single-process.ts'
import { Samples } from '../src/runtime/samples.ts'

/** So many samples, all different, that are in their order already. */
export function samplesInOrder(total: number, ranks: Ranks = singleProcess): Samples {
  const places = Uint32Array.from({ length: total }, (_, i) => i)
  return new Samples({ samples: places, places }, ranks)
}
