import { describeSamples, type Evidence, everywhere, evidenceFormat, gatherEvidence } from '../evidence/evidence.ts'
import { neighbourCount } from '../evidence/graphs.ts'
import { type OrderedViews, orderViews } from '../evidence/order.ts'
import { orderForMemory } from '../graphs/filtered-functions.ts'
import { countedFeatures, requireMemory } from '../methods/memory-limit.ts'
import type { MethodResult, OutlierReport, Task } from '../methods/method.ts'
import type { Matrix } from '../numerics/linalg/matrix.ts'
import { isBlocked } from '../numerics/linalg/rows.ts'
import type { Device } from '../runtime/device/device.ts'
import type { Progress } from '../runtime/progress.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { makeRuntime, type Runtime } from '../runtime/runtime.ts'
import { Stages } from '../runtime/stages.ts'
import { runToEnd } from '../runtime/steps.ts'
import { refuseUnknownViews } from '../views/by-view.ts'
import { fingerprint } from '../views/fingerprint.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import { RANK } from '../views/scored-view.ts'
import { declaredKinds } from '../views/treatments.ts'
import { viewWeights } from '../views/view-weights.ts'
import { calibrateConfidence, cohesionOf } from './confidence.ts'
import { basisSize } from './embedding.ts'
import { estimateConsensus } from './estimate.ts'
import { fitFast } from './fast.ts'
import { drawFitted, fittedCount } from './fitted-samples.ts'
import { type Member, memberKinds } from './members.ts'
import { refineEvidence } from './refine.ts'
import {
  type ClusterResult,
  type Gathered,
  inInputOrder,
  keepGathered,
  partitionsInInputOrder,
  splitSamples,
} from './result.ts'
import { type Fit, Round } from './round.ts'
import { clusterTree } from './tree.ts'
import { consensusPartition, placeSamples, type Vote, type Voters, voteOn } from './vote.ts'
import { clusterWarnings, evidenceWarnings, splitWarnings, supportWarnings } from './warnings.ts'
import { kindsWorthDrawing, type MemberWeights, weighMembers, weightDetails, weightOf } from './weights.ts'

/** Fewer samples are clustered before a thread has started. */
const WORTH_THREADS = 1000
/** Processes that have fewer samples each get all of them: there is too little to share. */
const WORTH_SHARING = 256

/** The runtime of a task. */
function runtimeOf({
  kernels,
  device,
  random,
  ranks,
  memoryLimit,
  scratch,
}: Pick<Task, 'kernels' | 'device' | 'random' | 'ranks' | 'memoryLimit' | 'scratch'>): Runtime {
  return makeRuntime({ kernels, device, random, ranks, memory: { limit: memoryLimit, scratch } })
}

/** Orders the samples and gathers evidence as the default method does under `options`, before the number of clusters is known. */
export function* gatherBefore(input: PreparedRows, task: Omit<Task, 'clusters'>): Generator<Progress, Gathered> {
  if (input.samples > WORTH_THREADS) task.crew?.()
  const rt = runtimeOf(task)
  const ordered = yield* orderViews(rt, input, task.options)
  const evidence = ordered.samples.total < 3 ? null : yield* gatherEvidence(rt, ordered, task.options, null)
  return { ordered, evidence }
}

/** Tells outliers and copies before anything is clustered; null where fewer than three samples differ. */
export function* judgeSamples(
  input: PreparedRows,
  task: Omit<Task, 'clusters'>,
): Generator<Progress, OutlierReport | null> {
  const gathered = yield* gatherBefore(input, task)
  const { evidence } = gathered
  if (!evidence) return null
  const places = evidence.samples.inInputOrder(evidence.features)
  return { ...describeSamples(evidence), places, seen: gathered }
}

