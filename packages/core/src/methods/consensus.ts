import type { CanonicalOrder } from '../data/canonical-order.ts'
import type { PreparedRows } from '../data/prepare-views.ts'
import { RANK } from '../data/scored-view.ts'
import { viewKinds } from '../data/treatments.ts'
import { isBlocked } from '../linalg/rows.ts'
import type { Progress } from '../progress.ts'
import { meanOverRanks } from '../ranks/mean-over-ranks.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { rowsOnRanks } from '../ranks/own-rows.ts'
import { mapSteps } from '../steps.ts'
import { refuseUnknownViews } from './by-view.ts'
import { type CanonicalViews, type Finding, inInputOrder } from './consensus/canonical-views.ts'
import type { ConsensusCheckpoint, KeptGraphs } from './consensus/consensus-checkpoint.ts'
import { consensusEstimate, HELD_UP_TO } from './consensus/consensus-estimate.ts'
import { consensusParts } from './consensus/consensus-parts.ts'
import { basisSize } from './consensus/embeddings.ts'
import { fittedSamples, neighbourCount } from './consensus/fitted-samples.ts'
import { type KeptScores, keepScores } from './consensus/kept-scores.ts'
import { noClusters } from './consensus/no-clusters.ts'
import { judgeViews, oddSamples } from './consensus/odd-samples.ts'
import type { ManySamples, Search } from './consensus/search.ts'
import { searchGraphs } from './consensus/search-graphs.ts'
import { graphsOf, orderViews, seenBefore } from './consensus/seen-views.ts'
import { splitSamples } from './consensus/split-samples.ts'
import { graphWarnings, isUnsure, noClustersWarning, splitWarnings, unsureClusters } from './consensus/warnings.ts'
import { countedFeatures, requireMemory } from './memory-limit.ts'
import type { Method, MethodResult, Task } from './method.ts'
import { option } from './option.ts'
import { toldKinds } from './view-kinds.ts'
import { viewWeights } from './view-weights.ts'

/** Graph consensus: the default method. */
export const consensus = {
  name: 'consensus' as const,
  title: 'Graph consensus',
  description:
    'Builds neighbour graphs of each view and of all views together, embeds the samples by the graphs, and lets more than 150 partitions vote, half of them after the views were refined by the first vote. Nothing to tune; any order of the samples gives the same partition.',
  cost: 'O(n²·r) up to 20,000 samples, beyond that about O(n·log n·r); then O(n·k·(k + 30·m)) for each of some 110 k-means runs, past 50,000 samples on 20,000 of them; memory O(n·(200·m + k + 200))',
  source: 'docs/research/order-free.md',
  orderFree: true,
  ranks: 'rows',
  missingViews: true,
  resumable: true,
  device: true,
  neighbourGraphs: true,
  options: [
    option.choice(
      'effort',
      ['full', 'fast'],
      'full',
      'full: more than 150 partitions vote; fast: one embedding and one k-means, 2–4 times faster and a little less accurate',
    ),
    option.count('neighbours', 10, 'neighbours of each sample in a graph'),
    option.count(
      'sample',
      null,
      'samples that partitions are fitted to before all others join them; by default all up to 50,000, beyond that 20,000 or 400 per cluster',
    ),
    option.weights(
      'viewWeights',
      'how much each view counts, by name; views not named weigh 1, a view of weight 0 is left out',
    ),
    option.kinds(
      'viewKinds',
      viewKinds,
      'what a view holds, by name: words, measurements, scores (principal components and the like), levels (more or less of everything), counts (of sequencing), expression (its logarithms), proteins (counts), methylation (shares) or clr (counts, of which the centred log-ratio is taken); views not named are looked at',
    ),
  ],
  estimate: consensusEstimate,
  parts: consensusParts,
  blocks: true,
  heldUpTo: HELD_UP_TO,
  judge: judgeViews,
  run: async (input: PreparedRows, task: Task) => fit(input, task, await loadedFor(input, task)),
} satisfies Method

/** What only fits of many samples need, and those that save their state: pages load it when such a fit starts. */
type Loaded = (ManySamples & Checkpointing) | undefined

interface Checkpointing {
  ConsensusCheckpoint: typeof ConsensusCheckpoint
}

async function loadedFor(input: PreparedRows, task: Task): Promise<Loaded> {
  const { total } = rowsOnRanks(task.communicator ?? oneProcess, input.samples)
  const isNeeded = task.checkpoints || fittedTo(task, total) < total
  return isNeeded ? import('../fit-on-demand.ts') : undefined
}

function fittedTo({ clusters, options }: Task, samples: number): number {
  return fittedSamples(samples, clusters, options.sample as number | null)
}

