import type { MethodResult, Task } from '../methods/method.ts'
import { finalKmeans } from '../numerics/kmeans/final-kmeans.ts'
import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { concatenateColumns, unitRows } from '../numerics/linalg/scale.ts'
import { normal } from '../numerics/random/normal.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Progress } from '../runtime/progress.ts'
import { gatherRows } from '../runtime/ranks/gather-rows.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import type { Share } from '../runtime/ranks/share.ts'
import { type SavedStage, Stages } from '../runtime/stages.ts'
import { mapProgress } from '../runtime/steps.ts'
import { fingerprint } from '../views/fingerprint.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import { type DstlResume, type DstlSettings, type DstlState, dstlSteps, type ResidentViews } from './iterations.ts'
import { latentOf, startCrew } from './unit-views.ts'

/** Points that differ by less are one point: what is rounded before differs with the number of ranks, and where memberships collapse, only rounding tells samples apart. */
const GRAIN = 1 / 1_099_511_627_776
/** The stage that checkpoints keep. */
const STAGE = 'iterations'

/** The objective and the change of every iteration. */
interface History {
  objective: number[]
  change: number[]
}

/** One fit with the λ of the task's options, on views that may serve several. */
export function* fitDstl(input: PreparedRows, task: Task, views: ResidentViews): Generator<Progress, MethodResult> {
  const { ranks } = task
  const settings = readSettings(input, task)
  startCrew(task, views.X)
  // Views in memories of their own were there before the thread pool.
  for (const { kernels } of views.X) kernels.sharer = task.kernels.sharer
  const stages =
    task.checkpoints && new Stages(task.checkpoints, yield* taskText(input, task), { count: input.samples })
  const saved = stages?.restore(STAGE)
  const before =
    saved &&
    restoreState(
      saved,
      input.views.map(({ data }) => data.columns),
    )
  settings.resume = before ?? undefined
  const mark = task.kernels.mark()
  const run = dstlSteps(task.kernels, views, settings, ranks)
  const history = before?.history ?? { objective: [], change: [] }
  const whole = settings.variant !== 'Y' && settings.latentDimension === task.clusters
  let step: IteratorResult<DstlState | null, DstlState>
  do {
    step = run.next()
    const { value: now } = step
    if (!now) {
      yield { stage: 'iterating', iteration: history.objective.length, total: settings.maxIterations }
      continue
    }
    const { iteration, objective, change } = now
    history.objective.push(objective)
    history.change.push(change)
    if (!step.done) stages?.keep(STAGE, iteration, () => saveState(now, history))
    const partition = whole ? { partition: now.largest } : {}
    yield { stage: 'iterating', iteration, total: settings.maxIterations, objective, change, ...partition }
  } while (!step.done)

  const { iteration, converged, largest, W, C, S, H, Y } = step.value
  // The last k-means takes the place of the variables.
  task.kernels.release(mark)
  const consensus = settings.variant === 'Y' ? null : Y
  const embedding = unitRows(consensus ?? concatenateColumns(H))
  const { begin, end } = rowRange(ranks, embedding.rows)
  const all = roundToGrain(gatherRows(ranks, embedding))
  const partition = whole ? { partition: largest } : {}
  const allLabels = yield* mapProgress(finalKmeans(task.kernels, all, task.clusters, task.random), (step) => ({
    ...step,
    stage: 'k-means',
    ...partition,
  }))
  const labels = numberByFirstSample(allLabels).slice(begin, end)
  const factors = (matrices: readonly Matrix[]) =>
    Object.fromEntries(input.views.map(({ name }, v) => [name, matrices[v]]))
  return {
    labels,
    memberships: consensus,
    confidence: null,
    embedding,
    viewWeights: null,
    iterations: iteration,
    converged,
    history,
    warnings: warningsOf(consensus, task.clusters, ranks),
    details: { W: factors(W), C: factors(C), S: factors(S), H: factors(H) },
  }
}

