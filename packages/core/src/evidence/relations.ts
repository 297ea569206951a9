import type { PlacedNeighbours } from '../graphs/approximate-shared-neighbours.ts'
import { pointShares } from '../graphs/point-shares.ts'
import { type Matrix, matrix, squaredNorm, transposeMultiply } from '../numerics/linalg/matrix.ts'
import { takeRows } from '../numerics/linalg/take-rows.ts'
import { evenlySpaced } from '../numerics/math/evenly-spaced.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Samples } from '../runtime/samples.ts'
import { gatherSamples } from '../views/gather-samples.ts'

/** Share of common neighbours, beyond chance, above which two views count as one; different views of one thing stay far below (0.59 at most on real files). */
const SAME = 0.8
/** Standard deviations by which common neighbours must exceed chance; links come in pairs, which the deviation allows for. */
const CLEARLY = 4

/** Share of their neighbours that samples must have in both views for two views to be called unrelated. */
const COMPLETE = 0.9

/** Samples whose scores are compared, evenly spaced. */
const MOST_SAMPLES = 1000
/** Random orders that the covariances of two views are compared with. */
const ORDERS = 20

/** The neighbours that two views have in common, of the samples that both have and among these. */
export interface CommonNeighbours {
  /** The two views. */
  pair: readonly [number, number]
  /** Samples that both have. */
  samples: number
  common: number
  /** Neighbours that each sample has in a view before those that lack the other view are left out. */
  count: number
  /** The shorter and the longer of the two lists, added up over the samples. */
  shorter: number
  longer: number
  /** Common neighbours by chance: those of a sample are a draw of c from N with c marked ones. */
  expected: number
  variance: number
}

/** How the views of a fit go together, one entry per view. */
export interface Relations {
  /** How much each view counts: views that repeat each other share one weight, and a view that is related to none has none where two others are related. */
  weights: number[]
  /** Positions of views that repeat each other, two and two. */
  repeated: [number, number][]
  /** `related`: the view has more neighbours in common with some other view, which it does not repeat, than by chance; `unknown`: there is no such view, or there are too few samples to tell. */
  relation: ('related' | 'unrelated' | 'unknown')[]
}

/** Relates views by the neighbours that they have in common. With `equal` false, since weights were given, these stay as they are. O(views² · n · neighbours). */
export function* relateViews(
  rt: Runtime,
  neighbours: readonly PlacedNeighbours[],
  weights: readonly number[],
  samples: number,
  ranks: Ranks,
  equal: boolean,
): Generator<Progress, Relations> {
  const pairs = yield* commonNeighbours(rt, neighbours, samples, ranks)
  const repeats = groupRepeats(weights.length, pairs)
  const groups = equal ? repeats : [...weights.keys()]
  // A view and its repetition are one, which says nothing about what it has in common with others.
  const relation = relationsOf(
    weights.length,
    pairs.filter(({ pair: [a, b] }) => repeats[a] !== repeats[b]),
  )
  const hasRelated = equal && relation.includes('related')
  return {
    relation,
    weights: weights.map((weight, v) =>
      hasRelated && relation[v] === 'unrelated' ? 0 : weight / groups.filter((group) => group === groups[v]).length,
    ),
    repeated: groups.flatMap((first, v) => (first === v ? [] : [[first, v] as [number, number]])),
  }
}

/**
 * One answer per view, from all pairs of views. All samples are compared: k clusters that two views share, and nothing else, give (k − 1)·c/√2 standard deviations whatever N is, but part of the samples only the root of
 * that part.
 */
function relationsOf(views: number, pairs: readonly CommonNeighbours[]): Relations['relation'] {
  const relation: Relations['relation'] = Array.from({ length: views }, () => 'unknown')
  for (const pair of pairs) {
    const excess = deviationsAbove(pair)
    if (excess === null) continue
    const isRelated = excess > CLEARLY
    // Where many samples lack a view, lists are short, and short lists have little in common by clusters alone.
    if (!isRelated && pair.shorter < COMPLETE * pair.samples * pair.count) continue
    for (const v of pair.pair) if (relation[v] !== 'related') relation[v] = isRelated ? 'related' : 'unrelated'
  }
  return relation
}

/** By how many standard deviations two views have more common neighbours than by chance; null where they could not have many more. */
function deviationsAbove({ common, shorter, expected, variance }: CommonNeighbours): number | null {
  const deviation = Math.sqrt(2 * variance)
  return shorter - expected > 4 * CLEARLY * deviation && deviation > 0 ? (common - expected) / deviation : null
}

/** Groups views whose neighbour lists overlap by more than 0.8 beyond chance, also through others: for each view the first of its group. */
function groupRepeats(views: number, pairs: readonly CommonNeighbours[]): number[] {
  const group = Array.from({ length: views }, (_, v) => v)
  for (const pair of pairs) {
    if (!(overlap(pair) > SAME)) continue
    const [from, to] = pair.pair.map((v) => group[v])
    for (let v = 0; v < views; v++) if (group[v] === from) group[v] = to
  }
  return group
}

/** Share of common neighbours: 0 by chance, 1 where all are common. */
function overlap({ common, longer, samples }: CommonNeighbours): number {
  if (longer === 0) return 0
  const chance = longer / (samples * Math.max(samples - 1, 1))
  return chance < 1 ? (common / longer - chance) / (1 - chance) : 0
}

