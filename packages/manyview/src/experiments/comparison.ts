import type { Scores } from '@manyview/core'
import type { OptionValues } from '@manyview/core/methods'
import { isOrderFree } from '@manyview/core/methods'
import { findMethod } from '@manyview/rivals'
import type { DataRequest, FitOutcome, Job, JobResult, SampleOrder } from './job.ts'
import { type Planned, type RunAllOptions, runAll } from './run-all.ts'
import { hasFailed, problemOf } from './run-problem.ts'
import { type Agreement, agreement, type Spread, spread } from './spread.ts'
import { type TuningGrid, tuningGrid } from './tuning-grid.ts'

/** How the settings of a method are found: published defaults; the best of a grid by the true labels, as papers do; or the best by explained variance, without labels. */
export type Tuning = 'none' | 'labels' | 'unsupervised'

/** A method to compare, with what the user has set, for example `dstl` with `{ variant: 'S' }`. */
export interface Contestant {
  name: string
  method: string
  fixed: OptionValues
}

/** What is compared on which samples. */
export interface ComparisonPlan {
  data: DataRequest
  truth: number[] | null
  clusters: number
  contestants: Contestant[]
  repetitions: number
  tuning: Tuning
  /** Settings to try instead of the usual grid, by method. */
  grids?: Readonly<Record<string, OptionValues[]>>
  seed: number
}

/** One method in one order of the samples. */
export interface ComparisonRow {
  name: string
  method: string
  order: 'stored' | 'shuffled'
  /** Settings that differ from the defaults. */
  settings: OptionValues
  grid: { source: TuningGrid['source']; tried: number; of: number }
  /** Finished repetitions. */
  repetitions: number
  /** Why repetitions or parts of the grid are missing; null where none is. */
  problem: string | null
  scores: Record<keyof Scores, Spread> | null
  /** Scores of the repetition with the highest accuracy: whoever shows these has chosen by the labels. */
  bestRun: Scores | null
  /** What the method itself chose without labels, and in how many repetitions; empty where it chooses nothing. */
  chosen: { settings: OptionValues; repetitions: number }[]
  /** Repetitions that left clusters empty, and the fewest clusters that had samples. */
  collapsed: { repetitions: number; fewest: number }
  /** Between the partitions of the repetitions. */
  agreement: Agreement | null
  seconds: Spread | null
  /** Bytes, the largest of all repetitions. */
  peakMemory: number | null
  /** Those of every repetition, without repeats. */
  warnings: string[]
}

/** Seed of the permutation that tuning sees; the repetitions see others. */
const tuningSeed = 1_000_003
/** Fits of a grid that one process does. */
const gridPart = 25

const orders = ['stored', 'shuffled'] as const

/** Runs every contestant in both orders of the samples, tuned apart for each order where tuning is asked for. Rows: contestants in turn, stored before shuffled. */
export async function compareMethods(plan: ComparisonPlan, options: RunAllOptions): Promise<ComparisonRow[]> {
  const pairs = plan.contestants.flatMap((contestant) => orders.map((order) => ({ contestant, order })))
  const chosen = await tune(pairs, plan, options)
  const planned = pairs.flatMap(({ contestant, order }, p) =>
    Array.from({ length: plan.repetitions }, (_, repetition): Planned => {
      const place: SampleOrder = order === 'stored' ? 'stored' : { shuffled: plan.seed + repetition + 1 }
      const job = jobOf(plan, contestant, [chosen[p].settings], place, plan.seed + repetition)
      return { job: { ...job, keep: ['labels'] }, group: contestant.name }
    }),
  )
  const results = await runAll(planned, options)
  return pairs.map(({ contestant, order }, p) => {
    const rowResults = results.slice(p * plan.repetitions, (p + 1) * plan.repetitions)
    return rowOf(contestant, order, chosen[p], rowResults, plan.clusters)
  })
}

interface Choice {
  settings: OptionValues
  grid: ComparisonRow['grid']
  /** The parts of the grid that failed. */
  failures: JobResult[]
}

async function tune(
  pairs: readonly { contestant: Contestant; order: 'stored' | 'shuffled' }[],
  plan: ComparisonPlan,
  options: RunAllOptions,
): Promise<Choice[]> {
  const grids = pairs.map(({ contestant }) => gridOf(plan, contestant))
  const parts = pairs.flatMap(({ contestant, order }, pair) =>
    planGrid(plan, contestant, order).map((planned) => ({ ...planned, pair })),
  )
  const results = await runAll(parts, options)
  return pairs.map((_, p) => {
    const pairResults = results.filter((_, i) => parts[i].pair === p)
    const tried = pairResults.flatMap(finished)
    return {
      settings: best(tried, plan.tuning)?.settings ?? grids[p].settings[0],
      grid: { source: grids[p].source, tried: tried.length, of: grids[p].settings.length },
      failures: pairResults.filter(hasFailed),
    }
  })
}

