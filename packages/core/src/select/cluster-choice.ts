/** One number of clusters and what speaks for it. */
export interface ClusterCandidate {
  clusters: number
  /** agreement × stability × (1 + gap ÷ largest gap) ÷ 2; the highest wins. */
  score: number
  /** The kth less the next eigenvalue of the graph of all views: large where k clusters hang together and are hardly linked. */
  gap: number
  /** How alike the partitions of different graphs of the samples are: mean adjusted Rand index, 0 as by chance, 1 the same. */
  stability: number
  /** How far the links between neighbours in the single views stay inside the clusters beyond chance: modularity, 0 as by chance, towards 1. */
  agreement: number
}

/** The number of clusters that was chosen, and why. */
export interface ClusterChoice {
  clusters: number
  /** False where the best number is no more stable than numbers are on noise. */
  standsOut: boolean
  /** Every number that was tried, highest score first. */
  candidates: ClusterCandidate[]
  /** Why, in plain words. */
  reason: string
}

/** Partitions of noise agree by 0.15 to 0.25, whatever its views and dimensions; below a third nothing was found. */
const LEAST_STABILITY = 1 / 3
/** Numbers whose score is at least this share of the best are named beside it. */
const NEAR = 0.9

/**
 * Ranks measured numbers of clusters, ties by the smaller, and says why the first was chosen. One cluster has no score of its own: it is chosen only where it is
 * among the numbers and no other stands out.
 */
export function rankCandidates(measured: readonly Omit<ClusterCandidate, 'score'>[]): ClusterChoice {
  const largest = Math.max(...measured.filter(({ clusters }) => clusters > 1).map(({ gap }) => gap), 0)
  const candidates = measured
    .map((each) => ({ ...each, score: scoreOf(each, largest) }))
    .sort((a, b) => b.score - a.score || a.clusters - b.clusters)
  const [best] = candidates
  const standsOut = best.clusters > 1 && best.stability >= LEAST_STABILITY && best.score > 0
  const single = candidates.find(({ clusters }) => clusters === 1)
  const chosen = standsOut || !single ? best : single
  return { clusters: chosen.clusters, standsOut, candidates, reason: reasonFor(chosen, candidates, standsOut, largest) }
}

/** A word for the user where no number stands out. */
export function choiceWarnings(choice: ClusterChoice | null): string[] {
  return choice && !choice.standsOut && choice.candidates.length > 1 ? [choice.reason] : []
}

function scoreOf({ clusters, gap, stability, agreement }: Omit<ClusterCandidate, 'score'>, largest: number): number {
  if (clusters === 1) return 0
  const share = largest > 0 ? Math.max(gap, 0) / largest : 0
  return (Math.max(agreement, 0) * Math.max(stability, 0) * (1 + share)) / 2
}

function reasonFor(
  chosen: ClusterCandidate,
  candidates: readonly ClusterCandidate[],
  standsOut: boolean,
  largest: number,
): string {
  const numbers = candidates.map(({ clusters }) => clusters)
  const range = `from ${Math.min(...numbers)} to ${Math.max(...numbers)}`
  const [best] = candidates
  if (candidates.length === 1) return `${chosen.clusters} is the only number to choose from`
  if (!standsOut)
    return `no number of clusters ${range} stands out: different graphs of the samples agree on the clusters by ${best.stability.toFixed(2)} of 1 at the best number (${best.clusters}), which is what noise gives`
  const gap = best.gap === largest ? 'the largest gap in the spectrum comes after it' : gapInWords(best, candidates)
  const near = candidates.slice(1).filter(({ score }) => score >= NEAR * best.score)
  return [
    `${best.clusters} of the numbers ${range} scores highest: different graphs of the samples agree on these clusters by ${best.stability.toFixed(2)} of 1`,
    `links between neighbours stay inside them by ${best.agreement.toFixed(2)} beyond chance`,
    `and ${gap}`,
  ]
    .join(', ')
    .concat(near.length > 0 ? `; nearly as good: ${listed(near)}` : '')
}

function gapInWords(best: ClusterCandidate, candidates: readonly ClusterCandidate[]): string {
  const widest = candidates.reduce((most, each) => (each.clusters > 1 && each.gap > most.gap ? each : most), best)
  return `the gap in the spectrum after it is ${Math.round((100 * best.gap) / widest.gap)} % of the largest, after ${widest.clusters}`
}

function listed(candidates: readonly ClusterCandidate[]): string {
  const shown = candidates.slice(0, 4).map(({ clusters }) => String(clusters))
  return candidates.length > 4 ? `${shown.join(', ')} and ${candidates.length - 4} more` : shown.join(', ')
}
