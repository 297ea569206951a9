import type { OrderedFits } from './order-verdict.ts'
import { adjustedRandIndex, score } from './scores.ts'

/** One fit of an audit: the order of its samples, the seed of a random order, and the seed of the fit. */
export interface AuditFit {
  order: 'stored' | 'sorted' | 'shuffled'
  /** Null where the order is not random. */
  shuffle: number | null
  seed: number
}

/** Fits in an order that is not random: enough to see what the seed alone changes. */
const repeats = 3

/**
 * The fits that tell what the order of the samples is worth: as stored, in `permutations` random orders and, where asked for, sorted by class. Every fit has a seed
 * of its own, so that what the seed changes is not taken for what the order changes.
 */
export function auditPlan(seed: number, permutations: number, sorted: boolean): AuditFit[] {
  const fits = (order: AuditFit['order'], count: number): AuditFit[] =>
    Array.from({ length: count }, (_, i) => ({
      order,
      shuffle: order === 'shuffled' ? seed + i + 1 : null,
      seed: seed + i,
    }))
  const few = Math.min(repeats, permutations)
  return [...fits('stored', few), ...(sorted ? fits('sorted', few) : []), ...fits('shuffled', permutations)]
}

/** What a verdict needs of fits in one kind of order: their accuracies, where the classes are known, and how far their partitions agree. */
export function orderedFits(partitions: readonly ArrayLike<number>[], truth: ArrayLike<number> | null): OrderedFits {
  const pairs = partitions.flatMap((a, i) => partitions.slice(i + 1).map((b) => adjustedRandIndex(a, b)))
  return {
    accuracies: truth ? partitions.map((labels) => score(truth, labels).acc) : [],
    agreement: pairs.length === 0 ? null : pairs.reduce((sum, value) => sum + value, 0) / pairs.length,
  }
}