/** Fits the default method, from views to result. */
export function* fitConsensus(input: PreparedRows, task: Task): Generator<Progress, MethodResult> {
  const { clusters, options, ranks } = task
  const weights = viewWeights(options, input.views)
  refuseUnknownViews('viewKinds', declaredKinds(options).keys(), input.views)
  const device = yield* makeRoom(input, task)
  if (input.samples > WORTH_THREADS) task.crew?.()
  const rt = runtimeOf({ ...task, device })
  const before = task.seen as Gathered | undefined
  const ordered = before?.ordered ?? (yield* orderViews(rt, input, options))
  const { samples } = ordered
  const result =
    clusters === 1 || clusters >= samples.total
      ? {
          ...splitSamples(samples, clusters, ranks),
          warnings: splitWarnings(samples.total, samples.order.places.length, clusters),
        }
      : yield* fitDistinct(rt, task, ordered, before?.evidence ?? null)
  return {
    ...result,
    viewWeights:
      options.viewWeights === null ? null : Object.fromEntries(input.views.map(({ name }, v) => [name, weights[v]])),
    iterations: 1,
    converged: true,
    history: { objective: [], change: [] },
    warnings: [...ordered.warnings, ...(rt.device?.lacks ?? []), ...result.warnings],
  }
}

/** Refuses a fit that needs more memory than there may be; gives the device of the task as far as it has room for the fit. */
function* makeRoom(input: PreparedRows, task: Task): Generator<Progress, Device | null> {
  const { clusters, options, device, ranks } = task
  const { total: samples } = rowRange(ranks, input.samples)
  const size = { samples, features: countedFeatures(input, 1.5), clusters, options, ranks: ranks.size }
  const streamed = input.views.some(({ data }) => isBlocked(data))
  const inBlocks = streamed ? undefined : estimateConsensus({ ...size, streamed: true }).bytes
  const { bytes } = estimateConsensus({ ...size, streamed })
  requireMemory(task, bytes, `graphs and embeddings of ${samples} samples`, inBlocks)
  if (!device || samples <= device.many) return device
  return yield* device.withRoom({ ...size, rank: RANK, basis: basisSize(samples, clusters) })
}

/** Fits where there are more distinct samples than clusters; `before` is the evidence that was gathered without their number. */
function* fitDistinct(
  rt: Runtime,
  task: Task,
  ordered: OrderedViews,
  before: Evidence | null,
): Generator<Progress, ClusterResult & Pick<MethodResult, 'outlierScores' | 'duplicates' | 'warnings'>> {
  const { clusters, options } = task
  const { samples } = ordered
  const stages = task.checkpoints && new Stages(task.checkpoints, taskText(task, ordered), samples)
  const names = ordered.views.map(({ name }) => name)
  const neighbours = neighbourCount(samples.total, clusters, options.neighbours as number)
  const gather = function* () {
    return before?.neighbours === neighbours ? before : yield* gatherEvidence(rt, ordered, options, clusters)
  }
  const gathered = stages
    ? yield* stages.once('evidence', evidenceFormat(rt.kernels, samples, names), samples, gather)
    : yield* gather()
  const warnings = yield* evidenceWarnings(rt, gathered, clusters)
  const described = describeSamples(gathered)
  const count = fittedCount(samples.total, clusters, options.sample as number | null)
  const isSpread = count < samples.total && samples.total >= WORTH_SHARING * rt.ranks.size
  const evidence = isSpread ? gathered : everywhere(gathered)
  const fit: Fit = { rt, clusters, evidence, fitted: drawFitted(evidence.samples, count, rt.random('fitted')) }
  const fitting = options.effort === 'fast' ? fitFast(rt, evidence, fit.fitted, clusters) : fitMembers(fit, stages)
  const clusterResult = yield* partitionsInInputOrder(fitting, evidence.samples, rt.ranks, clusters)
  const confidence = clusterResult.confidence && evidence.samples.mean(clusterResult.confidence)
  warnings.push(...(yield* supportWarnings(rt, ordered, evidence, clusters, confidence)))
  const result = inInputOrder(evidence.samples, clusterResult, clusters)
  // What is explained or cut next goes by the same scores and graphs; beyond, they would take too much room.
  if (count === samples.total && rt.ranks.size === 1 && !rt.device)
    keepGathered(result.labels, { ordered, evidence: gathered })
  if (result.confidence)
    warnings.push(
      ...clusterWarnings(
        { labels: result.labels, confidence: result.confidence },
        clusters,
        options.neighbours as number,
        rt.ranks,
      ),
    )
  return { ...result, ...described, warnings }
}

