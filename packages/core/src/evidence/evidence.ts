import type { PlacedNeighbours } from '../graphs/approximate-shared-neighbours.ts'
import { sumGraphs } from '../graphs/sum-graphs.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import type { OptionValues } from '../options.ts'
import type { ClosePair } from '../runtime/device/device.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Samples } from '../runtime/samples.ts'
import type { StageFormat } from '../runtime/stages.ts'
import { type ViewKind, viewKinds } from '../views/treatments.ts'
import type { Duplicate } from './duplicates.ts'
import { findDuplicates } from './duplicates.ts'
import {
  findNeighboursByView,
  type LinkedViews,
  linkSamples,
  type NamedGraph,
  namedGraphs,
  neighbourCount,
  placeSideBySide,
} from './graphs.ts'
import type { OrderedViews } from './order.ts'
import { scoreOutliers } from './outliers.ts'
import { type Relations, relateViews } from './relations.ts'
import { type ScoredView, scoreViews } from './scores.ts'

/** What all views say about the samples before the number of clusters matters; rows and marks are those of the samples held here. */
export interface Evidence extends LinkedViews {
  readonly samples: Samples
  /** Names of the views. */
  readonly names: readonly string[]
  /** More scores of each view (own×100 at most), for the refinement; the scores themselves where there are no more. */
  readonly extraScores: readonly Matrix[]
  /** For each view whether its rows of scores have unit length: see `PreprocessedView`. */
  readonly unit: readonly boolean[]
  /** Neighbours of each sample in the graphs. */
  readonly neighbours: number
  readonly graphs: readonly NamedGraph[]
  /** own×Σ r: the scores side by side. */
  readonly features: Matrix
  /** Kinds of views that are neither words nor measurements and were not declared. */
  readonly recognised: readonly { readonly name: string; readonly kind: ViewKind }[]
  /** Names of views that repeat each other, two and two. */
  readonly repeated: readonly (readonly [string, string])[]
  readonly relation: Relations['relation']
  /** How unlike all others each sample is: see `scoreOutliers`. */
  readonly outlierScores: Float64Array
  /** Samples that nearly coincide, of all processes. */
  readonly duplicates: readonly ClosePair[]
}

/** Scores the views, finds neighbours and builds the graphs of the default method; `clusters` is null where their number is not known yet. What it takes is said by `estimateConsensus`. */
export function* gatherEvidence(
  rt: Runtime,
  ordered: OrderedViews,
  options: OptionValues,
  clusters: number | null,
): Generator<Progress, Evidence> {
  const { samples } = ordered
  const count = neighbourCount(samples.total, clusters, options.neighbours as number)
  const views = yield* scoreViews(rt, ordered, options, true)
  const { lists, ...linked } = yield* linkViews(rt, samples, views, count, options.viewWeights === null)
  const counts = <T>(_: T, v: number) => linked.weights[v] > 0
  return {
    ...linked,
    extraScores: views.map(({ wide }) => wide),
    outlierScores: yield* scoreOutliers(rt, samples, views.filter(counts), lists.filter(counts)),
    duplicates: yield* findDuplicates(rt, samples, views, lists),
    recognised: views.flatMap(({ name, kind, declaredKind }) =>
      declaredKind || kind === 'words' || kind === 'measurements' || kind === 'constant' ? [] : [{ name, kind }],
    ),
  }
}

/** What the graphs of views consist of. */
export type ViewLinks = Pick<
  Evidence,
  'samples' | 'names' | 'unit' | 'neighbours' | 'graphs' | 'features' | 'repeated' | 'relation' | keyof LinkedViews
>

/** Links samples by scored views: finds their neighbours, which come along as `lists`, relates and weighs the views, and builds the graphs. With `equal` false, since weights were given, these stay as they are. */
export function* linkViews(
  rt: Runtime,
  samples: Samples,
  views: readonly Pick<ScoredView, 'name' | 'weight' | 'scores' | 'isUnit' | 'present' | 'incomplete'>[],
  count: number,
  equal: boolean,
): Generator<Progress, ViewLinks & { lists: PlacedNeighbours[] }> {
  const [scores, present] = [views.map((view) => view.scores), views.map((view) => view.present)]
  const lists = yield* findNeighboursByView(rt, samples, scores, present, count)
  const declared = views.map(({ weight }) => weight)
  const { weights, relation, repeated } = yield* relateViews(rt, lists, declared, samples.total, samples.ranks, equal)
  const linked = { scores, present, weights, incomplete: views.some(({ incomplete }) => incomplete) }
  const features = placeSideBySide(linked)
  const names = views.map(({ name }) => name)
  return {
    ...linked,
    samples,
    names,
    unit: views.map(({ isUnit }) => isUnit),
    neighbours: count,
    features,
    graphs: yield* linkSamples(rt, samples, linked, features, lists, count),
    repeated: repeated.map(([a, b]) => [names[a], names[b]].sort() as [string, string]),
    relation,
    lists,
  }
}

