import { hasSparseRows, isBlocked, type Rows } from '../numerics/linalg/rows.ts'
import { rowsAt, takeRows } from '../numerics/linalg/take-rows.ts'
import { evenlySpaced } from '../numerics/math/evenly-spaced.ts'
import { logarithm } from '../numerics/math/logarithm.ts'
import { complete, drive, type PaceOptions } from '../runtime/drive.ts'
import { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import { readRows } from '../runtime/ranks/sum-rows.ts'
import type { AnyViews } from '../views/blocked-view.ts'
import { type NamedRows, prepareRows } from '../views/prepare-views.ts'
import type { ViewKind } from '../views/treatments.ts'
import { holdsWords } from '../views/view-kind.ts'
import { FeatureColumns, type FeatureValues, type RankEffects, rankEffects } from './rank-effects.ts'

/** A feature that sets a cluster apart. */
export interface FeatureEffect {
  feature: number
  /**
   * From −1 to 1: the chance that the feature is larger in a sample of the cluster than in one outside, less the chance that it is smaller
   * (Cliff's delta). It does not depend on the feature's scale, and ties, such as the zeros of sparse counts, count for neither side.
   */
  effect: number
  /** True where one of the view's features would show as much if the cluster were drawn at random: no reason to trust it. */
  byChance: boolean
  /** Where the view holds counts of words: the feature is one, and its name speaks for itself. */
  word?: true
  meanInside: number
  meanOutside: number
}

/** Effects are taken over at most about this many samples, and fewer where there are very many features. */
const MOST_SAMPLES = 4000
const MOST_ENTRIES = 2e7
const FEWEST_SAMPLES = 1000
/** Features that are ranked between two yields. */
const AT_ONCE = 100

/**
 * For each cluster the `count` features of a view (n×d) that set it apart, strongest first; of counts of words those that tell the most, which the cluster has more often than the rest. Every feature is ranked, so that none is overlooked because
 * a few extreme values hide its mean. O(n·d) and a sort of up to 4,000 values for each feature. `kind` is what the view holds, where that is known.
 */
export function* distinguishingFeatures(
  kernels: Kernels,
  rows: NamedRows,
  labels: Int32Array,
  clusters: number,
  count: number,
  kind?: ViewKind,
): Generator<Progress, FeatureEffect[][]> {
  const { data: view, present } = rows
  const ranked = featuresToRank(rows, labels, clusters)
  const { place } = ranked
  const words = kind ? kind === 'words' : yield* holdsWords(present ? rowsAt(view, place) : view, singleProcess)
  const best = yield* strongest(kernels, ranked, count, words)
  const features = new Set(best.flat().map(({ feature }) => feature))
  const means = yield* meansOf(view, labels, clusters, place, present, features)
  const mark = words ? { word: true as const } : {}
  return best.map((list, c) => list.map((found) => ({ ...found, ...mark, ...means(found.feature, c) })))
}

/** The features of a view, by the samples that they are ranked over. */
interface RankedFeatures {
  /** The samples that have the view. */
  place: Uint32Array
  /** Those of them that are ranked. */
  sample: Stratified
  columns: FeatureColumns
  features: number
}

/** Chooses the samples of a view, and turns it over for them. */
export function featuresToRank(
  { data: view, present }: NamedRows,
  labels: Int32Array,
  clusters: number,
): RankedFeatures {
  const place = Uint32Array.from(labels.keys()).filter((i) => present?.[i] !== 0)
  const sample = samplesToRank(place, labels, clusters, hasSparseRows(view) ? 0 : view.columns)
  const columns = isBlocked(view)
    ? new FeatureColumns(takeRows(view, sample.samples), Uint32Array.from(sample.samples.keys()))
    : new FeatureColumns(view, sample.samples)
  return { place, sample, columns, features: view.columns }
}

/** Gives the effects of every feature to `take`, some features at once; before them `look` gets the values of each, which hold until it returns. */
export function* eachFeature(
  kernels: Kernels,
  { sample, columns, features }: RankedFeatures,
  take: (feature: number, effects: RankEffects) => void,
  look?: (values: FeatureValues) => void,
): Generator<Progress, void> {
  for (let first = 0; first < features; first += AT_ONCE) {
    const end = Math.min(first + AT_ONCE, features)
    const block = function* () {
      for (let feature = first; feature < end; feature++) {
        const values = columns.values(feature)
        look?.(values)
        yield values
      }
    }
    for (const [at, effects] of rankEffects(kernels, block(), sample).entries()) take(first + at, effects)
    yield { stage: 'features', iteration: end, total: features }
  }
}

/** The samples of which features are ranked, `columns` numbers each (0: so few that they do not count). */
function samplesToRank(place: Uint32Array, labels: Int32Array, clusters: number, columns: number): Stratified {
  const budget = columns === 0 ? MOST_SAMPLES : Math.max(FEWEST_SAMPLES, Math.floor(MOST_ENTRIES / columns))
  return spreadOverClusters(place, labels, clusters, Math.min(MOST_SAMPLES, budget))
}

/** The strongest features of each cluster among those samples, without their means. */
function* strongest(
  kernels: Kernels,
  ranked: RankedFeatures,
  count: number,
  words: boolean,
): Generator<Progress, Omit<FeatureEffect, 'meanInside' | 'meanOutside'>[][]> {
  const { sample, features } = ranked
  const { clusters } = sample
  const limit = chanceLimit(features)
  const best: Found[][] = Array.from({ length: clusters }, () => [])
  const wordWeights: Float64Array[] = []
  const take = (feature: number, { effects, deviations }: RankEffects) => {
    const strengths = words ? wordWeights.shift()! : effects.map(Math.abs)
    for (let c = 0; c < clusters; c++) {
      const effect = effects[c]
      const byChance = Math.abs(effect) <= limit * deviations[c]
      if (words ? effect > 0 && strengths[c] > 0 : effect !== 0)
        keep(best[c], { feature, effect, byChance, strength: strengths[c] }, count)
    }
  }
  yield* eachFeature(
    kernels,
    ranked,
    take,
    words ? (values) => wordWeights.push(wordWeight(values, sample)) : undefined,
  )
  return best.map((list) => list.map(({ strength: _, ...found }) => found))
}

/** A feature with what it is ordered by. */
type Found = Omit<FeatureEffect, 'meanInside' | 'meanOutside'> & { strength: number }

/** Takes a feature into a list of the `count` strongest; of equal ones the first comer stays ahead. */
function keep(list: Found[], found: Found, count: number): void {
  if (list.length === count && found.strength <= list[count - 1].strength) return
  let place = list.length
  while (place > 0 && found.strength > list[place - 1].strength) place--
  list.splice(place, 0, found)
  if (list.length > count) list.pop()
}

/** Standard deviations that the largest of `features` normal numbers hardly exceeds: √(2·ln(2·features)), at least 2. */
function chanceLimit(features: number): number {
  return Math.max(2, Math.sqrt(2 * logarithm(2 * features)))
}

/** Means of a few features inside and outside of each cluster, over the samples `place`, which have the view. One reading. O(n · features). */
function* meansOf(
  view: Rows,
  labels: Int32Array,
  clusters: number,
  place: Uint32Array,
  present: Uint8Array | null,
  wanted: ReadonlySet<number>,
): Generator<Progress, ReturnType<typeof clusterMeans>> {
  const slots = new Int32Array(view.columns).fill(-1)
  const features = Uint32Array.from(wanted)
  features.forEach((feature, slot) => {
    slots[feature] = slot
  })
  const sums = new Float64Array(clusters * features.length)
  yield* readRows(view, (block, first) => {
    for (let i = 0; i < block.rows; i++) {
      if (present?.[first + i] === 0) continue
      const at = labels[first + i] * features.length
      if ('pointers' in block)
        for (let p = block.pointers[i]; p < block.pointers[i + 1]; p++) {
          const slot = slots[block.indices[p]]
          if (slot >= 0) sums[at + slot] += block.values[p]
        }
      else for (let s = 0; s < features.length; s++) sums[at + s] += block.data[i * block.columns + features[s]]
    }
  })
  return clusterMeans(sums, features, clusters, place, labels)
}

/** Says of a feature and a cluster what its means inside and outside are, from its sums over each cluster (clusters × features) of the samples `place`. */
function clusterMeans(
  sums: Float64Array,
  features: Uint32Array,
  clusters: number,
  place: Uint32Array,
  labels: Int32Array,
): (feature: number, cluster: number) => Pick<FeatureEffect, 'meanInside' | 'meanOutside'> {
  const totals = new Float64Array(features.length)
  const sizes = new Float64Array(clusters)
  for (const i of place) sizes[labels[i]]++
  for (let c = 0; c < clusters; c++)
    for (let s = 0; s < features.length; s++) totals[s] += sums[c * features.length + s]
  return (feature, cluster) => {
    const slot = features.indexOf(feature)
    const inside = sums[cluster * features.length + slot]
    return {
      meanInside: inside / sizes[cluster],
      meanOutside: (totals[slot] - inside) / (place.length - sizes[cluster]),
    }
  }
}

/**
 * How much a word tells of each cluster: p·ln(p/q), where p of the samples inside and q of those outside have it, half a sample added to either side. Words that nearly all samples have tell nothing, however often they
 * stand in each, and neither do words of a few samples. It is the part of one word in the Kullback–Leibler divergence. O(values + clusters).
 */
export function wordWeight({ rows, values }: FeatureValues, { clusters, labels, weights }: Stratified): Float64Array {
  const sizes = new Float64Array(clusters)
  const having = new Float64Array(clusters)
  for (const label of labels) sizes[label] += weights[label]
  for (let p = 0; p < rows.length; p++) if (values[p] > 0) having[labels[rows[p]]] += weights[labels[rows[p]]]
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const all = having.reduce((sum, count) => sum + count, 0)
  return having.map((count, c) => {
    const inside = (count + 0.5) / (sizes[c] + 1)
    const outside = (all - count + 0.5) / (total - sizes[c] + 1)
    return inside * logarithm(inside / outside)
  })
}

/** Some samples that stand for all. */
export interface Stratified {
  /** Ascending. */
  samples: Uint32Array
  /** Cluster of each of them. */
  labels: Int32Array
  clusters: number
  /** By cluster: how many samples one of its samples stands for. */
  weights: Float64Array
}

/** About `most` of the samples `place`, the same ones every time: each cluster gives an equal part or all it has, so that small clusters are not lost. */
function spreadOverClusters(place: Uint32Array, labels: Int32Array, clusters: number, most: number): Stratified {
  const members: number[][] = Array.from({ length: clusters }, () => [])
  for (const i of place) members[labels[i]].push(i)
  const each = place.length <= most ? place.length : Math.ceil(most / clusters)
  const samples = Uint32Array.from(
    members.flatMap((all) => Array.from(evenlySpaced(all.length, each), (p) => all[p])),
  ).sort()
  return {
    samples,
    labels: Int32Array.from(samples, (i) => labels[i]),
    clusters,
    weights: Float64Array.from(members, ({ length }) => (length > 0 ? length / Math.min(length, each) : 0)),
  }
}

/** Features of each view that set some samples (`inside`: their places) apart from all others, strongest first, at most `count`; as `explain` finds them for clusters. */
export async function setApart(
  views: AnyViews,
  inside: readonly number[],
  count = 6,
  options: PaceOptions = {},
): Promise<Record<string, FeatureEffect[]>> {
  return complete(drive(apart(await Kernels.load(), views, inside, count), options))
}

function* apart(
  kernels: Kernels,
  given: AnyViews,
  inside: readonly number[],
  count: number,
): Generator<Progress, Record<string, FeatureEffect[]>> {
  const { views, samples } = yield* prepareRows(given, { missing: 'refuse', ranks: singleProcess })
  const labels = new Int32Array(samples).fill(1)
  for (const sample of inside) labels[sample] = 0
  const byView: [string, FeatureEffect[]][] = []
  for (const view of views) {
    const [first] = yield* distinguishingFeatures(kernels, view, labels, 2, count)
    byView.push([view.name, first])
  }
  return Object.fromEntries(byView)
}