function gridOf(plan: ComparisonPlan, { method, fixed }: Contestant): TuningGrid {
  if (plan.tuning === 'none') return { settings: [fixed], source: 'none' }
  const grid = plan.grids?.[method]
  if (grid) return { settings: grid.map((settings) => ({ ...settings, ...fixed })), source: 'ours' }
  return tuningGrid(findMethod(method), fixed)
}

/** The jobs that try the grid of a contestant in one order; none where there is nothing to choose. */
export function planGrid(plan: ComparisonPlan, contestant: Contestant, order: 'stored' | 'shuffled'): Planned[] {
  const { settings } = gridOf(plan, contestant)
  if (settings.length < 2) return []
  const place: SampleOrder = order === 'stored' ? 'stored' : { shuffled: plan.seed + tuningSeed }
  // Equal parts, so that no part has a single setting, which would not be judged.
  const count = Math.ceil(settings.length / gridPart)
  return Array.from({ length: count }, (_, i) => ({
    job: jobOf(plan, contestant, slice(settings, i, count), place, plan.seed),
    group: `${contestant.name}, ${order}, grid`,
  }))
}

function slice<T>(list: readonly T[], part: number, of: number): T[] {
  return list.slice(Math.floor((part * list.length) / of), Math.floor(((part + 1) * list.length) / of))
}

/** The fits that a job finished, also when it was stopped. */
export function finished(result: JobResult): FitOutcome[] {
  return 'outcomes' in result ? result.outcomes : []
}

/** The best fit by accuracy or by explained variance; ties: the first. */
export function best(outcomes: readonly FitOutcome[], tuning: Tuning): FitOutcome | null {
  const value = ({ scores, explained }: FitOutcome) => (tuning === 'labels' ? scores!.acc : explained!)
  return outcomes.reduce<FitOutcome | null>((top, each) => (top && value(top) >= value(each) ? top : each), null)
}

function jobOf(
  { data, truth, clusters }: ComparisonPlan,
  { method }: Contestant,
  settings: OptionValues[],
  order: SampleOrder,
  seed: number,
): Job {
  return { data, truth, clusters, method, settings, seed, order, keep: [] }
}

function rowOf(
  { name, method }: Contestant,
  order: 'stored' | 'shuffled',
  { settings, grid, failures }: Choice,
  results: readonly JobResult[],
  clusters: number,
): ComparisonRow {
  const done = results.filter((result) => result.status === 'done')
  const fits = done.flatMap(({ outcomes }) => outcomes)
  const scored = fits.flatMap(({ scores }) => (scores ? [scores] : []))
  const of = (metric: keyof Scores) => spread(scored.map((scores) => scores[metric]))
  return {
    name,
    method,
    order,
    settings,
    grid,
    repetitions: done.length,
    problem: problemOf([...results, ...failures]),
    scores:
      scored.length > 0
        ? { acc: of('acc'), nmi: of('nmi'), purity: of('purity'), ari: of('ari'), fscore: of('fscore') }
        : null,
    bestRun: scored.reduce<Scores | null>((top, each) => (top && top.acc >= each.acc ? top : each), null),
    chosen: choicesOf(fits),
    collapsed: collapseOf(fits, clusters),
    agreement: agreement(fits.map(({ labels }) => labels!)),
    seconds: fits.length > 0 ? spread(fits.map(({ seconds }) => seconds)) : null,
    peakMemory: done.length > 0 ? Math.max(...done.map(({ peakMemory }) => peakMemory)) : null,
    warnings: [...new Set(fits.flatMap(({ warnings }) => warnings))],
  }
}

/** The settings that fits chose themselves, the most frequent first. */
function choicesOf(fits: readonly FitOutcome[]): ComparisonRow['chosen'] {
  const choices = new Map<string, ComparisonRow['chosen'][number]>()
  for (const { chosen } of fits) {
    if (!chosen) continue
    const key = JSON.stringify(chosen)
    choices.set(key, { settings: chosen, repetitions: (choices.get(key)?.repetitions ?? 0) + 1 })
  }
  return [...choices.values()].sort((a, b) => b.repetitions - a.repetitions)
}

/** How many of the fits left clusters empty, and the fewest clusters that had samples. */
export function collapseOf(fits: readonly FitOutcome[], clusters: number): { repetitions: number; fewest: number } {
  const counts = fits.map(({ filledClusters }) => filledClusters)
  return { repetitions: counts.filter((count) => count < clusters).length, fewest: Math.min(clusters, ...counts) }
}

/** Whether a method with these settings reads the order of the file. */
export function readsOrder(method: string, settings: OptionValues): boolean {
  return !isOrderFree(findMethod(method), settings)
}
