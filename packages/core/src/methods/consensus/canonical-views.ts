import { type CanonicalOrder, canonicalOrder } from '../../data/canonical-order.ts'
import { isConstant } from '../../data/is-constant.ts'
import type { PreparedViews } from '../../data/prepare-views.ts'
import { takeRows } from '../../data/take-rows.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { reorderRows } from '../../ranks/reorder-rows.ts'
import { reorderSamples } from '../../ranks/reorder-samples.ts'
import type { MethodResult } from '../method.ts'
import { numberClusters } from './number-clusters.ts'
import type { WeighedView } from './view-graphs.ts'

/** What a search finds, samples in canonical order; clusters still unnumbered. */
export type Finding = Pick<MethodResult, 'labels' | 'memberships' | 'confidence' | 'embedding' | 'details'>

/** Views and samples in an order of their own, without views that say nothing. */
export interface CanonicalViews {
  /** Over ranks the rows of this rank's share of the samples in their new order. */
  views: WeighedView[]
  /** Of the samples of all ranks, on every rank. */
  order: CanonicalOrder
  /** Number of samples that differ from each other. */
  distinct: number
  /** A word about every view that was left out. */
  warnings: string[]
}

/** Leaves out views of weight 0 and constant ones, before anything else so that they change nothing, and sorts the rest by content. Over ranks rows move to the rank whose share they then are in. */
export function canonicalViews(
  input: PreparedViews,
  weights: readonly number[],
  communicator: Communicator = oneProcess,
): CanonicalViews {
  const { used, warnings } = tellingViews(input.views, weights, ({ data, present }) =>
    isConstant(data, present, communicator),
  )
  const order = canonicalOrder(used, communicator)
  const views = Array.from(order.views, (v) => reorderSamples(communicator, used[v], order.samples))
  return { views, order, distinct: order.twins.filter((first, i) => first === i).length, warnings }
}

/** The views of some weight that are not constant (all of them where all are), with a word about those left out. */
export function tellingViews<V extends { readonly name: string }>(
  views: readonly V[],
  weights: readonly number[],
  constant: (view: V) => boolean,
): { used: (V & { weight: number })[]; warnings: string[] } {
  const weighed = views.map((view, v) => ({ ...view, weight: weights[v] })).filter(({ weight }) => weight > 0)
  const varying = weighed.filter((view) => !constant(view))
  const warnings = weighed
    .filter((view) => !varying.includes(view))
    .map(({ name }) => `view "${name}" is the same for all samples and was left out`)
  return { used: varying.length > 0 ? varying : weighed, warnings }
}

/** The finding in the order of the input, clusters numbered by size; identical samples share their place in the embedding. Ranks give and get what is of their own samples. */
export function inInputOrder(
  found: Finding,
  { samples, twins }: CanonicalOrder,
  clusters: number,
  communicator: Communicator = oneProcess,
): Finding {
  const { labels, memberships, confidence, embedding, details } = numberClusters(found, clusters, communicator)
  const position = new Uint32Array(samples.length)
  samples.forEach((sample, p) => {
    position[sample] = p
  })
  const restored = (a: Matrix) => reorderRows(communicator, a, position)
  const column = (values: ArrayLike<number>) => restored(matrix(values.length, 1, Float64Array.from(values))).data
  // Over ranks identical samples have their place in common already: the first of them may be elsewhere.
  const places = embedding && (communicator.size === 1 ? takeRows(embedding, twins) : embedding)
  return {
    labels: Int32Array.from(column(labels)),
    memberships: memberships && restored(memberships),
    confidence: confidence && column(confidence),
    embedding: places && restored(places),
    details,
  }
}
