import { type CanonicalOrder, canonicalOrder, type SummarisedView } from '../../data/canonical-order.ts'
import type { NamedRows, PreparedRows } from '../../data/prepare-views.ts'
import { summariseView } from '../../data/view-summary.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { reorderRows } from '../../ranks/reorder-rows.ts'
import type { ClusterTree } from '../../tree/cluster-tree.ts'
import type { MethodResult, OptionValues } from '../method.ts'
import { toldKinds } from '../view-kinds.ts'
import { viewWeights } from '../view-weights.ts'
import { copiedViews } from './copied-views.ts'
import { numberClusters } from './number-clusters.ts'

/** What a search finds, samples in canonical order; clusters still unnumbered. */
export type Finding = Pick<MethodResult, 'labels' | 'memberships' | 'confidence' | 'embedding' | 'tree' | 'details'>

/** A view with how much it counts, above 0. */
export interface WeighedView extends NamedRows {
  readonly weight: number
}

/** The order of views and samples that their content gives, and the views without those that say nothing. */
export interface CanonicalViews {
  /** In canonical order, but their samples still in that of the input: see `reorderSamples`. */
  views: WeighedView[]
  /** Of the samples of all ranks, on every rank. */
  order: CanonicalOrder
  /** Number of samples that differ from each other. */
  distinct: number
  /** A word about every view that was left out. */
  warnings: string[]
}

/**
 * Leaves out views of weight 0, constant ones and, where no weights are told, copies of others, before anything else so that they change nothing, and sorts the rest by content. Two readings, one more of views that look
 * alike.
 */
export function* canonicalViews(
  input: PreparedRows,
  options: OptionValues,
  communicator: Communicator = oneProcess,
): Generator<Progress, CanonicalViews> {
  const weights = viewWeights(options, input.views)
  const weighed: (WeighedView & SummarisedView)[] = []
  for (const [v, view] of input.views.entries())
    if (weights[v] > 0) weighed.push({ ...view, weight: weights[v], summary: yield* summariseView(view, communicator) })
  const varying = weighed.filter(({ summary }) => !summary.constant)
  // Weights that are told say how much a view counts that is given twice.
  const copies = options.viewWeights ? new Map() : yield* copiedViews(varying, toldKinds(options), communicator)
  const used = varying.length > 0 ? varying.filter(({ name }) => !copies.has(name)) : weighed
  const order = yield* canonicalOrder(used, communicator)
  return {
    views: Array.from(order.views, (v) => used[v]),
    order,
    distinct: order.samples.length,
    warnings: [
      ...weighed
        .filter(({ summary }) => summary.constant)
        .map(({ name }) => `view "${name}" is the same for all samples and was left out`),
      ...Array.from(copies, ([copy, of]) => `view "${copy}" repeats view "${of}" value by value and was left out`),
    ],
  }
}

/** The finding in the order of the input, clusters numbered by size; identical samples share all that is found of them. Ranks give and get what is of their own samples. */
export function inInputOrder(
  found: Finding,
  { samples, places }: CanonicalOrder,
  clusters: number,
  communicator: Communicator = oneProcess,
): Finding {
  const restored = (a: Matrix) => reorderRows(communicator, a, places, samples.length)
  const column = (values: ArrayLike<number>) => restored(matrix(values.length, 1, Float64Array.from(values))).data
  const copies = Int32Array.from(samples.keys(), () => 0)
  for (const place of places) copies[place]++
  const { labels, memberships, confidence, embedding, tree, details } = numberClusters(
    found,
    copies,
    clusters,
    communicator,
  )
  return {
    labels: Int32Array.from(column(labels)),
    memberships: memberships && restored(memberships),
    confidence: confidence && column(confidence),
    embedding: embedding && restored(embedding),
    ...(tree ? { tree: restoredTree(tree, column(tree.leaves), communicator) } : {}),
    details,
  }
}

function restoredTree(tree: ClusterTree, leaves: Float64Array, communicator: Communicator): ClusterTree {
  const sizes = new Float64Array(tree.leafSizes.length)
  for (const leaf of leaves) sizes[leaf]++
  communicator.allReduceSum(sizes)
  return { ...tree, leaves: Int32Array.from(leaves), leafSizes: Array.from(sizes) }
}
