import { gatherBefore } from '../consensus/consensus.ts'
import { consensus } from '../consensus/method.ts'
import type { Gathered } from '../consensus/result.ts'
import { everywhere, linkViews, type ViewLinks } from '../evidence/evidence.ts'
import { graphBasis } from '../graphs/graph-basis.ts'
import { InputError } from '../input-error.ts'
import type { Method, Task } from '../methods/method.ts'
import { validateOptions } from '../methods/validate-options.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import type { Random } from '../numerics/random/random.ts'
import type { OptionValues } from '../options.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import { makeRuntime, type Processors } from '../runtime/runtime.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import { preprocessView } from '../views/preprocess-view.ts'
import { counted } from '../words/index.ts'
import { type ClusterCandidate, type ClusterChoice, explainChoice, rankCandidates } from './cluster-choice.ts'
import { type ClusterRange, type Clusters, clusterRange } from './cluster-range.ts'
import { type Measures, measureNumbers } from './measure-numbers.ts'

type Search = Pick<Task, 'random' | 'kernels' | 'device' | 'crew' | 'ranks' | 'scratch'>

/**
 * Chooses the number of clusters by the graphs of the default method, under `options` if `method` is that method and else as it does by itself. The graphs come with the
 * choice, so that a fit by the default method need not build them again. More clusters than there are different samples are never tried. Ranks give their own samples; each puts the
 * graphs together and comes to the choice of one process.
 */
export function* chooseClusters(
  input: PreparedRows,
  clusters: Exclude<Clusters, number>,
  search: Search,
  method: Method,
  options: OptionValues,
): Generator<Progress, { choice: ClusterChoice; seen: Gathered }> {
  const { ranks } = search
  const { from, to } = clusterRange(clusters, rowRange(ranks, input.samples).total)
  const consensusOptions = method === consensus ? options : validateOptions(consensus, {})
  const gathered = yield* gatherBefore(input, { ...search, options: consensusOptions })
  const distinct = gathered.ordered.samples.total
  if (from > distinct && clusters !== 'auto')
    throw new InputError(`go from ${from} but only ${distinct} of the samples differ, give at most ${distinct}`, {
      code: 'clusters',
      argument: 'clusters',
      details: { from, distinct },
    })
  const most = Math.min(to, distinct)
  if (!gathered.evidence || most === 1) return { choice: onlyChoice(most, distinct), seen: gathered }
  const range = { from, to: most, wide: clusters === 'auto' }
  const evidence = everywhere(gathered.evidence)
  return { choice: yield* chooseFromGraphs(search, evidence, range, search.random.split(5)), seen: gathered }
}

function onlyChoice(clusters: number, distinct: number): ClusterChoice {
  const candidate: ClusterCandidate = { clusters, score: 0, gap: 0, stability: 0, agreement: 0 }
  const why = distinct < 3 ? `only ${distinct} of the samples differ` : 'it is the only number to choose from'
  return {
    clusters,
    standsOut: false,
    chance: 0,
    candidates: [candidate],
    reason: `${counted(clusters, 'cluster')}, because ${why}.`,
  }
}

/** Numbers up to this share their embeddings; each further stage goes twice as far. */
const FIRST_STAGE = 16

/**
 * Chooses the number of clusters by the graphs of the default method: every k of the range is measured by `measureNumbers` and scored by `rankCandidates`; the best
 * is measured once more among evenly spread samples, which shows what chance gives. In a `wide` range the search
 * goes on to the next stage only while the best number lies in the last quarter of those tried; a number beyond is tried where by far the widest gap comes after it.
 * Any order of the samples and any crew give the same choice.
 */
