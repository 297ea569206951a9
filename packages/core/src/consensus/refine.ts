import type { Evidence } from '../evidence/evidence.ts'
import { findNeighboursByView, linkSamples, placeSideBySide } from '../evidence/graphs.ts'
import { addUp, foldTurns, massOf, meansOf, type Sums } from '../numerics/linalg/discriminants.ts'
import type { Matrix } from '../numerics/linalg/matrix.ts'
import { concatenateColumns } from '../numerics/linalg/scale.ts'
import type { Device } from '../runtime/device/device.ts'
import type { WeighedGroups } from '../runtime/device/device-refinement.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Samples } from '../runtime/samples.ts'
import { comparableRows, comparableRowsInto } from '../views/comparable-rows.ts'
import { discriminantCoordinates, FOLDS } from './discriminants.ts'

/** Samples between two clusters count at least this much. */
const LEAST = 0.02
/** How often cells are drawn where neighbours are approximate: refined clusters lie further apart, so that 8 draws find no smaller share of the neighbours (0.91 in a view, 0.94 in all) than the usual 13 did before. */
const DRAWS = 8

/** A partition of the samples held here by which views are refined. */
export interface Grouping {
  readonly labels: Int32Array
  readonly clusters: number
  readonly confidence: Float64Array
}

/**
 * The evidence once more, with coordinates beside the scores of each view that tell the clusters of a grouping apart: what one view is sure of becomes visible in the others. Coordinates of a sample are learnt from other
 * samples, weighted by confidence. What `holder` has of scores and graphs is freed on the way, and the result has graphs and features only. O(n·r·(r + k)) per view and what the graphs take.
 */
export function* refineEvidence(
  rt: Runtime,
  holder: { evidence: Evidence },
  { labels, clusters, confidence }: Grouping,
): Generator<Progress, Evidence> {
  const { samples, neighbours: count, weights, incomplete } = holder.evidence
  holder.evidence = { ...holder.evidence, graphs: [] }
  const places = rt.random('folds').permutation(samples.total)
  const groups = {
    labels,
    clusters,
    weights: confidence.map((margin) => Math.max(margin, LEAST)),
    folds: Uint8Array.from({ length: samples.count }, (_, i) => places[samples.begin + i] % FOLDS),
  }
  const scores: Matrix[] = []
  const views = holder.evidence.scores.length
  for (let v = 0; v < views; v++) {
    const { scores: given, extraScores, present, unit } = holder.evidence
    const view = { scores: given[v], extra: extraScores[v], present: present[v], isUnit: unit[v] }
    const refined = yield* refineScores(rt, samples, view, groups)
    scores.push(samples.evenShare(refined))
    yield { stage: 'refinement', iteration: v + 1, total: views }
  }
  holder.evidence = { ...holder.evidence, scores: [], extraScores: [] }
  // Processes that have all samples search for the neighbours of their even share.
  const spread = samples.spread()
  const present = holder.evidence.present.map((marks) => samples.evenShareOf(marks))
  const neighbours = yield* findNeighboursByView(rt, spread, scores, present, count, DRAWS)
  const features = placeSideBySide({ scores, present, weights, incomplete })
  // Only samples that lack views are still compared view by view.
  if (!incomplete) scores.length = 0
  const linked = { scores, present, weights, incomplete }
  const graphs = yield* linkSamples(rt, spread, linked, features, neighbours, count, DRAWS)
  return {
    ...holder.evidence,
    graphs: graphs.map(({ name, graph }) => ({ name, graph: samples.fromEvenShares(graph) })),
    features: samples.fromEvenShares(features),
  }
}

/** The scores of a view (own×r) beside coordinates that tell the groups apart, learnt from `extra` scores of it, made comparable; on a device where there are many samples, none of them lacks the view, and both are the same scores. O(n·r·(r + k)). */
function* refineScores(
  { kernels, device }: Runtime,
  samples: Samples,
  { scores, extra, present, isUnit }: { scores: Matrix; extra: Matrix; present: Uint8Array; isUnit: boolean },
  groups: WeighedGroups,
): Generator<Progress, Matrix> {
  const isMany = device && scores.rows > device.many && extra === scores && isUnit
  if (isMany && !present.includes(0)) return yield* refineOnDevice(kernels, device, scores, groups)
  const both = concatenateColumns([scores, discriminantCoordinates(kernels, samples, extra, present, groups)])
  // Where lengths say something they stay.
  return isUnit ? comparableRowsInto(both, singleProcess) : both
}

function* refineOnDevice(
  kernels: Kernels,
  device: Device,
  scores: Matrix,
  groups: WeighedGroups,
): Generator<Progress, Matrix> {
  const sums = yield* device.foldSums(scores, groups, FOLDS)
  const mass = masses(groups)
  const parts = sums.map((some, fold): Sums => ({ ...some, mass: mass[fold] }))
  const whole = addUp(parts, -1)
  const share = scores.rows / massOf(whole)
  const spread = share * share * (yield* device.spreadWithin(scores, groups, meansOf(whole)))
  const turns = foldTurns(kernels, parts, scores.rows, spread)
  return turns ? yield* device.besideTurned(scores, groups, turns) : comparableRows(scores, singleProcess)
}

/** Σ w by cluster, of each fold. */
function masses({ labels, clusters, weights, folds }: WeighedGroups): Float64Array[] {
  const mass = Array.from({ length: FOLDS }, () => new Float64Array(clusters))
  for (let i = 0; i < labels.length; i++) mass[folds[i]][labels[i]] += weights[i]
  return mass
}
