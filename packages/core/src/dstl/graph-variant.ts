import { basisSize } from '../consensus/embedding.ts'
import { type ClusterResult, inInputOrder, splitSamples } from '../consensus/result.ts'
import { evidenceWarnings, splitWarnings } from '../consensus/warnings.ts'
import { everywhere, gatherEvidence } from '../evidence/evidence.ts'
import { orderViews } from '../evidence/order.ts'
import { graphBasis } from '../graphs/graph-basis.ts'
import type { MethodResult, Task } from '../methods/method.ts'
import { finalKmeans } from '../numerics/kmeans/final-kmeans.ts'
import type { Matrix } from '../numerics/linalg/matrix.ts'
import { concatenateColumns, unitRows } from '../numerics/linalg/scale.ts'
import { singularScores } from '../numerics/linalg/singular-scores.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import { makeRuntime } from '../runtime/runtime.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import { type GraphTensorState, graphTensorPasses } from './graph-passes.ts'

/** The evidence goes by the default settings of the default method, without what only its refinement needs. */
const settings = { neighbours: 10, viewWeights: null, effort: 'fast', sample: null }
/** Relative squared change of the last pass that counts as settled. */
const SETTLED = 1e-3

/**
 * DSTL with the Fourier basis of a neighbour graph in place of the Fourier basis of the sample index: the model of `dstl` (a sparse part and a slim
 * low-rank tensor a view) without its dependence on the order of the samples, and with every threshold taken from the data. Ranks share the work up to the graphs, which
 * each then puts together: they are small beside the views. O(n²·r + passes·n·m·p·(q + r)).
 */
export function* dstlInGraph(input: PreparedRows, task: Task): Generator<Progress, MethodResult> {
  const { clusters, random, kernels, ranks, scratch } = task
  const rt = makeRuntime({ kernels, device: null, random, ranks, memory: { scratch } })
  const ordered = yield* orderViews(rt, input, settings)
  const { views, samples } = ordered
  const warnings = [...ordered.warnings]
  let result: ClusterResult
  let state: GraphTensorState | null = null
  if (clusters === 1 || clusters >= samples.total) {
    result = splitSamples(samples, clusters, ranks)
    warnings.push(...splitWarnings(samples.total, samples.order.places.length, clusters))
  } else {
    const localEvidence = yield* gatherEvidence(rt, ordered, settings, clusters)
    warnings.push(...(yield* evidenceWarnings(rt, localEvidence, clusters)))
    const evidence = everywhere(localEvidence)
    const { graph } = evidence.graphs[0]
    const basis = yield* graphBasis(kernels, graph, basisSize(graph.rows, clusters), random.split(1), singleProcess)
    state = yield* graphTensorPasses(kernels, basis, evidence, clusters)
    const partition = yield* clusterRows(kernels, state.H, clusters, random.split(2))
    result = inInputOrder(evidence.samples, partition, clusters)
  }
  const names = views.map(({ name }) => name)
  const byView = <T>(values: readonly T[]) => Object.fromEntries(values.map((value, v) => [names[v], value]))
  return {
    ...result,
    viewWeights: null,
    iterations: state?.changes.length ?? 0,
    converged: (state?.changes.at(-1) ?? 0) <= SETTLED,
    history: { objective: [], change: state?.changes ?? [] },
    warnings,
    details: state ? { W: byView(state.W), thresholds: byView(state.thresholds), noise: byView(state.noise) } : {},
  }
}

/** k-means on the principal scores of the unit rows of [H¹ … Hᵐ]. */
function* clusterRows(
  kernels: Kernels,
  H: readonly Matrix[],
  clusters: number,
  random: Random,
): Generator<Progress, ClusterResult> {
  const rank = Math.min(2 * clusters, 50)
  const embedding = yield* singularScores(
    kernels,
    unitRows(concatenateColumns(H)),
    rank,
    random.split(0),
    singleProcess,
  )
  const labels = yield* finalKmeans(kernels, embedding, clusters, random.split(1))
  return { labels, memberships: null, confidence: null, embedding, details: {} }
}