export function* chooseFromGraphs(
  processors: Processors,
  seen: ViewLinks,
  { from, to, wide }: ClusterRange & { wide: boolean },
  random: Random,
): Generator<Progress, ClusterChoice> {
  const { kernels } = processors
  const measured: Measures[] = []
  for (let first = from, last = FIRST_STAGE; ; first = Math.max(from, last + 1), last *= 2) {
    const until = Math.min(last, to)
    const numbers = Array.from({ length: Math.max(until - first + 1, 0) }, (_, i) => first + i)
    if (numbers.length > 0) measured.push(...(yield* measureNumbers(kernels, seen, numbers, until, random)))
    if (until < to && !wide) continue
    if (until < to && 4 * rankCandidates(measured)[0].clusters > 3 * until) continue
    const beyond = until < to ? yield* widestGap(kernels, seen, until, to, random.split(6)) : []
    if (beyond.length > 0)
      measured.push(...(yield* measureNumbers(kernels, seen, beyond, beyond.at(-1)!, random.split(7))))
    const candidates = rankCandidates(measured)
    const [{ clusters }] = candidates
    const even = yield* evenGraphs(processors, seen, random.split(4))
    const [chance] = yield* measureNumbers(kernels, even, [clusters], clusters, random.split(5))
    return explainChoice(candidates, chance)
  }
}

/** A gap beyond the numbers tried counts where it is so many times as wide as any that is not close to it. */
const WIDE = 2
/** Numbers that differ by at most this share are close. */
const CLOSE = 0.1

/** The number after which by far the widest gap comes, and its neighbours, where it lies beyond those measured; else none. */
function* widestGap(
  kernels: Kernels,
  { graphs: [{ graph }] }: ViewLinks,
  until: number,
  to: number,
  random: Random,
): Generator<Progress, number[]> {
  const { values } = yield* graphBasis(kernels, graph, Math.min(to + 1, graph.rows), random, singleProcess, 'rough')
  const gap = (k: number) => values[k - 1] - (values[k] ?? 0)
  const numbers = Array.from({ length: to - 1 }, (_, i) => i + 2).sort((a, b) => gap(b) - gap(a) || a - b)
  const [widest] = numbers
  const other = numbers.find((k) => Math.abs(k - widest) > CLOSE * widest)
  if (widest <= until || (other !== undefined && gap(widest) < WIDE * gap(other))) return []
  return [widest - 1, widest, widest + 1].filter((k) => k > until && k <= to)
}

const NEIGHBOURS = 10

/**
 * The graphs of views without groups: in each view the samples lie evenly in the box that its principal scores span (Tibshirani, Walther and Hastie, Estimating the number of clusters in a data set via the gap statistic, 2001).
 * What is found in them is found by chance. Shuffled scores would keep groups that lie along one of them.
 */
export function* evenGraphs(
  { kernels, device }: Processors,
  { samples, scores, unit }: ViewLinks,
  random: Random,
): Generator<Progress, ViewLinks> {
  const views = []
  const varying = scores.map((view, v) => ({ view, isUnit: unit[v] })).filter(({ view }) => view.columns > 0)
  for (const [v, { view, isUnit }] of varying.entries()) {
    const even = evenColumns(view, random.split(0, v))
    const how = { isUnit, device, ranks: singleProcess }
    const ready = yield* preprocessView(kernels, even, random.split(1).split(v), how)
    views.push({ name: String(v), weight: 1, incomplete: false, ...ready })
  }
  const rt = makeRuntime({ kernels, device, ranks: samples.ranks, random: random.split(1) })
  return yield* linkViews(rt, samples, views, NEIGHBOURS, true)
}

/** In each column uniform numbers between the least and the largest of the column. */
function evenColumns({ rows, columns, data }: Matrix, random: Random): Matrix {
  const result = matrix(rows, columns)
  for (let j = 0; j < columns; j++) {
    let [least, largest] = [data[j], data[j]]
    for (let i = 0; i < rows; i++) {
      least = Math.min(least, data[i * columns + j])
      largest = Math.max(largest, data[i * columns + j])
    }
    for (let i = 0; i < rows; i++) result.data[i * columns + j] = least + (largest - least) * random.uniform()
  }
  return result
}
