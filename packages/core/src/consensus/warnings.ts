import type { Evidence } from '../evidence/evidence.ts'
import { isNoise } from '../evidence/noise.ts'
import type { OrderedViews } from '../evidence/order.ts'
import { varyTogether } from '../evidence/relations.ts'
import { countParts } from '../graphs/graph-components.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { counted } from '../words/index.ts'

/** Mean confidence from which on the clusters of one view are trusted without a closer look: of 48 sets of made-up noise, 1 to 50 dimensions in 2 to 10 clusters, 40 stayed below. */
const SURE = 0.68
/** Mean confidence below which the samples of a cluster might as well be elsewhere. */
const NOT_THERE = 0.1
/** Mean confidence below which a cluster of fewer samples than a neighbourhood has is called weak. */
const WEAK = 0.5

/** Says where there are more clusters than distinct samples. */
export function splitWarnings(distinct: number, samples: number, clusters: number): string[] {
  if (clusters <= distinct) return []
  return [`${distinct} distinct among ${samples} samples: identical samples had to be split into ${clusters} clusters`]
}

/** Says which views were recognised, repeat each other or have nothing in common, and whether the graph falls apart. */
export function* evidenceWarnings(
  { device }: Pick<Runtime, 'device'>,
  evidence: Pick<Evidence, 'samples' | 'graphs' | 'recognised' | 'repeated' | 'names' | 'relation' | 'weights'>,
  clusters: number,
): Generator<Progress, string[]> {
  const { samples, graphs, recognised, repeated } = evidence
  const warnings = recognised
    .map(
      ({ name }) =>
        `view "${name}" looks like principal scores, so its columns were only centred (kind scores); kind measurements would standardise them`,
    )
    .toSorted()
  warnings.push(
    ...repeated.map(
      ([first, second]) => `views "${first}" and "${second}" name nearly the same neighbours, so they share one weight`,
    ),
    ...unrelatedWarnings(evidence),
  )
  const parts = yield* countParts(device, graphs[0].graph, samples.ranks)
  if (parts > clusters)
    warnings.push(
      `the neighbour graph falls apart into ${parts} pieces for ${clusters} clusters: pieces without links can only be grouped by their features`,
    )
  return warnings
}

/** Says which views have no more neighbours in common with any other than by chance, where others have. */
function unrelatedWarnings({ names, relation, weights }: Pick<Evidence, 'names' | 'relation' | 'weights'>): string[] {
  if (!relation.includes('related')) return []
  const about = (v: number) =>
    weights[v] > 0
      ? 'it may be noise, or its samples are not matched with those of the others; a weight of 0 leaves it out'
      : 'it was left out, since it may be noise or its samples not matched; a weight of 1 counts it'
  return names
    .flatMap((name, v) =>
      relation[v] === 'unrelated'
        ? [`view "${name}" has no more neighbours in common with any other view than by chance: ${about(v)}`]
        : [],
    )
    .sort()
}

/**
 * Says where the views may not support the clusters: one view whose members agree little and whose samples are no closer to their neighbours than with its features shuffled, or several views of which no two have neighbours in
 * common or vary together, and what each of them shows by itself.
 */
export function* supportWarnings(
  rt: Runtime,
  { views }: OrderedViews,
  { samples, scores, present, relation }: Pick<Evidence, 'samples' | 'scores' | 'present' | 'relation'>,
  clusters: number,
  confidence: number | null,
): Generator<Progress, string[]> {
  const isAlone = views.length === 1
  const isDoubtful = isAlone
    ? confidence !== null && confidence < SURE
    : relation.includes('unrelated') && !relation.includes('related')
  if (!isDoubtful) return []
  if (!isAlone && varyTogether(samples, { scores, present }, rt.random('together'))) return []
  let noisy = 0
  for (const [v, { data }] of views.entries())
    if (yield* isNoise(rt, samples.spread(), data, samples.evenShareOf(present[v]), rt.random('noise', v))) noisy++
  if (isAlone)
    return noisy > 0
      ? [
          `the view may not support ${clusters} clusters: its samples are no closer to their neighbours than with its features shuffled, and the mean confidence is ${confidence!.toFixed(2)}`,
        ]
      : []
  if (noisy === views.length)
    return [
      `the views may not support ${clusters} clusters: in none of them are samples closer to their neighbours than with its features shuffled, and no two views have more neighbours in common than by chance`,
    ]
  return [
    'no two views have more neighbours in common than by chance: they may show different groups, or their samples may not be matched; compare with a fit of each view by itself',
  ]
}

/** Says which clusters have samples that are hardly surer of them than of another, and which of a few samples (at most `neighbours`) are not sure of them; by the labels and confidences of each process's share of the input. */
export function clusterWarnings(
  { labels, confidence }: { labels: Int32Array; confidence: Float64Array },
  clusters: number,
  neighbours: number,
  ranks: Ranks,
): string[] {
  const sums = new Float64Array(clusters)
  const sizes = new Float64Array(clusters)
  labels.forEach((label, i) => {
    sums[label] += confidence[i]
    sizes[label]++
  })
  ranks.allReduceSum(sums)
  ranks.allReduceSum(sizes)
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
