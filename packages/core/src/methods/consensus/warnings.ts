import type { ViewKind } from '../../data/treatments.ts'
import { countParts } from '../../graph/count-parts.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Progress } from '../../progress.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'
import { counted } from '../../words/index.ts'
import type { ViewGraphs } from './view-graphs.ts'

/** Said where there are more clusters than distinct samples. */
export function splitWarnings(distinct: number, samples: number, clusters: number): string[] {
  if (clusters <= distinct) return []
  return [`${distinct} distinct among ${samples} samples: identical samples had to be split into ${clusters} clusters`]
}

/** What is said of a view that was recognised: what was done to it, and how to have it otherwise. */
const recognisedAs: Record<ViewKind, string> = {
  words: 'words',
  measurements: 'measurements',
  scores:
    'principal scores, so its columns were only centred (kind scores); kind measurements would bring every column to the same spread',
  levels:
    'levels, more or less of everything in groups along one axis, so it counts how far apart samples are on it (kind levels); kind measurements would compare directions',
  counts:
    'counts of sequencing, so every sample was brought to the same depth and roots were taken (kind counts); kind measurements would not do so',
  expression:
    'log-normalised expression, so every column was brought to the same spread (kind expression); kind words would take it for counts',
  proteins:
    'counts of proteins, so roots were taken and every column was brought to the same spread (kind proteins); kind clr would take the centred log-ratio',
  clr: 'counts whose centred log-ratio was taken',
  methylation:
    'shares of methylation, so M-values were taken (kind methylation); kind measurements would take the shares as they are',
}

/** What is looked at for warnings. */
type WarnedOf = Pick<ViewGraphs, 'graphs' | 'recognised' | 'repeated' | 'unrelated' | 'weights'>

/** Plain words about views that repeat each other or have nothing in common, and a graph that falls apart. Ranks give their own rows of the graphs. */
export function* graphWarnings(
  kernels: Pick<Kernels, 'device'>,
  seen: WarnedOf,
  clusters: number,
  communicator: Communicator = oneProcess,
): Generator<Progress, string[]> {
  const warnings = seen.recognised.map(({ name, kind }) => `view "${name}" looks like ${recognisedAs[kind]}`).toSorted()
  const repeated = seen.repeated.map(
    ([first, second]) => `views "${first}" and "${second}" name nearly the same neighbours, so they share one weight`,
  )
  warnings.push(...repeated, ...unrelatedWarnings(seen, clusters))
  const parts = yield* countParts(kernels, seen.graphs[0].graph, communicator)
  if (parts > clusters)
    warnings.push(
      `the neighbour graph falls apart into ${parts} pieces for ${clusters} clusters: pieces without links can only be grouped by their features`,
    )
  return warnings
}

function unrelatedWarnings({ unrelated, weights }: WarnedOf, clusters: number): string[] {
  if (unrelated.every((view) => view.unrelated))
    return [
      `the views do not support ${clusters} clusters: no two views name the same samples as neighbours more often than chance would, so they are noise or their samples are not matched`,
    ]
  const said = (v: number) =>
    weights[v] > 0
      ? ': it is noise or its samples are not matched, and a weight of 0 leaves it out'
      : ' and no groups of its own: it is noise and was left out, a weight of 1 counts it'
  return unrelated
    .flatMap((view, v) =>
      view.unrelated
        ? [`view "${view.name}" has no more neighbours in common with any other view than chance would give${said(v)}`]
        : [],
    )
    .sort()
}

/** Mean confidence from which on one view is trusted without a closer look: of 48 sets of made-up noise, 1 to 50 dimensions in 2 to 10 clusters, 40 stayed below. */
const SURE = 0.68

/** True where the members of the ensemble agree so little that the clusters may not be there; `confidence` is the mean over all samples. */
export function isUnsure(confidence: number | null): boolean {
  return confidence !== null && confidence < SURE
}

/** Said of a single view that is noise by `noClusters`. */
export function noClustersWarning(clusters: number, confidence: number): string {
  return `the view does not support ${clusters} clusters: samples are no closer to their neighbours than with its features shuffled apart, and the mean confidence is ${confidence.toFixed(2)}`
}

/** Mean confidence below which a cluster might as well not be there, and below which one of fewer samples than a neighbourhood has is called weak. */
const NOT_THERE = 0.1
const WEAK = 0.5

/** Clusters whose samples are hardly surer of them than of another, and those of a few samples (at most `neighbours`) that are not sure of them. */
export function unsureClusters(
  { labels, confidence }: { labels: Int32Array; confidence: Float64Array },
  clusters: number,
  neighbours: number,
  communicator: Communicator = oneProcess,
): string[] {
  const sums = new Float64Array(clusters)
  const sizes = new Float64Array(clusters)
  labels.forEach((label, i) => {
    sums[label] += confidence[i]
    sizes[label]++
  })
  communicator.allReduceSum(sums)
  communicator.allReduceSum(sizes)
  const confidenceOf = (j: number) => sums[j] / sizes[j]
  const filled = [...sums.keys()].filter((j) => sizes[j] > 0)
  const weak = filled.filter((j) => sizes[j] <= neighbours && confidenceOf(j) < WEAK)
  const unsure = filled.filter((j) => !weak.includes(j) && confidenceOf(j) < NOT_THERE)
  return [
    ...weakWarnings(weak.map((j) => ({ cluster: j, size: sizes[j], confidence: confidenceOf(j) }))),
    ...unsure.map(
      (j) =>
        `cluster ${j} (${counted(sizes[j], 'sample')}) has mean confidence ${confidenceOf(j).toFixed(2)}: its samples might as well be elsewhere`,
    ),
  ]
}

/** One sentence, however many there are: the weakest is named. */
function weakWarnings(weak: readonly { cluster: number; size: number; confidence: number }[]): string[] {
  if (weak.length === 0) return []
  const { cluster, size, confidence } = weak.reduce((a, b) => (b.confidence < a.confidence ? b : a))
  const others = weak.length > 1 ? `, and so ${weak.length > 2 ? 'are' : 'is'} ${weak.length - 1} more` : ''
  return [
    `cluster ${cluster} holds ${counted(size, 'sample')} and is weak (mean confidence ${confidence.toFixed(2)})${others}: stray samples may be no group, and with fewer clusters they join others`,
  ]
}
