import type { OptionValues } from 'manyview'
import { problemOf } from './comparison.ts'
import type { DataRequest, FitOutcome, Job, JobResult, SampleOrder } from './job.ts'
import { type Planned, type RunAllOptions, runAll } from './run-all.ts'
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
  order: 'stored' | 'sorted' | 'shuffled'
  /** Accuracy of each fit; empty without labels. */
  accuracies: number[]
  accuracy: Spread | null
  nmi: Spread | null
  /** Between the partitions found; null for fewer than two. */
  agreement: Agreement | null
  seconds: number
  problem: string | null
}

/** What the order of the samples is worth to a method. */
export interface Audit {
  orders: AuditedOrder[]
  verdict: string
  warnings: string[]
}

/** Fits in the stored and in the sorted order: enough to see what the seed alone changes. */
const repeats = 3

/**
 * Fits the samples as stored, in `permutations` random orders and, when labels are given, sorted by class; every fit has a seed of its own, so that what the seed
 * changes is not taken for what the order changes.
 */
export async function auditOrder(plan: AuditPlan, options: RunAllOptions): Promise<Audit> {
  const kinds = (['stored', 'sorted', 'shuffled'] as const).filter((kind) => kind !== 'sorted' || plan.truth)
  const planned = kinds.flatMap((kind) =>
    Array.from({ length: kind === 'shuffled' ? plan.permutations : Math.min(repeats, plan.permutations) }, (_, i) => ({
      kind,
      job: jobOf(plan, kind === 'shuffled' ? { shuffled: plan.seed + i + 1 } : kind, plan.seed + i),
      group: plan.method,
    })),
  )
  const results = await runAll(planned satisfies Planned[], options)
  const orders = kinds.map((kind) =>
    audited(
      kind,
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

function audited(order: AuditedOrder['order'], results: readonly JobResult[]): AuditedOrder {
  const fits: FitOutcome[] = results.flatMap((result) => (result.status === 'done' ? result.outcomes : []))
  const scores = fits.flatMap(({ scores }) => (scores ? [scores] : []))
  return {
    order,
    accuracies: scores.map(({ acc }) => acc),
    accuracy: scores.length > 0 ? spread(scores.map(({ acc }) => acc)) : null,
    nmi: scores.length > 0 ? spread(scores.map(({ nmi }) => nmi)) : null,
    agreement: agreement(fits.map(({ labels }) => labels!)),
    seconds: fits.length > 0 ? spread(fits.map(({ seconds }) => seconds)).mean : 0,
    problem: problemOf(results),
  }
}

/** Differences in accuracy, or in agreement, that are not worth a word. */
const negligible = 0.03

/** One or two plain sentences. */
export function verdictOf(orders: readonly AuditedOrder[]): string {
  const find = (order: AuditedOrder['order']) => orders.find((each) => each.order === order)
  const [stored, sorted, shuffled] = [find('stored'), find('sorted'), find('shuffled')]
  if (!stored || !shuffled || stored.problem || shuffled.problem)
    return `No verdict: ${stored?.problem ?? shuffled?.problem ?? 'there are no fits'}.`
  return stored.accuracy && shuffled.accuracy
    ? labelledVerdict(stored, sorted, shuffled)
    : unlabelledVerdict(stored, shuffled)
}

function labelledVerdict(stored: AuditedOrder, sorted: AuditedOrder | undefined, shuffled: AuditedOrder): string {
  const [before, after] = [stored.accuracy!, shuffled.accuracy!]
  const gain = before.mean - after.mean
  // Two means differ by chance by about their spread; less than twice that is no finding.
  const chance = 2 * Math.max(before.deviation ?? 0, (after.deviation ?? 0) / Math.sqrt(shuffled.accuracies.length))
  const points = Math.round(100 * Math.abs(gain))
  const range = `${percent(Math.min(...shuffled.accuracies))} to ${percent(Math.max(...shuffled.accuracies))}`
  const measured = `${percent(before.mean)} % as stored, ${percent(after.mean)} % shuffled (${range})`
  const sentences: string[] = []
  if (Math.abs(gain) <= Math.max(negligible, chance))
    sentences.push(`The stored order of the file is worth nothing that can be told from chance: ${measured}.`)
  else if (gain > 0) sentences.push(`${points} of 100 points of accuracy come from the order of the file: ${measured}.`)
  else sentences.push(`The order of the file costs ${points} of 100 points of accuracy: ${measured}.`)
  const best = sorted?.accuracy ? sorted.accuracy.mean - after.mean : 0
  if (sorted?.accuracy && best > Math.max(negligible, gain + negligible))
    sentences.push(`Sorted by class it would be ${percent(sorted.accuracy.mean)} %: the method reads the order.`)
  return sentences.join(' ')
}

function unlabelledVerdict(stored: AuditedOrder, shuffled: AuditedOrder): string {
  if (!shuffled.agreement || !stored.agreement) return 'No verdict: at least two permutations are needed.'
  const [seeds, orders] = [stored.agreement.ari.mean, shuffled.agreement.ari.mean]
  const measured = `partitions from two random orders agree to an adjusted Rand index of ${orders.toFixed(2)}, from two seeds in the stored order to ${seeds.toFixed(2)}`
  return seeds - orders > negligible
    ? `The order of the file decides part of the result: ${measured}.`
    : `The order of the file matters no more than the seed: ${measured}.`
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}
