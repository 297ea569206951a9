import type { PreparedRows } from '../data/prepare-views.ts'
import { concatenateColumns, unitRows } from '../data/scale.ts'
import { graphBasis } from '../graph/graph-basis.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { canonicalViews, type Finding, inInputOrder } from './consensus/canonical-views.ts'
import { basisSize, singularScores } from './consensus/embeddings.ts'
import { finalKmeans } from './consensus/final-kmeans.ts'
import { ownPart } from './consensus/own-part.ts'
import { readyViews } from './consensus/ready-views.ts'
import { splitSamples } from './consensus/split-samples.ts'
import { viewGraphs } from './consensus/view-graphs.ts'
import { graphWarnings, splitWarnings } from './consensus/warnings.ts'
import { wholeGraphs } from './consensus/whole-graphs.ts'
import { type GraphTensorState, graphTensorPasses } from './dstl-graph-passes.ts'
import type { MethodResult, Task } from './method.ts'

const NEIGHBOURS = 10
/** Relative squared change of the last pass that counts as settled. */
const SETTLED = 1e-3

/**
 * DSTL with the Fourier basis of a neighbour graph in place of the Fourier basis of the sample index: the model of `dstl` (a sparse part and a slim
 * low-rank tensor a view) without its dependence on the order of the samples, and with every threshold taken from the data. Ranks share the work up to the graphs, which
 * each then puts together: they are small beside the views. O(n²·r + passes·n·m·p·(q + r)).
 */
export function* dstlInGraph(input: PreparedRows, task: Task): Generator<Progress, MethodResult> {
  const { clusters, random, kernels, communicator = oneProcess, scratch } = task
  const canonical = yield* canonicalViews(input, {}, communicator)
  const { views, order, distinct, warnings } = canonical
  let result: Finding
  let state: GraphTensorState | null = null
  if (clusters === 1 || clusters >= distinct) {
    result = splitSamples(order, clusters, communicator)
    warnings.push(...splitWarnings(distinct, order.places.length, clusters))
  } else {
    const ready = yield* readyViews(kernels, canonical, random.split(0), communicator, scratch)
    const own = yield* viewGraphs(kernels, ready, NEIGHBOURS, random.split(0), true, communicator)
    warnings.push(...(yield* graphWarnings(kernels, own, clusters, communicator)))
    const seen = wholeGraphs(communicator, own)
    const { graph } = seen.graphs[0]
    const basis = yield* graphBasis(kernels, graph, basisSize(graph.rows, clusters), random.split(1))
    state = yield* graphTensorPasses(kernels, basis, seen, clusters)
    const found = yield* clusterRows(kernels, state.H, clusters, random.split(2))
    result = inInputOrder(ownPart(communicator, order.twins, found), order, clusters, communicator)
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
): Generator<Progress, Finding> {
  const rank = Math.min(2 * clusters, 50)
  const embedding = yield* singularScores(kernels, unitRows(concatenateColumns(H)), rank, random.split(0))
  const labels = yield* finalKmeans(kernels, embedding, clusters, random.split(1))
  return { labels, memberships: null, confidence: null, embedding, details: {} }
}
