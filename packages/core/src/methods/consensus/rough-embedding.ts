import { FEW_DIMENSIONS } from '../../data/comparable-rows.ts'
import type { DeviceRows } from '../../device/device.ts'
import type { FunctionHints, LikelyFunctions } from '../../graph/filtered-functions.ts'
import { graphBasis } from '../../graph/graph-basis.ts'
import { roundedSteps } from '../../graph/rounded-steps.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { MadeRows } from '../../kmeans/assign-to-centres.ts'
import type { Matrix } from '../../linalg/matrix.ts'
import type { SparseMatrix } from '../../linalg/sparse-matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Random } from '../../random/random.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { embeddedRows } from './embedded-rows.ts'
import { basisSize, scoresOfFiltered } from './embeddings.ts'

/** Coordinates of the samples side by side, made when they are read or held by a device: those in the graph's functions first, `functions` of them. */
export interface RoughEmbedding {
  joined: DeviceRows | (MadeRows & DeviceRows)
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
  const [count, rank] = [basisSize(graph.columns, clusters), scoresOfFiltered(clusters)]
  if (device && graph.columns > device.many && features.columns >= FEW_DIMENSIONS)
    return yield* device.embed(graph, features, { count, rank, random })
  const likely = yield* functionsOf(kernels, graph, count, random, communicator, hints)
  const joined = yield* embeddedRows(kernels, likely, features, rank, communicator)
  return { joined, functions: likely.vectors.columns, likely }
}

/** A function of its own, since a generator holds what it made on the way until its end. */
function* functionsOf(
  kernels: Kernels,
  graph: SparseMatrix,
  count: number,
  random: Random,
  communicator: Communicator,
  hints: FunctionHints,
): Generator<Progress, LikelyFunctions> {
  const rounded = { ...hints, steps: roundedSteps }
  const { values, vectors } = yield* graphBasis(kernels, graph, count, random, true, communicator, rounded)
  return { values, vectors: { ...vectors, data: new Float32Array(vectors.data) } }
}
