import { FEW_DIMENSIONS } from '../../data/comparable-rows.ts'
import { concatenateColumns } from '../../data/scale.ts'
import { componentsOverRanks } from '../../graph/components-over-ranks.ts'
import { partFunctions } from '../../graph/graph-basis.ts'
import { normaliseDegrees } from '../../graph/normalise-degrees.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { SparseMatrix } from '../../linalg/sparse-matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { basisSize, type Embeddings, embed, scoresOfFiltered } from './embeddings.ts'

/** `embed` for many samples: eigenvectors are found roughly, on a device where there is one. */
export function* roughEmbedding(
  kernels: Kernels,
  graph: SparseMatrix,
  features: Matrix,
  clusters: number,
  random: Random,
  communicator: Communicator,
): Generator<Progress, Pick<Embeddings, 'spectral' | 'joined'>> {
  const { device } = kernels
  if (!device || features.columns < FEW_DIMENSIONS)
    return yield* embed(kernels, graph, features, clusters, random, true, communicator)
  const turn = { stage: 'eigenvectors', iteration: 1, total: 1 }
  const normalised = normaliseDegrees(graph)
  yield turn
  const components = componentsOverRanks(communicator, graph)
  yield turn
  const count = basisSize(graph.columns, clusters)
  const start = partFunctions(graph, components, count, communicator)
  const options = { count, rank: scoresOfFiltered(clusters), start, random }
  const { spectral, filtered } = yield* device.embed(normalised, features, options)
  return { spectral, joined: concatenateColumns([spectral, filtered]) }
}