function* fit(input: PreparedRows, task: Task, loaded: Loaded): Generator<Progress, MethodResult> {
  const { clusters, options, communicator = oneProcess } = task
  const { total: samples } = rowsOnRanks(communicator, input.samples)
  const size = { samples, features: countedFeatures(input, 1.5), clusters, options, ranks: communicator.size }
  const streamed = input.views.some(({ data }) => isBlocked(data))
  const inBlocks = streamed ? undefined : consensusEstimate({ ...size, streamed: true }).bytes
  const { bytes } = consensusEstimate({ ...size, streamed })
  requireMemory(task, bytes, `graphs and embeddings of ${samples} samples`, inBlocks)
  const { device } = task.kernels
  if (device && samples > device.many)
    task.kernels.device = yield* device.withRoom({ ...size, rank: RANK, basis: basisSize(samples, clusters) })
  const canonical = seenBefore(task)?.canonical ?? (yield* orderViews(input, task))
  return yield* fitCanonical(input, task, canonical, loaded)
}

/** The fit once views and samples are in their own order. */
function* fitCanonical(
  input: PreparedRows,
  task: Task,
  canonical: CanonicalViews,
  loaded: Loaded,
): Generator<Progress, MethodResult> {
  const { clusters, options, random, kernels, communicator = oneProcess } = task
  const weights = viewWeights(options, input.views)
  refuseUnknownViews('viewKinds', toldKinds(options).keys(), input.views)
  const { order, distinct } = canonical
  const samples = order.samples.length
  const warnings = [...canonical.warnings, ...(kernels.device?.lacks ?? [])]
  yield { stage: 'order', iteration: 1, total: 1 }

  let result: Finding
  let kept: KeptScores | null = null
  let oddities: Partial<ReturnType<typeof oddSamples>> = {}
  if (clusters === 1 || clusters >= distinct) {
    result = splitSamples(order, clusters, communicator)
    warnings.push(...splitWarnings(distinct, order.places.length, clusters))
  } else {
    const stages = loaded?.ConsensusCheckpoint.open(task, canonical)
    const neighbours = neighbourCount(samples, clusters, options.neighbours as number)
    const before = seenBefore(task)?.graphs
    let seen: KeptGraphs | null =
      stages?.seen ??
      (before?.neighbours === neighbours ? before : (yield* graphsOf(canonical, task, clusters)))
    stages?.keepGraphs(seen)
    warnings.push(...(yield* graphWarnings(kernels, seen, clusters, communicator)))
    oddities = oddSamples(seen, canonical, communicator)
    const fitted = fittedTo(task, samples)
    // What is explained next goes by the same scores; beyond, they would take too much room.
    if (fitted >= samples && communicator.size === 1 && !kernels.device)
      kept = { samples: order.samples, views: scoresOf(seen, canonical) }
    const given = { kernels, random, communicator, stages }
    const search: Search = { ...given, seen, twins: order.twins, clusters, neighbours, fitted, many: loaded }
    const [speaking] = seen.speaking
    // The search alone holds it now, and drops what it needs no more.
    seen = null
    const found = yield* told(searchGraphs(search, options.effort as 'full' | 'fast'), order, clusters)
    const confidence = found.confidence && meanOverRanks(found.confidence, communicator)
    // Several views speak for each other; one alone is held against noise where the members do not agree.
    if (canonical.views.length === 1 && options.effort === 'full' && isUnsure(confidence)) {
      const { data } = canonical.views[0]
      const nothing = yield* noClusters(kernels, data, order.samples, speaking, random.split(6), communicator)
      if (nothing) warnings.push(noClustersWarning(clusters, confidence!))
    }
    result = inInputOrder(found, order, clusters, communicator)
  }
  const { labels, confidence } = result
  if (kept) keepScores(labels, kept)
  if (confidence)
    warnings.push(...unsureClusters({ labels, confidence }, clusters, options.neighbours as number, communicator))
  return {
    ...result,
    ...oddities,
    viewWeights:
      options.viewWeights === null ? null : Object.fromEntries(input.views.map(({ name }, v) => [name, weights[v]])),
    iterations: 1,
    converged: true,
    history: { objective: [], change: [] },
    warnings,
  }
}

function scoresOf({ scores, speaking }: KeptGraphs, { views }: CanonicalViews): KeptScores['views'] {
  return views.map(({ name }, v) => ({ name, scores: scores[v], present: speaking[v] }))
}

/** Runs a search; the partitions that it tells are put in the order of the input. */
function told(
  search: Generator<Progress, Finding>,
  order: CanonicalOrder,
  clusters: number,
): Generator<Progress, Finding> {
  const bare = { memberships: null, confidence: null, embedding: null, details: {} }
  return mapSteps(search, (progress) => {
    const { partition } = progress
    if (!partition) return progress
    return { ...progress, partition: () => inInputOrder({ labels: partition(), ...bare }, order, clusters).labels }
  })
}
