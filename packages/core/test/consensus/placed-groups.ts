import type { EmbeddedGraph } from '../../src/consensus/embedding.ts'
import { nearestNeighbours } from '../../src/graphs/nearest-neighbours.ts'
import { neighbourGraph } from '../../src/graphs/neighbour-graph.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { unitRows } from '../../src/numerics/linalg/scale.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import type { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { samplesInOrder } from '../samples-in-order.ts'

/** The graph of 320 samples around four centres, i mod 4 each, and their features in unit rows. Where they lie `apart`, the graph falls into the four groups; else its links join them. */
export function placedGroups(kernels: Kernels, columns: number, apart: boolean): EmbeddedGraph {
  const random = new Random(2)
  const centres = Float64Array.from(
    { length: 4 * columns },
    () => (apart ? 40 : 5 / Math.sqrt(columns)) * normal(random),
  )
  const points = matrix(320, columns)
  for (let p = 0; p < points.data.length; p++)
    points.data[p] = centres[(Math.floor(p / columns) % 4) * columns + (p % columns)] + normal(random)
  const graph = neighbourGraph(
    kernels,
    runToEnd(nearestNeighbours(kernels, points, 10, singleProcess)),
    320,
    singleProcess,
  )
  return { samples: samplesInOrder(320), graph, features: unitRows(points), clusters: 4, random: new Random(3) }
}
