import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Device } from '../runtime/device/device.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { componentsOverRanks } from './components-over-ranks.ts'

/** How many connected parts a symmetric graph has, of which ranks have their own rows; on a device where there are many nodes. O(non-zeros). */
export function* countParts(device: Device | null, graph: SparseMatrix, ranks: Ranks): Generator<Progress, number> {
  const onDevice = device && graph.rows > device.many
  const { sizes } = onDevice ? yield* device.graphComponents(graph) : componentsOverRanks(ranks, graph)
  return sizes.length
}
