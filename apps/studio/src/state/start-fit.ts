import type { Progress } from '@manyview/core'
import { byteSizes, counted, grouped, plural } from '@manyview/core/words'
import { storedClustering } from '@manyview/formats'
import { findMethod } from '@manyview/rivals'
import { proxy } from 'comlink'
import type { AuditOptions } from '../worker/audit-order.ts'
import type { FitRequest, FitResult, Phase } from '../worker/fit.ts'
import { memoryLimit } from './limits.ts'
import { giveWorkerData } from './open-data.ts'
import { ProgressClock } from './progress-clock.ts'
import { type EarlyMap, makeRun, type Run } from './run.ts'
import { alignedRun } from './run-colours.ts'
import {
  audits,
  changedOptions,
  changeRun,
  chosenRun,
  data,
  folded,
  type Job,
  job,
  message,
  type OpenData,
  runs,
  type Settings,
  settings,
  tab,
} from './session.ts'
import { showProblem } from './show-problem.ts'
import { answer, solver, stopSolver, workerHoldsData } from './solver-link.ts'
import { truthOf } from './truth.ts'

let running: Promise<unknown> | null = null

/** Why the settings cannot be run; null when they can. */
export function obstacle(open: OpenData, { off, clusters, auto }: Settings): string | null {
  const { views, samples } = open.understood
  const chosen = views.filter(({ name }) => !off.includes(name))
  if (chosen.length === 0) return 'Every view is switched off: switch at least one on.'
  if (!auto && !(Number.isInteger(clusters) && clusters >= 1 && clusters <= samples))
    return `The number of clusters must be a whole number from 1 to ${grouped(samples)}.`
  const holed = chosen.find(({ missing }) => missing > 0)
  if (holed)
    return `${holed.name}: ${counted(holed.missing, 'value')} ${plural(holed.missing, 'is', 'are')} missing. Choose under Check how they are filled in, or switch the view off.`
  const bytes = chosen.reduce((sum, view) => sum + fitBytes(view), 0)
  if (bytes > memoryLimit()) {
    const [needed, limit] = byteSizes(bytes, memoryLimit())
    return `These views need about ${needed}, and this tab may take ${limit}. Switch views off, or use the command.`
  }
  return null
}

function fitBytes({ samples, features, sparse, density }: OpenData['understood']['views'][number]): number {
  return 2 * samples * features * (sparse ? 12 * density : 8)
}

/** Clusters the open data as the settings say. */
export async function startFit(): Promise<void> {
  const open = data.value
  if (!open || job.value) return
  const problem = obstacle(open, settings.value)
  if (problem) {
    message.value = { kind: 'problem', text: problem }
    return
  }
  const request = requestOf(open, settings.value)
  const clock = new ProgressClock()
  const report = (phase: Phase, progress: Progress) => {
    if (job.value?.kind === 'fit') job.value = { ...job.value, ...clock.step(phase, progress) }
  }
  await working('fit', `Clustering ${counted(open.understood.samples, 'sample')}`, async () => {
    if (!workerHoldsData()) await giveWorkerData()
    // Kept here, too: a worker that does not stop in time is ended, and with it what it has.
    let best: FitResult | null = null
    let shown: string | null = null
    let over = false
    const onBest = (result: FitResult) => {
      best = result
      // It comes on a channel of its own, and where a fit is quick, after the result.
      if (over || result.partial !== 'unexplained') return
      // The clusters can be looked at while the map is made.
      const { record, ...rest } = result
      const run = makeRun(record, { ...rest, data: open.key })
      shown = run.id
      addRun(run)
    }
    const onMap = (early: EarlyMap) => {
      if (shown !== null) changeRun(shown, alignedMap(shown, { early }))
    }
    const fitting = answer(solver().fit(request, settings.value.label, proxy(report), proxy(onBest), proxy(onMap)))
    const { record, ...rest } = await fitting.catch((error) => {
      if (best && error instanceof Error && error.name === 'AbortError') return best
      throw error
    })
    over = true
    const run = makeRun(record, { ...rest, data: open.key })
    if (shown === null) addRun(run)
    else completeRun(shown, run)
    if (rest.partial)
      message.value = {
        kind: 'note',
        text:
          rest.partial === 'stopped'
            ? 'Stopped early. What you see is the best partition that the method had by then.'
            : 'Stopped while the map was made. The clusters are complete.',
      }
  })
}

