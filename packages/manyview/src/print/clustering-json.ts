import type { LeftOut } from '@manyview/core'
import type { Associations } from '@manyview/core/metadata'
import { printedJson } from '../json/printed.ts'
import type { TestedSets } from '../run/feature-sets-run.ts'
import type { Outcome } from '../run/run-clustering.ts'

/** A view as it is reported. */
export interface ViewSummary {
  name: string
  features: number
  kind?: string
  sparse: boolean
}

/** What else the object tells of a run. */
interface JsonDetails {
  shuffle: number | null
  /** Seconds by stage of the fit. */
  stages?: Readonly<Record<string, number>>
  warnings: readonly string[]
  leaveOneOut?: readonly LeftOut[]
  /** How clusters go with metadata. */
  associations?: Associations | null
  /** How sets of features go with the clusters. */
  tested?: TestedSets | null
  /** True: one label per sample, −1 for outliers, and their ids. */
  withLabels?: boolean
}

/** The one object that `--json` prints. `objective` and `change` are those of the last iteration; null where the method has none. */
export function clusteringJson(
  { clustering, scores }: Outcome,
  views: readonly ViewSummary[],
  { shuffle, stages, warnings, leaveOneOut, associations, tested, withLabels = false }: JsonDetails,
): string {
  const { method, options, seed, labels, ids, clusters, seconds, iterations, converged, history, viewWeights } =
    clustering
  const { coverage, filled, choice } = clustering
  return printedJson('fit', {
    method,
    options,
    seed,
    shuffle,
    samples: labels.length,
    clusters,
    ...(choice ? { choice } : {}),
    views,
    ...(coverage ? { coverage } : {}),
    ...(filled ? { filled } : {}),
    viewWeights,
    seconds,
    secondsTotal: process.uptime(),
    ...(stages ? { stages } : {}),
    iterations,
    converged,
    objective: history.objective.at(-1) ?? null,
    change: history.change.at(-1) ?? null,
    scores,
    ...(clustering.outliers ? { outliers: clustering.outliers.reduce((sum, mark) => sum + mark, 0) } : {}),
    ...(leaveOneOut ? { leaveOneOut } : {}),
    ...(associations ? { associations: associations.associations } : {}),
    ...(tested ? { sets: tested.effects.map((each) => ({ ...each, set: tested.sets[each.set].name })) } : {}),
    warnings,
    ...(withLabels ? { ids, labels: Array.from(labels, (label, i) => (clustering.outliers?.[i] ? -1 : label)) } : {}),
  })
}