/** The evidence with all samples held by every process: small beside the views, n·(3·neighbours + 2·Σ r) numbers. */
export function everywhere(evidence: Evidence): Evidence {
  const { samples } = evidence
  if (samples.ranks.size === 1) return evidence
  const scores = evidence.scores.map((own) => samples.gatherRows(own))
  return {
    ...evidence,
    samples: samples.everywhere(),
    scores,
    extraScores: evidence.extraScores.map((own, v) =>
      own === evidence.scores[v] ? scores[v] : samples.gatherRows(own),
    ),
    present: evidence.present.map((marks) => samples.gather(marks)),
    graphs: evidence.graphs.map(({ name, graph }) => ({ name, graph: samples.gatherRows(graph) })),
    features: samples.gatherRows(evidence.features),
    outlierScores: samples.gather(evidence.outlierScores),
  }
}

/**
 * Outlier scores and copies in the order of the input. Of identical samples every one but the first is named once, with the first; near copies are named of the first only. Processes get the scores of their own share of
 * the input and the copies among all. O(n + duplicates).
 */
export function describeSamples({
  samples,
  names,
  outlierScores,
  duplicates,
}: Pick<Evidence, 'samples' | 'names' | 'outlierScores' | 'duplicates'>): {
  outlierScores: Float64Array
  duplicates: Duplicate[]
} {
  const { samples: order, places } = samples.order
  const pairs: Duplicate[] = []
  places.forEach((place, second) => {
    const first = order[place]
    if (first !== second) pairs.push({ first, second, exact: true, differsIn: null })
  })
  for (const pair of duplicates) {
    const [first, second] = [order[pair.first], order[pair.second]].sort((a, b) => a - b)
    pairs.push({ first, second, exact: false, differsIn: pair.except === null ? null : names[pair.except] })
  }
  return {
    outlierScores: samples.valuesInInputOrder(outlierScores),
    duplicates: pairs.sort((a, b) => a.first - b.first || a.second - b.second),
  }
}

const relationNames: readonly Relations['relation'][number][] = ['related', 'unrelated', 'unknown']

/** How evidence about `samples` is saved. The graph `both` is added up again. */
export function evidenceFormat(kernels: Kernels, samples: Samples, names: readonly string[]): StageFormat<Evidence> {
  const column = (values: ArrayLike<number>) => matrix(values.length, 1, Float64Array.from(values))
  const place = (name: string) => names.indexOf(name)
  return {
    save({ graphs, features, outlierScores, ...evidence }) {
      const { scores, extraScores, present, weights, incomplete, neighbours } = evidence
      const extra = extraScores.some((own, v) => own !== scores[v]) ? extraScores : []
      return {
        rows: [...scores, ...present.map(column), features, column(outlierScores), ...extra],
        graphs: graphs.slice(1).map(({ graph }) => graph),
        numbers: [
          Float64Array.of(neighbours, Number(incomplete)),
          Float64Array.from(weights),
          Float64Array.from(evidence.unit, Number),
          Float64Array.from(evidence.recognised.flatMap(({ name, kind }) => [place(name), viewKinds.indexOf(kind)])),
          Float64Array.from(evidence.repeated.flat(), place),
          Float64Array.from(evidence.relation, (relation) => relationNames.indexOf(relation)),
          Float64Array.from(evidence.duplicates.flatMap(({ first, second, except }) => [first, second, except ?? -1])),
        ],
      }
    },
    restore({ rows, graphs = [], numbers }) {
      const [[neighbours, incomplete], weights, unit, recognised, repeated, relation, duplicates] = numbers
      const views = weights.length
      const scores = rows.slice(0, views)
      const extra = rows.slice(2 * views + 2)
      const [union, joint] = graphs
      return {
        samples,
        names,
        neighbours,
        incomplete: incomplete === 1,
        weights: Array.from(weights),
        unit: Array.from(unit, (mark) => mark === 1),
        scores,
        present: rows.slice(views, 2 * views).map(({ data }) => Uint8Array.from(data)),
        features: rows[2 * views],
        outlierScores: rows[2 * views + 1].data,
        extraScores: extra.length > 0 ? extra : scores,
        graphs: namedGraphs(union, joint, sumGraphs(kernels, [union, joint], [1, 1])),
        recognised: pairsOf(recognised).map(([v, kind]) => ({ name: names[v], kind: viewKinds[kind] })),
        repeated: pairsOf(repeated).map(([a, b]) => [names[a], names[b]]),
        relation: Array.from(relation, (number) => relationNames[number]),
        duplicates: Array.from({ length: duplicates.length / 3 }, (_, p) => ({
          first: duplicates[3 * p],
          second: duplicates[3 * p + 1],
          except: duplicates[3 * p + 2] < 0 ? null : duplicates[3 * p + 2],
        })),
      }
    },
  }
}

function pairsOf(numbers: Float64Array): [number, number][] {
  return Array.from({ length: numbers.length / 2 }, (_, p) => [numbers[2 * p], numbers[2 * p + 1]])
}
