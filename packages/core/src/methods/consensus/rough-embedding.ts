import { FEW_DIMENSIONS } from '../../data/comparable-rows.ts'
import type { DeviceRows } from '../../device/device.ts'
import type { FunctionHints, LikelyFunctions } from '../../graph/filtered-functions.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { SparseMatrix } from '../../linalg/sparse-matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { basisSize, embed, scoresOfFiltered } from './embeddings.ts'

/** Coordinates of the samples side by side, held here or by a device: those in the graph's functions first, `functions` of them. */
export interface RoughEmbedding {
  joined: Matrix | DeviceRows
  functions: number
  /** Where to look for the functions of a graph that is much like this one; absent where a device holds them. */
  likely?: LikelyFunctions
}

/** `embed` for many samples: eigenvectors are found roughly, on a device that has room for all. */
export function* roughEmbedding(
  kernels: Kernels,
  graph: SparseMatrix,
  features: Matrix,
  clusters: number,
  random: Random,
  communicator: Communicator,
  hints: FunctionHints = {},
): Generator<Progress, RoughEmbedding> {
  const { device } = kernels
  if (!device || graph.columns <= device.many || features.columns < FEW_DIMENSIONS) {
    const made = yield* embed(kernels, graph, features, clusters, random, communicator, true, hints)
    const { values, vectors } = made.basis
    const likely = hints.likely ?? { values, vectors: { ...vectors, data: Float32Array.from(vectors.data) } }
    return { joined: made.joined, functions: made.spectral.columns, likely }
  }
  const options = { count: basisSize(graph.columns, clusters), rank: scoresOfFiltered(clusters), random }
  return yield* device.embed(graph, features, options)
}
