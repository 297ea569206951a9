import { adjustedRandIndex, score } from './scores.ts'

/** One fit of an audit: the order of its samples, the seed of a random order, and the seed of the fit. */
export interface AuditFit {
  order: 'stored' | 'sorted' | 'shuffled'
  /** Null where the order is not random. */
  shuffle: number | null
  seed: number
}

/** Fits in each order that is not random: enough to see what the seed alone changes. */
const repeats = 3

/**
 * Plans the fits that show what the order of the samples is worth: as stored, in `permutations` random orders and, with `sorted`, sorted by class. Every fit has a seed
 * of its own, so that an effect of the seed does not pass for one of the order.
 */
export function auditPlan(seed: number, permutations: number, sorted: boolean): AuditFit[] {
  const fits = (order: AuditFit['order'], count: number): AuditFit[] =>
    Array.from({ length: count }, (_, i) => ({
      order,
      shuffle: order === 'shuffled' ? seed + i + 1 : null,
      seed: seed + i,
    }))
  const fixedOrderFits = Math.min(repeats, permutations)
  return [
    ...fits('stored', fixedOrderFits),
    ...(sorted ? fits('sorted', fixedOrderFits) : []),
    ...fits('shuffled', permutations),
  ]
}

/** Measures fits in one kind of order for a verdict: their accuracies, where there is a truth, and how far their partitions agree. O(fits²·n). */
export function orderedFits(partitions: readonly ArrayLike<number>[], truth: ArrayLike<number> | null): OrderedFits {
  const pairs = partitions.flatMap((a, i) => partitions.slice(i + 1).map((b) => adjustedRandIndex(a, b)))
  return {
    accuracies: truth ? partitions.map((labels) => score(truth, labels).acc) : [],
    agreement: pairs.length === 0 ? null : pairs.reduce((sum, value) => sum + value, 0) / pairs.length,
  }
}

/** Fits of one method in one kind of order of the samples, each with a seed of its own. */
export interface OrderedFits {
  /** Accuracy of each fit, 0 … 1; empty without labels. */
  accuracies: readonly number[]
  /** Mean adjusted Rand index between the partitions of two fits; null for fewer than two. */
  agreement: number | null
}

/** Largest difference in accuracy, or in agreement, that is not worth mentioning. */
const negligible = 0.03

/** Says in one or two plain sentences what the order of the file is worth to a method: by accuracy where there are labels, else by the agreement of the partitions. */
export function orderVerdict(stored: OrderedFits, shuffled: OrderedFits, sorted?: OrderedFits): string {
  return stored.accuracies.length > 0 && shuffled.accuracies.length > 0
    ? labelledVerdict(stored.accuracies, shuffled.accuracies, sorted?.accuracies ?? [])
    : unlabelledVerdict(stored.agreement, shuffled.agreement)
}

function labelledVerdict(stored: readonly number[], shuffled: readonly number[], sorted: readonly number[]): string {
  const [storedMean, shuffledMean] = [mean(stored), mean(shuffled)]
  const gain = storedMean - shuffledMean
  // Two means differ by chance by about their spread; less than twice that is no finding.
  const chance = 2 * Math.max(deviation(stored), deviation(shuffled) / Math.sqrt(shuffled.length))
  const points = Math.round(100 * Math.abs(gain))
  const range = `${percent(Math.min(...shuffled))} to ${percent(Math.max(...shuffled))}`
  const measured = `${percent(storedMean)} % as stored, ${percent(shuffledMean)} % shuffled (${range})`
  const sentences: string[] = []
  if (Math.abs(gain) <= Math.max(negligible, chance))
    sentences.push(`The stored order of the file is worth nothing that can be told from chance: ${measured}.`)
  else if (gain > 0) sentences.push(`${points} of 100 points of accuracy come from the order of the file: ${measured}.`)
  else sentences.push(`The order of the file costs ${points} of 100 points of accuracy: ${measured}.`)
  if (sorted.length > 0 && mean(sorted) - shuffledMean > Math.max(negligible, gain + negligible))
    sentences.push(`Sorted by class it would be ${percent(mean(sorted))} %: the method reads the order.`)
  return sentences.join(' ')
}

function unlabelledVerdict(seeds: number | null, orders: number | null): string {
  if (seeds === null || orders === null) return 'No verdict: at least two permutations are needed.'
  const measured = `partitions from two random orders agree to an adjusted Rand index of ${orders.toFixed(2)}, from two seeds in the stored order to ${seeds.toFixed(2)}`
  return seeds - orders > negligible
    ? `The order of the file decides part of the result: ${measured}.`
    : `The order of the file matters no more than the seed: ${measured}.`
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Computes the standard deviation with n − 1; 0 for a single value. */
function deviation(values: readonly number[]): number {
  const centre = mean(values)
  const square = values.reduce((sum, value) => sum + (value - centre) * (value - centre), 0)
  return Math.sqrt(square / Math.max(1, values.length - 1))
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}
