import type { PreparedRows, PreparedViews } from './data/prepare-views.ts'
import { InputError } from './input-error.ts'
import { keepBest } from './keep-best.ts'
import { completeResult } from './methods/complete-result.ts'
import { embeddingOutliers } from './methods/embedding-outliers.ts'
import { embeddedClusters, embeddingTree } from './methods/embedding-tree.ts'
import type { Judged, Method, MethodResult, Task } from './methods/method.ts'
import { defaultMethod } from './methods/methods.ts'
import { type PaceOptions, paced } from './paced.ts'
import type { Progress } from './progress.ts'
import { Random } from './random/random.ts'
import type { Communicator } from './ranks/communicator.ts'
import { rowsOnRanks } from './ranks/own-rows.ts'
import { chooseClusters } from './select/choose-clusters.ts'
import type { ClusterChoice } from './select/cluster-choice.ts'
import { type Clusters, clusterRange } from './select/cluster-range.ts'
import { markOutliers, type Outliers } from './select/mark-outliers.ts'
import { putBack, withoutMarked } from './select/set-aside.ts'
import { mapSteps } from './steps.ts'
import { grouped } from './words/index.ts'

/** How samples are fitted: all that does not depend on which. */
export interface Fitting {
  method: Method
  clusters: Clusters
  seed: number
  work: Omit<Task, 'clusters' | 'random' | 'seen'>
  /** The ranks that have their own samples each. */
  rows: Communicator
  onStop: 'fail' | 'keep'
  pace: PaceOptions
  /** What is told of each progress. */
  told: (progress: Progress) => Progress
}

/** What a method found, under which number of clusters, and why that. */
export interface Fitted {
  found: MethodResult & { stopped?: true }
  clusters: number
  choice: ClusterChoice | null
}

/** Chooses the number of clusters where it is not given, and runs the method; `seen` is what it saw of the same samples before. */
export async function* fitSamples(
  input: PreparedRows,
  { method, clusters, seed, work, rows, onStop, pace, told }: Fitting,
  seen?: unknown,
): AsyncGenerator<Progress, Fitted> {
  const { kernels, crew, scratch, neighbourGraphs, options } = work
  const random = new Random(seed)
  const beside = kernels.device ?? undefined
  const range = clusterRange(clusters, rowsOnRanks(rows, input.samples).total)
  const search = { random, kernels, crew, scratch, neighbourGraphs, communicator: rows }
  const chosen =
    typeof clusters === 'number'
      ? null
      : yield* paced(mapSteps(chooseClusters(input, clusters, search, method, options), told), pace, beside)
  const choice = chosen?.choice ?? null
  const task = { ...work, random, seen: chosen?.seen ?? seen, clusters: choice?.clusters ?? range.to }
  // Views that are not in memory get this far only with a method that takes them.
  const run = mapSteps(await method.run(input as PreparedViews, task), told)
  const given = yield* (onStop === 'keep' ? keepBest : paced)(run, pace, beside)
  return { found: withOddities(given, task.clusters, rows), choice, clusters: task.clusters }
}

/** The same of the samples without outliers, which are told first; they are put back among the others, and `marks` has a 1 for each. */
export async function* fitWithoutOutliers(
  input: PreparedRows,
  outliers: Outliers,
  fitting: Fitting,
): AsyncGenerator<Progress, Fitted & { marks: Uint8Array }> {
  const { rows, pace, work, told } = fitting
  const { outlierScores, duplicates, places, seen, whole } = yield* judge(input, fitting)
  const oddities = { outlierScores, ...(duplicates ? { duplicates } : {}) }
  const marks = markOutliers(outlierScores, outliers, rows)
  if (!rows.allGather(marks).includes(1)) {
    const fitted = whole ?? (yield* fitSamples(input, fitting, seen))
    return { ...fitted, found: { ...fitted.found, ...oddities }, marks }
  }
  const rest = yield* paced(withoutMarked(input, marks, rows, work.scratch), pace)
  try {
    refuseTooFew(rowsOnRanks(rows, input.samples).total, rest.kept.length, fitting.clusters)
    const aside = { marks, kept: rest.kept, places }
    const toldOfAll = (progress: Progress): Progress => {
      const step = told(progress)
      const { partition } = step
      if (!partition) return step
      const all = () => {
        const labels = partition()
        const clusters = 1 + labels.reduce((most, label) => Math.max(most, label), 0)
        return putBack(completeResult({ labels, iterations: 0 }), aside, clusters, rows).labels
      }
      return { ...step, partition: all }
    }
    const { found, ...fitted } = yield* fitSamples(rest.input, { ...fitting, told: toldOfAll })
    // A fit that was stopped has the partition that was told, which is of all samples already.
    const back = found.stopped ? found : putBack(found, aside, fitted.clusters, rows)
    return { ...fitted, found: { ...back, ...oddities }, marks }
  } finally {
    rest.remove()
  }
}

/** What tells outliers: the method's own look at the samples or, where it has none, a fit of all of them, which is `whole`. */
async function* judge(input: PreparedRows, fitting: Fitting): AsyncGenerator<Progress, Judged & { whole?: Fitted }> {
  const { method, seed, work, pace, told } = fitting
  if (method.judge) {
    const looking = mapSteps(method.judge(input, { ...work, random: new Random(seed) }), told)
    const known = yield* paced(looking, pace, work.kernels.device ?? undefined)
    if (known) return known
    throw new InputError('needs at least 3 samples that differ, leave it out', {
      code: 'bad-option',
      argument: 'outliers',
    })
  }
  const whole = yield* fitSamples(input, { ...fitting, onStop: 'fail' })
  const { outlierScores, duplicates, embedding } = whole.found
  if (outlierScores && embedding) return { outlierScores, duplicates, places: embedding, whole }
  throw new InputError(
    whole.clusters === 1
      ? 'needs at least 2 clusters, leave it out'
      : `cannot be told by ${method.name}, which gives samples no place: use ${defaultMethod} or leave it out`,
    { code: 'bad-option', argument: 'outliers' },
  )
}

function refuseTooFew(samples: number, rest: number, clusters: Clusters): void {
  const most = typeof clusters === 'object' ? clusters.to : clusters
  if (most === 'auto' || most <= rest) return
  throw new InputError(
    `set ${grouped(samples - rest)} of ${grouped(samples)} samples aside, which leaves ${grouped(rest)} for ${most} clusters: give a smaller share`,
    { code: 'bad-option', argument: 'outliers', details: { samples, rest } },
  )
}

/** A result with a tree and outlier scores: those of the method, or else what its embedding tells. */
function withOddities<F extends MethodResult>(found: F, clusters: number, communicator: Communicator): F {
  const { embedding, labels, tree, outlierScores } = found
  if (!embedding || clusters < 2 || (tree && outlierScores)) return found
  const embedded = embeddedClusters(embedding, labels, clusters, communicator)
  return {
    ...found,
    tree: tree ?? embeddingTree(embedded, labels),
    outlierScores: outlierScores ?? embeddingOutliers(embedding, labels, embedded, communicator),
  }
}
