import type { OptionValues } from '@manyview/core/methods'
import { type AuditFit, auditPlan, orderVerdict } from '@manyview/core/metrics'
import { collapseOf } from './comparison.ts'
import type { DataRequest, FitOutcome, Job, JobResult, SampleOrder } from './job.ts'
import { type Planned, type RunAllOptions, runAll } from './run-all.ts'
import { problemOf } from './run-problem.ts'
import { type Agreement, agreement, type Spread, spread } from './spread.ts'

/** What is audited. */
export interface AuditPlan {
  data: DataRequest
  truth: number[] | null
  clusters: number
  method: string
  settings: OptionValues
  permutations: number
  seed: number
}

/** The fits in one kind of order. */
export interface AuditedOrder {
  order: AuditFit['order']
  /** Accuracy of each fit; empty without labels. */
  accuracies: number[]
  accuracy: Spread | null
  nmi: Spread | null
  /** Between the partitions found; null for fewer than two. */
  agreement: Agreement | null
  /** Fits that left clusters empty, of how many. */
  collapsed: number
  fits: number
  seconds: number
  problem: string | null
}

/** What the order of the samples is worth to a method. */
export interface Audit {
  orders: AuditedOrder[]
  verdict: string
  warnings: string[]
}

/** Fits the samples as stored, in `permutations` random orders and, when labels are given, sorted by class. */
export async function auditOrder(plan: AuditPlan, options: RunAllOptions): Promise<Audit> {
  const planned = auditPlan(plan.seed, plan.permutations, plan.truth !== null).map((fit) => ({
    kind: fit.order,
    job: jobOf(plan, fit.order === 'shuffled' ? { shuffled: fit.shuffle! } : fit.order, fit.seed),
    group: plan.method,
  }))
  const kinds = [...new Set(planned.map(({ kind }) => kind))]
  const results = await runAll(planned satisfies Planned[], options)
  const orders = kinds.map((kind) =>
    audited(
      kind,
      plan.clusters,
      results.filter((_, i) => planned[i].kind === kind),
    ),
  )
  const fits = results.flatMap((result) => ('outcomes' in result ? result.outcomes : []))
  return { orders, verdict: verdictOf(orders), warnings: [...new Set(fits.flatMap(({ warnings }) => warnings))] }
}

function jobOf(plan: AuditPlan, order: SampleOrder, seed: number): Job {
  const { data, truth, clusters, method, settings } = plan
  return { data, truth, clusters, method, settings: [settings], seed, order, keep: ['labels'] }
}

function audited(order: AuditedOrder['order'], clusters: number, results: readonly JobResult[]): AuditedOrder {
  const fits: FitOutcome[] = results.flatMap((result) => (result.status === 'done' ? result.outcomes : []))
  const scores = fits.flatMap(({ scores }) => (scores ? [scores] : []))
  return {
    order,
    accuracies: scores.map(({ acc }) => acc),
    accuracy: scores.length > 0 ? spread(scores.map(({ acc }) => acc)) : null,
    nmi: scores.length > 0 ? spread(scores.map(({ nmi }) => nmi)) : null,
    agreement: agreement(fits.map(({ labels }) => labels!)),
    collapsed: collapseOf(fits, clusters).repetitions,
    fits: fits.length,
    seconds: fits.length > 0 ? spread(fits.map(({ seconds }) => seconds)).mean : 0,
    problem: problemOf(results),
  }
}

/** The verdict of the core, or why there is none. */
export function verdictOf(orders: readonly AuditedOrder[]): string {
  const find = (order: AuditedOrder['order']) => orders.find((each) => each.order === order)
  const [stored, sorted, shuffled] = [find('stored'), find('sorted'), find('shuffled')]
  if (!stored || !shuffled || stored.problem || shuffled.problem)
    return `No verdict: ${stored?.problem ?? shuffled?.problem ?? 'there are no fits'}.`
  // Fits that fell into fewer clusters say nothing about the order.
  const fallen = [stored, shuffled].find(({ collapsed, fits }) => 2 * collapsed > fits)
  if (fallen)
    return `No verdict: ${fallen.collapsed} of ${fallen.fits} fits ${fallen.order === 'stored' ? 'as stored' : 'shuffled'} left clusters empty; try other settings of the method.`
  const fits = ({ accuracies, agreement: found }: AuditedOrder) => ({ accuracies, agreement: found?.ari.mean ?? null })
  return orderVerdict(fits(stored), fits(shuffled), sorted && fits(sorted))
}