/** Counts the common neighbours of each two views; on a device where there are many samples, and none lacks a view. Processes give the lists of their own points. O(views² · n · neighbours). */
function* commonNeighbours(
  { device }: Runtime,
  views: readonly PlacedNeighbours[],
  samples: number,
  ranks: Ranks,
): Generator<Progress, CommonNeighbours[]> {
  const onDevice = device && samples > device.many && views.every(({ neighbours }) => neighbours.samples === samples)
  const counted: CommonNeighbours[] = []
  for (let a = 1; a < views.length; a++)
    for (let b = 0; b < a; b++) {
      const [first, second] = [views[a].neighbours, views[b].neighbours]
      const sums = onDevice
        ? addInto(new Float64Array(6), samples, first.count, second.count, samples - 1)
        : countOf(views[a], views[b], samples, ranks)
      if (onDevice) sums[0] = yield* device.commonNeighbours(first, second)
      const [common, both, shorter, longer, expected, variance] = sums
      const count = Math.min(first.count, second.count)
      counted.push({ pair: [a, b], common, samples: both, count, shorter, longer, expected, variance })
      yield { stage: 'graphs', iteration: a, total: views.length }
    }
  return counted
}

/** Adds `samples` samples with lists of two lengths, which `others` could be in, to the sums common, samples, shorter, longer, expected, variance. */
function addInto(sums: Float64Array, samples: number, first: number, second: number, others: number): Float64Array {
  const part = others > 0 ? second / others : 0
  sums[1] += samples
  sums[2] += samples * Math.min(first, second)
  sums[3] += samples * Math.max(first, second)
  sums[4] += samples * first * part
  if (others > 1) sums[5] += (samples * first * part * (1 - part) * (others - first)) / (others - 1)
  return sums
}

/** These sums over the lists of all processes. */
function countOf(a: PlacedNeighbours, b: PlacedNeighbours, samples: number, ranks: Ranks): Float64Array {
  const sums = new Float64Array(6)
  // Where no sample lacks a view there is nothing to look up, which takes long in large tables.
  const complete = a.place.length === samples && b.place.length === samples
  const points = complete ? null : [a, b].map(({ place }) => pointOfSample(place, samples))
  const firsts = [a, b].map(({ place }) => pointShares(place, samples, ranks.size)[ranks.rank].begin)
  const both = points ? a.place.reduce((sum, sample) => sum + (points[1][sample] >= 0 ? 1 : 0), 0) : samples
  const lists = [a, b].map(({ neighbours }) => new Int32Array(neighbours.count))
  // The last point in whose list each sample was.
  const lastPoint = new Int32Array(samples).fill(-1)
  for (let p = 0; p < a.neighbours.samples; p++) {
    const point = points ? points[1][a.place[firsts[0] + p]] : firsts[1] + p
    if (point < 0) continue
    const first = listInto(lists[0], a, p, points?.[1])
    const second = listInto(lists[1], b, point - firsts[1], points?.[0])
    for (let c = 0; c < first; c++) lastPoint[lists[0][c]] = p
    for (let d = 0; d < second; d++) if (lastPoint[lists[1][d]] === p) sums[0]++
    addInto(sums, 1, first, second, both - 1)
  }
  ranks.allReduceSum(sums)
  return sums
}

/** Writes the samples in the list of a point that have a point in the other view, too, and gives how many they are. */
function listInto(
  target: Int32Array,
  { neighbours: { count, indices }, place }: PlacedNeighbours,
  list: number,
  others: Int32Array | undefined,
): number {
  let length = 0
  for (let c = list * count; c < (list + 1) * count; c++) {
    const sample = others ? place[indices[c]] : indices[c]
    if (!others || others[sample] >= 0) target[length++] = sample
  }
  return length
}

/** The point of each sample, −1 where it has none. */
function pointOfSample(place: Uint32Array, samples: number): Int32Array {
  const points = new Int32Array(samples).fill(-1)
  place.forEach((sample, p) => {
    points[sample] = p
  })
  return points
}

/**
 * True where some two views vary together: the squared covariances of their scores (own×r each) add up to more than with the samples of one view in random orders, by four standard deviations. It notices clusters that
 * neighbours do not show since the features within clusters are noise. O(views² · 20 · samples · r²) for at most 1,000 samples.
 */
export function varyTogether(
  samples: Samples,
  views: { readonly scores: readonly Matrix[]; readonly present: readonly Uint8Array[] },
  random: Random,
): boolean {
  const chosen = evenlySpaced(samples.total, MOST_SAMPLES)
  const scores = views.scores.map((own) => gatherSamples(samples.ranks, own, chosen) as Matrix)
  const present = views.present.map((own) => samples.gather(own))
  for (let a = 1; a < scores.length; a++)
    for (let b = 0; b < a; b++) {
      const both = Uint32Array.from(chosen.keys()).filter((s) => present[a][chosen[s]] && present[b][chosen[s]])
      const [first, second] = [a, b].map((v) => centred(takeRows(scores[v], both)))
      const covariance = squaredNorm(transposeMultiply(first, second).data)
      const byChance = Float64Array.from({ length: ORDERS }, (_, order) =>
        squaredNorm(
          transposeMultiply(first, takeRows(second, random.split(a, b, order).permutation(both.length))).data,
        ),
      )
      const mean = byChance.reduce((sum, value) => sum + value, 0) / ORDERS
      const variance = byChance.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (ORDERS - 1)
      if (covariance - mean > CLEARLY * Math.sqrt(variance)) return true
    }
  return false
}

/** Rows less their mean. */
function centred({ rows, columns, data }: Matrix): Matrix {
  const means = new Float64Array(columns)
  for (let p = 0; p < data.length; p++) means[p % columns] += data[p] / rows
  return matrix(
    rows,
    columns,
    data.map((value, p) => value - means[p % columns]),
  )
}
