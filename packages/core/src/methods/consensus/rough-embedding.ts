import { FEW_DIMENSIONS } from '../../data/comparable-rows.ts'
import type { DeviceRows } from '../../device/device.ts'
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
}

/** `embed` for many samples: eigenvectors are found roughly, on a device where there is one. */
export function* roughEmbedding(
  kernels: Kernels,
  graph: SparseMatrix,
  features: Matrix,
  clusters: number,
  random: Random,
  communicator: Communicator,
): Generator<Progress, RoughEmbedding> {
  const { device } = kernels
  if (!device || features.columns < FEW_DIMENSIONS) {
    const { joined, spectral } = yield* embed(kernels, graph, features, clusters, random, communicator)
    return { joined, functions: spectral.columns }
  }
  const options = { count: basisSize(graph.columns, clusters), rank: scoresOfFiltered(clusters), random }
  return yield* device.embed(graph, features, options)
}
