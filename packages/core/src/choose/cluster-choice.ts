/** One number of clusters and what speaks for it. */
export interface ClusterCandidate {
  clusters: number
  /** stability × (agreement + gap); the highest wins. */
  score: number
  /** The kth less the next eigenvalue of the graph of all views: large where k clusters hang together and are hardly linked. */
  gap: number
  /** How alike nine partitions are that the ensemble makes in different ways: mean adjusted Rand index, 0 as by chance, 1 the same. */
  stability: number
  /** How far the links between neighbours in the single views stay inside the clusters beyond chance: modularity, 0 as by chance, towards 1. */
  agreement: number
}

/** The number of clusters that was chosen, and why. */
export interface ClusterChoice {
  clusters: number
  /** False where stability × agreement of the best number is no more than chance gives. */
  standsOut: boolean
  /** Stability × agreement of the same number where every feature is shuffled by itself, so that nothing belongs together. */
  chance: number
  /** Every number that was tried, highest score first. */
  candidates: ClusterCandidate[]
  /** Why, in plain words. */
  reason: string
}

/** How much of the way from chance to 1 the best number must be better; on noise of many kinds it was 0.09 at most, since the best of many is chosen. */
const BEYOND_CHANCE = 0.1
/** Numbers whose score is at least this share of the best are named beside it. */
const NEAR = 0.9

/** Scores measured numbers of clusters and sorts them, highest first, ties by the smaller. One cluster scores 0. */
export function rankCandidates(measured: readonly Omit<ClusterCandidate, 'score'>[]): ClusterCandidate[] {
  return measured
    .map((each) => ({ ...each, score: each.clusters === 1 ? 0 : scoreOf(each) }))
    .sort((a, b) => b.score - a.score || a.clusters - b.clusters)
}

/**
 * The first of ranked candidates and why, given what the same number gets by `chance`. One cluster is chosen where it is among the numbers and no other stands out.
 */
export function explainChoice(
  candidates: ClusterCandidate[],
  chance: Pick<ClusterCandidate, 'stability' | 'agreement'>,
): ClusterChoice {
  const [best] = candidates
  const byChance = product(chance)
  const standsOut = best.clusters > 1 && product(best) - byChance > BEYOND_CHANCE * (1 - byChance)
  const chosen = standsOut ? best : (candidates.find(({ clusters }) => clusters === 1) ?? best)
  const reason = reasonFor(candidates, standsOut)
  return { clusters: chosen.clusters, standsOut, chance: byChance, candidates, reason }
}

/** A word for the user where no number stands out. */
export function choiceWarnings(choice: ClusterChoice | null): string[] {
  return choice && !choice.standsOut && choice.candidates.length > 1 ? [choice.reason] : []
}

function scoreOf({ stability, agreement, gap }: Omit<ClusterCandidate, 'score'>): number {
  return Math.max(stability, 0) * (Math.max(agreement, 0) + Math.max(gap, 0))
}

function product({ stability, agreement }: Pick<ClusterCandidate, 'stability' | 'agreement'>): number {
  return Math.max(stability, 0) * Math.max(agreement, 0)
}

function reasonFor(candidates: readonly ClusterCandidate[], standsOut: boolean): string {
  const [best] = candidates
  if (candidates.length === 1) return `${best.clusters} is the only number to choose from`
  const numbers = candidates.map(({ clusters }) => clusters)
  const range = `from ${Math.min(...numbers)} to ${Math.max(...numbers)}`
  if (!standsOut)
    return `no number of clusters ${range} stands out: the best, ${best.clusters}, is hardly better than it would be if the features had nothing to do with each other`
  const near = candidates.slice(1).filter(({ score }) => score >= NEAR * best.score)
  return [
    `${best.clusters} scores highest of the numbers ${range}: different ways to cluster agree by ${best.stability.toFixed(2)} of 1`,
    `the links between neighbours stay inside the clusters by ${best.agreement.toFixed(2)} beyond chance`,
    `and ${gapInWords(best, candidates)}`,
  ]
    .join(', ')
    .concat(near.length > 0 ? `; nearly as good: ${listed(near)}` : '')
}

function gapInWords(best: ClusterCandidate, candidates: readonly ClusterCandidate[]): string {
  const widest = candidates.reduce((most, each) => (each.clusters > 1 && each.gap > most.gap ? each : most), best)
  if (widest === best) return 'the largest gap in the spectrum comes after it'
  return `the gap in the spectrum after it is ${Math.round((100 * best.gap) / widest.gap)} % of the largest, after ${widest.clusters}`
}

function listed(candidates: readonly ClusterCandidate[]): string {
  const numbers = candidates.slice(0, 4).map(({ clusters }) => String(clusters))
  return candidates.length > 4 ? `${numbers.join(', ')} and ${candidates.length - 4} more` : numbers.join(', ')
}