/** Gives a run that is shown already its map and what goes with it; what the user did to it meanwhile stays. */
function completeRun(id: string, { stored, confidence, seconds, partial }: Run): void {
  changeRun(id, { ...alignedMap(id, { stored }), confidence, seconds, partial })
}

/** The changes to a run that bring it another map, with how that is turned to lie like those of other runs of the same data. */
function alignedMap(id: string, changes: Partial<Run>): Partial<Run> {
  const run = runs.value.find((each) => each.id === id)
  if (!run) return changes
  // The map that is shown already stays where it lies.
  if (run.early && changes.early === undefined) return changes
  const { turn } = alignedRun(
    { ...run, ...changes },
    runs.value.filter((each) => each !== run),
  )
  return { ...changes, turn }
}

/** Adds a run and shows it. */
export function addRun(found: Run): void {
  const run = alignedRun(found, runs.value)
  runs.value = [...runs.value, run]
  chosenRun.value = run.id
  folded.value = true
  if (tab.value === 'data' || tab.value === 'export') tab.value = 'map'
}

/** Makes the map and what goes with it, for a run that was stopped before it had them or to pull clusters apart on it. */
export async function startExplain(run: Run, pullApart = false): Promise<void> {
  if (!data.value || job.value) return
  const clock = new ProgressClock()
  const report = (phase: Phase, progress: Progress) => {
    if (job.value?.kind === 'explain') job.value = { ...job.value, ...clock.step(phase, progress) }
  }
  await working('explain', 'Making the map', async () => {
    if (!workerHoldsData()) await giveWorkerData()
    const record = await answer(solver().explain(run.stored.record, pullApart, proxy(report)))
    const changes = alignedMap(run.id, { stored: storedClustering(record), ...(pullApart ? { early: null } : {}) })
    changeRun(run.id, { ...changes, partial: run.partial === 'stopped' ? 'stopped' : null })
  })
}

/** Fits a run again in a few random orders of the samples. */
export async function startAudit(run: Run): Promise<void> {
  const open = data.value
  if (!open || job.value) return
  const { method, clusters, seed, options, views } = run.stored.record
  const names = views.map(({ name }) => name)
  const request: FitRequest = { views: names, clusters, method, options, seed, memoryLimit: memoryLimit() }
  const began = performance.now()
  const clock = new ProgressClock()
  const report: AuditOptions['onProgress'] = (done, total, order, progress) => {
    if (job.value?.kind !== 'audit') return
    const { fraction } = done === 0 ? clock.step('fit', progress) : { fraction: 0 }
    const whole = (done + Math.min(1, fraction / 0.65)) / total
    const spent = (performance.now() - began) / 1000
    job.value = {
      ...job.value,
      step: `Fit ${done + 1} of ${total}, ${order === 'stored' ? 'in the order of the file' : 'in a random order'}`,
      fraction: whole,
      secondsLeft: spent > 1 && whole > 0.02 ? (spent / whole) * (1 - whole) : null,
    }
  }
  await working('audit', 'Checking what the order of the samples is worth', async () => {
    if (!workerHoldsData()) await giveWorkerData()
    const audit = await answer(solver().audit(request, truthOf(run)?.codes ?? null, proxy(report)))
    audits.value = { ...audits.value, [run.id]: audit }
  })
}

/** Stops what runs, within a second. */
export async function cancel(): Promise<void> {
  if (!job.value || job.value.cancelling || !running) return
  job.value = { ...job.value, cancelling: true }
  await stopSolver(running)
}

function requestOf(open: OpenData, asked: Settings): FitRequest {
  return {
    views: open.understood.views.map(({ name }) => name).filter((name) => !asked.off.includes(name)),
    clusters: asked.auto ? 'auto' : asked.clusters,
    method: asked.method,
    options: changedOptions(asked),
    seed: asked.seed,
    memoryLimit: memoryLimit(),
    device: asked.device === true && findMethod(asked.method).device === true,
    ...(asked.outliers ? { outliers: 'auto' as const } : {}),
  }
}

/** Does something in the worker that the user can cancel, with its job on the page. */
export async function working(kind: Job['kind'], title: string, work: () => Promise<void>): Promise<void> {
  job.value = { kind, title, step: 'Starting', fraction: 0, secondsLeft: null, curve: [], trail: [], cancelling: false }
  message.value = null
  running = work()
  try {
    await running
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError')
      message.value = { kind: 'note', text: 'Cancelled. Nothing was changed.' }
    else showProblem(error)
  } finally {
    running = null
    job.value = null
  }
}
