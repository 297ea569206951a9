import type { OptionValues } from '@manyview/core/methods'
import { adjustedRandIndex, auditPlan, orderVerdict } from '@manyview/core/metrics'
import { type Contestant, collapseOf } from './comparison.ts'
import type { DataRequest, FitOutcome, JobResult, SampleOrder } from './job.ts'
import { type Planned, type RunAllOptions, runAll } from './run-all.ts'
import { problemOf } from './run-problem.ts'
import { type Agreement, agreement, type Spread, spread } from './spread.ts'

/** What is audited. */
export interface AuditPlan {
  data: DataRequest
  samples: number
  truth: number[] | null
  clusters: number
  permutations: number
  seed: number
}

/** A kind of order; `blocks`: blocks of consecutive samples shuffled, `within`: shuffled within classes, so that every place keeps its class. */
export type OrderKind = 'stored' | 'sorted' | 'within' | 'blocks' | 'shuffled'

/** The fits in one kind of order. */
export interface AuditedOrder {
  order: OrderKind
  /** Samples per block, where blocks were shuffled. */
  block: number | null
  /** Accuracy of each fit; empty without labels. */
  accuracies: number[]
  accuracy: Spread | null
  nmi: Spread | null
  /** Between the partitions found; null for fewer than two. */
  agreement: Agreement | null
  /** The adjusted Rand index of each fit with each one as stored, which for these are those of `agreement`. */
  withStored: number[]
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

/** An audit and the method, with the settings that were given for it. */
export interface NamedAudit extends Audit {
  name: string
  method: string
  settings: OptionValues
}

/** Fits in each kind of order but the shuffled one: enough to see what the seed alone changes. */
const repeats = 3
/** Each length of blocks by the one before. */
const blockGrowth = 4

/**
 * Fits the samples as stored and in `permutations` random orders by every method. With labels also sorted by class and shuffled within classes; without, in blocks of consecutive samples
 * that are shuffled as wholes, of 4, 16, 64 … samples as long as there are four blocks.
 */
export async function auditOrder(
  plan: AuditPlan,
  methods: readonly Contestant[],
  options: RunAllOptions,
): Promise<NamedAudit[]> {
  const { data, truth, clusters } = plan
  const fits = plannedFits(plan)
  const planned = methods.flatMap(({ name, method, fixed }) =>
    fits.map(
      ({ order, seed }): Planned => ({
        job: { data, truth, clusters, method, settings: [fixed], seed, order, keep: ['labels'] },
        group: name,
      }),
    ),
  )
  const results = await runAll(planned, options)
  return methods.map(({ name, method, fixed }, m) => {
    const methodResults = results.slice(m * fits.length, (m + 1) * fits.length)
    const orders = auditedOrders(fits, methodResults, clusters)
    const outcomes = methodResults.flatMap((result) => ('outcomes' in result ? result.outcomes : []))
    const warnings = [...new Set(outcomes.flatMap((outcome) => outcome.warnings))]
    return { name, method, settings: fixed, orders, verdict: verdictOf(orders), warnings }
  })
}

interface PlannedFit {
  kind: OrderKind
  block: number | null
  order: SampleOrder
  seed: number
}

function plannedFits({ samples, truth, permutations, seed }: AuditPlan): PlannedFit[] {
  const usual = auditPlan(seed, permutations, truth !== null).map((fit): PlannedFit => {
    const order = fit.order === 'shuffled' ? { shuffled: fit.shuffle! } : fit.order
    return { kind: fit.order, block: null, order, seed: fit.seed }
  })
  const few = Array.from({ length: Math.min(repeats, permutations) }, (_, i) => seed + i)
  const blocks: number[] = []
  for (let block = blockGrowth; 4 * block <= samples; block *= blockGrowth) blocks.unshift(block)
  const between = truth
    ? few.map((each): PlannedFit => ({ kind: 'within', block: null, order: { withinClasses: each + 1 }, seed: each }))
    : blocks.flatMap((block) =>
        few.map(
          (each): PlannedFit => ({ kind: 'blocks', block, order: { shuffled: each + 1, blocks: block }, seed: each }),
        ),
      )
  const isShuffled = ({ kind }: PlannedFit) => kind === 'shuffled'
  return [...usual.filter((fit) => !isShuffled(fit)), ...between, ...usual.filter(isShuffled)]
}

function auditedOrders(fits: readonly PlannedFit[], results: readonly JobResult[], clusters: number): AuditedOrder[] {
  const name = ({ kind, block }: PlannedFit) => `${kind} ${block}`
  const done = (index: number) => {
    const result = results[index]
    return result.status === 'done' ? result.outcomes : []
  }
  const stored = fits.flatMap(({ kind }, i) => (kind === 'stored' ? done(i) : []))
  return [...new Set(fits.map(name))].map((each) => {
    const indices = [...fits.keys()].filter((i) => name(fits[i]) === each)
    const { kind, block } = fits[indices[0]]
    const outcomes = indices.flatMap(done)
    const scores = outcomes.flatMap(({ scores }) => (scores ? [scores] : []))
    const among = agreement(outcomes.map(({ labels }) => labels!))
    return {
      order: kind,
      block,
      accuracies: scores.map(({ acc }) => acc),
      accuracy: scores.length > 0 ? spread(scores.map(({ acc }) => acc)) : null,
      nmi: scores.length > 0 ? spread(scores.map(({ nmi }) => nmi)) : null,
      agreement: among,
      withStored: kind === 'stored' ? (among?.pairs ?? []) : agreements(outcomes, stored),
      collapsed: collapseOf(outcomes, clusters).repetitions,
      fits: outcomes.length,
      seconds: outcomes.length > 0 ? spread(outcomes.map(({ seconds }) => seconds)).mean : 0,
      problem: problemOf(indices.map((i) => results[i])),
    }
  })
}

function agreements(fits: readonly FitOutcome[], stored: readonly FitOutcome[]): number[] {
  return fits.flatMap(({ labels }) => stored.map((other) => adjustedRandIndex(labels!, other.labels!)))
}

/** What a kind of order is called in tables and figures. */
export function orderName({ order, block }: Pick<AuditedOrder, 'order' | 'block'>): string {
  if (order === 'blocks') return `blocks of ${block}`
  return { stored: 'as stored', sorted: 'sorted by class', within: 'within classes', shuffled: 'shuffled' }[order]
}

/** Differences in accuracy, or in agreement, that are not worth a word. */
const negligible = 0.03

/** The verdict of the core and what the orders between stored and shuffled add to it, or why there is none. */
export function verdictOf(orders: readonly AuditedOrder[]): string {
  const find = (order: OrderKind) => orders.find((each) => each.order === order)
  const [stored, sorted, within, shuffled] = [find('stored'), find('sorted'), find('within'), find('shuffled')]
  if (!stored || !shuffled || stored.problem || shuffled.problem)
    return `No verdict: ${stored?.problem ?? shuffled?.problem ?? 'there are no fits'}.`
  // Fits that fell into fewer clusters say nothing about the order.
  const fallen = [stored, shuffled].find(({ collapsed, fits }) => 2 * collapsed > fits)
  if (fallen)
    return `No verdict: ${fallen.collapsed} of ${fallen.fits} fits ${fallen.order === 'stored' ? 'as stored' : 'shuffled'} left clusters empty; try other settings of the method.`
  const fits = ({ accuracies, agreement: among }: AuditedOrder) => ({ accuracies, agreement: among?.ari.mean ?? null })
  const usual = orderVerdict(fits(stored), fits(shuffled), sorted && fits(sorted))
  const blocks = orders.filter(({ order }) => order === 'blocks')
  return [usual, ...withinSentence(stored, within, shuffled), ...blockSentence(stored, blocks, shuffled)].join(' ')
}

/** What is left when only the order inside classes is lost. */
function withinSentence(stored: AuditedOrder, within: AuditedOrder | undefined, shuffled: AuditedOrder): string[] {
  if (!stored.accuracy || !within?.accuracy || !shuffled.accuracy) return []
  const [before, inside, after] = [stored.accuracy.mean, within.accuracy.mean, shuffled.accuracy.mean]
  const lost = before - inside
  // The verdict of the core takes a difference up to here for chance.
  const chance =
    2 * Math.max(stored.accuracy.deviation ?? 0, (shuffled.accuracy.deviation ?? 0) / Math.sqrt(shuffled.fits))
  if (before - after <= Math.max(negligible, chance) || Math.abs(inside - after) <= negligible) return []
  const finding = `Shuffled within classes it has ${(100 * inside).toFixed(1)} %`
  return lost <= Math.max(negligible, (before - after) / 4)
    ? [`${finding}: it reads where the classes of the file begin and end, not the order inside them.`]
    : [`${finding}: the order inside the classes counts, too.`]
}

/** From which length of blocks the result is that of the file. */
function blockSentence(stored: AuditedOrder, blocks: readonly AuditedOrder[], shuffled: AuditedOrder): string[] {
  const all = [...blocks, shuffled]
  if (blocks.length === 0 || [stored, ...all].some(({ withStored }) => withStored.length === 0)) return []
  const of = ({ withStored }: AuditedOrder) => spread(withStored).mean
  const [seeds, most, none] = [of(stored), of(blocks[0]), of(shuffled)]
  if (seeds - none <= negligible) return []
  const finding = `with the result as stored, shuffled blocks of ${blocks[0].block} samples agree to ${most.toFixed(2)}, single samples to ${none.toFixed(2)}`
  const grows = most - none > negligible
  return [
    `${finding[0].toUpperCase()}${finding.slice(1)}${grows ? ': the more samples stay beside their neighbours in the file, the more of the result stays' : ''}.`,
  ]
}