/** Lets many partitions vote, refines the views by what they found, and lets those of both rounds vote. */
function* fitMembers(fit: Fit, stages: Stages | undefined): Generator<Progress, ClusterResult> {
  const { rt, clusters, fitted, evidence } = fit
  const { samples, graphs: named } = evidence
  const isWhole = fitted.all.length === samples.total
  const isInMemory = !isWhole && !(rt.device && samples.total > rt.device.many) && samples.ranks.size === 1
  const order = isInMemory ? yield* orderForMemory(rt, evidence.features, rt.random('order')) : undefined

  const first = new Round(fit, rt, 0, stages, order)
  const members = yield* first.draw(() => memberKinds)
  const weights = yield* weighMembers(members, rt.random('weights'))
  const before = yield* agree(fit, votersOf(members, weights), rt, 'first')
  yield { stage: 'consensus', iteration: 1, total: 2, partition: () => before.labels }

  const likely = yield* first.firstEigenvectors()
  fit.evidence = yield* refineEvidence(rt.scope('refined'), fit, { ...before, labels: before.groups, clusters })
  const second = new Round(fit, rt.scope('refined'), 1, stages, order, likely)
  const refined = yield* second.draw((graph) => kindsWorthDrawing(weights, graph))
  const voters = votersOf([...members, ...refined], weights)
  const partition = yield* agree(fit, voters, rt, 'second')

  const unrefined = yield* voteOn(rt, samples, votersOf(members, weights), partition.labels, clusters)
  const cohesion = cohesionOf(samples, voters, partition.labels, clusters)
  // Where partitions are fitted to some samples, no embedding of all is ever held: the refined features take its place.
  const places = isWhole ? second.filteredEmbedding() : fit.evidence.features
  const tree = yield* clusterTree(rt, samples, places, { labels: partition.labels, clusters }, fitted, isWhole)
  return {
    ...calibrateConfidence(samples, partition, unrefined, cohesion),
    embedding: partition.embedding ?? (yield* placeSamples(rt, samples, voters.members, partition.places)),
    tree,
    details: {
      ...weightDetails(weights, named),
      members: voters.members.length,
      ...(isWhole ? {} : { fittedTo: fitted.all.length }),
    },
  }
}

/** The members that have a weight. */
function votersOf(members: readonly Member[], weights: MemberWeights): Voters {
  const voting = members.filter((member) => weightOf(weights, member) > 0)
  return { members: voting, weights: voting.map((member) => weightOf(weights, member)) }
}

/** What members come to together. */
interface Agreement extends Vote {
  /** The partition before the vote, in which rare clusters are still whole; samples that it was not fitted to have their label of the vote. */
  groups: Int32Array
  /** Where the samples lie between the clusters of all members; null where it was fitted to some of them. */
  embedding: Matrix | null
  places: Matrix
}

/** The consensus of members on the fitted samples, and the vote of all samples on it. */
function* agree(
  { evidence: { samples }, fitted, clusters }: Fit,
  voters: Voters,
  rt: Runtime,
  name: string,
): Generator<Progress, Agreement> {
  const { kernels } = rt
  const { labels, embedding, places } = yield* consensusPartition(kernels, voters, clusters, rt.random('vote', name))
  const isWhole = fitted.all.length === samples.total
  const consensus = new Int32Array(samples.count).fill(-1)
  fitted.own.forEach((sample, s) => {
    consensus[sample] = labels[fitted.before + s]
  })
  const vote = yield* voteOn(rt, samples, voters, consensus, clusters)
  const groups = consensus.map((group, i) => (group < 0 ? vote.labels[i] : group))
  return { ...vote, groups, embedding: isWhole ? embedding : null, places }
}

/** What must be the same in a fit that goes on: the settings, and the views with their samples. */
function taskText({ clusters, options, random, ranks }: Task, { views }: OrderedViews): string {
  const shapes = views.map(({ name, data }) => [name, data.columns, runToEnd(fingerprint(data, ranks))])
  return JSON.stringify({ method: 'consensus', state: 6, clusters, options, random: random.save(), views: shapes })
}
