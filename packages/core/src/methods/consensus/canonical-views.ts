import { type CanonicalOrder, canonicalOrder } from '../../data/canonical-order.ts'
import { isConstant } from '../../data/is-constant.ts'
import type { PreparedViews } from '../../data/prepare-views.ts'
import { takeRows } from '../../data/take-rows.ts'
import { takeSamples } from '../../data/take-samples.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { MethodResult } from '../method.ts'
import { numberClusters } from './number-clusters.ts'
import type { WeighedView } from './view-graphs.ts'

/** What a search finds, samples in canonical order; clusters still unnumbered. */
export type Finding = Pick<MethodResult, 'labels' | 'memberships' | 'confidence' | 'embedding' | 'details'>

/** Views and samples in an order of their own, without views that say nothing. */
export interface CanonicalViews {
  views: WeighedView[]
  order: CanonicalOrder
  /** Number of samples that differ from each other. */
  distinct: number
  /** A word about every view that was left out. */
  warnings: string[]
}

/** Leaves out views of weight 0 and constant ones, before anything else so that they change nothing, and sorts the rest by content. */
export function canonicalViews(input: PreparedViews, weights: readonly number[]): CanonicalViews {
  const { used, warnings } = tellingViews(input.views, weights, ({ data, present }) => isConstant(data, present))
  const order = canonicalOrder(used)
  const views = Array.from(order.views, (v) => takeSamples(used[v], order.samples))
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

/** The finding in the order of the input, clusters numbered by size; identical samples share their place in the embedding. */
export function inInputOrder(found: Finding, { samples, twins }: CanonicalOrder, clusters: number): Finding {
  const { labels, memberships, confidence, embedding, details } = numberClusters(found, clusters)
  return {
    labels: restored(labels, samples),
    memberships: memberships && restoredRows(memberships, samples),
    confidence: confidence && restored(confidence, samples),
    embedding: embedding && restoredRows(takeRows(embedding, twins), samples),
    details,
  }
}

function restored<T extends Int32Array | Float64Array>(values: T, samples: Uint32Array): T {
  const result = values.slice() as T
  samples.forEach((sample, position) => {
    result[sample] = values[position]
  })
  return result
}

function restoredRows(a: Matrix, samples: Uint32Array): Matrix {
  const result = matrix(a.rows, a.columns)
  samples.forEach((sample, position) => {
    result.data.set(a.data.subarray(position * a.columns, (position + 1) * a.columns), sample * a.columns)
  })
  return result
}