/** The variables after an iteration in the form that is saved: S and H of every view and Y; W and C of every view as numbers, and the history. */
function saveState({ S, H, Y, W, C }: DstlState, { objective, change }: History): SavedStage {
  const history = [Float64Array.from(objective), Float64Array.from(change)]
  return { rows: [...S, ...H, Y], numbers: [...history, ...[...W, ...C].map(({ data }) => data)] }
}

/** The way back, for views with these numbers of features. */
function restoreState({ rows, numbers }: SavedStage, features: readonly number[]): DstlResume & { history: History } {
  const views = features.length
  const [objective, change, ...factors] = numbers
  const Y = rows[2 * views]
  const k = Y.columns
  return {
    iteration: objective.length,
    history: { objective: [...objective], change: [...change] },
    S: rows.slice(0, views),
    H: rows.slice(views, 2 * views),
    Y,
    W: features.map((count, v) => matrix(count, k, factors[v])),
    C: features.map((_, v) => matrix(k, k, factors[views + v])),
  }
}

/** What must be the same in a fit that goes on from a checkpoint; `state` numbers the form in which it is saved. */
function* taskText({ views }: PreparedRows, task: Task): Generator<Progress, string> {
  const { clusters, options, random, ranks } = task
  const shapes: unknown[] = []
  for (const { name, data } of views) shapes.push([name, data.columns, yield* fingerprint(data, ranks)])
  return JSON.stringify({ method: 'dstl', state: 2, clusters, options, random: random.save(), views: shapes })
}

function readSettings({ samples, views }: PreparedRows, task: Task): DstlSettings {
  const { options, random, ranks } = task
  const latentDimension = latentOf(task)
  const rows = rowRange(ranks, samples)
  const settings = { ...options, latentDimension } as unknown as DstlSettings
  const start =
    options.start === 'random' ? views.map((_, v) => randomRows(rows, latentDimension, random.split(v))) : undefined
  return { ...settings, start }
}

/** Rows begin … end − 1 of a matrix whose rows all are drawn from one generator. */
function randomRows({ begin, end }: Share, columns: number, random: Random): Matrix {
  for (let i = 0; i < begin * columns; i++) normal(random)
  return unitRows(
    matrix(
      end - begin,
      columns,
      Float64Array.from({ length: (end - begin) * columns }, () => normal(random)),
    ),
  )
}

/** Labels whose clusters are numbered in the order of their first samples: which of several starts ends in the best partition may differ with rounding. */
function numberByFirstSample(labels: Int32Array): Int32Array {
  const numbers = new Map<number, number>()
  return labels.map((label) => {
    const number = numbers.get(label) ?? numbers.size
    numbers.set(label, number)
    return number
  })
}

/** A matrix with its entries rounded to 2⁻⁴⁰. */
function roundToGrain({ rows, columns, data }: Matrix): Matrix {
  return matrix(
    rows,
    columns,
    data.map((value) => Math.round(value / GRAIN) * GRAIN),
  )
}

/** A collapse: (nearly) all samples at one vertex of the simplex, so that k-means has nothing to tell apart. */
function warningsOf(Y: Matrix | null, clusters: number, ranks: Ranks): string[] {
  if (!Y || clusters === 1) return []
  // The last entry counts the samples.
  const sums = new Float64Array(Y.columns + 1)
  sums[Y.columns] = Y.rows
  for (let i = 0; i < Y.rows; i++) for (let j = 0; j < Y.columns; j++) sums[j] += Y.data[i * Y.columns + j]
  ranks.allReduceSum(sums)
  return Math.max(...sums.subarray(0, Y.columns)) < 0.99 * sums[Y.columns]
    ? []
    : [
        'the memberships collapsed: nearly all samples belong to one latent cluster, so the labels mean little; try other lambda1 and lambda2, or centre the views',
      ]
}
