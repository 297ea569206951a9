/** One number of clusters and what speaks for it. */
export interface ClusterCandidate {
  clusters: number
  /** stability² × agreement / √(1 − 1/k); the highest wins. */
  score: number
  /** The kth less the next eigenvalue of the graph of all views: large where k clusters hang together and are hardly linked. It does not score; where by far the widest lies past the numbers tried, it makes that number be tried. */
  gap: number
  /** How alike nine partitions are that the ensemble makes in different ways, mean adjusted Rand index, times the same of nine that fine clusters are merged to, of which the root: 0 as by chance, 1 the same. */
  stability: number
  /** How far the links between neighbours in the single views stay inside the clusters beyond chance: modularity, 0 as by chance, at most 1 − 1/k. */
  agreement: number
}

/** The number of clusters that was chosen, and why. */
export interface ClusterChoice {
  clusters: number
  /** False where stability × agreement / √(1 − 1/k) of the best number is hardly more than chance gives; a small number is then chosen. */
  standsOut: boolean
  /** Stability × agreement / √(1 − 1/k) of the same number among samples that lie evenly in the range of every view. */
  chance: number
  /** Every number that was tried, highest score first. */
  candidates: ClusterCandidate[]
  /** Why, in two plain sentences: the same in the command, the report, the studio, Python and R. */
  reason: string
}

/** How much of the way from chance to 1 the best number must be better. Of 50 files and point sets the number is near that of the classes on 32 of the 42 past it. */
const BEYOND_CHANCE = 0.2
/** Past so many clusters a number must be so stable: partitions of very many clusters are alike in their small parts by themselves. */
const MANY = 16
const STABLE = 0.6
/** Where nothing stands out, at most so many clusters are given if the range has so few. */
const SMALL = 5
/** Numbers whose score is at least this share of the best are named beside it. */
const NEAR = 0.9
/** So many of them are named. */
const MOST_NAMED = 3

/** Scores measured numbers of clusters and sorts them, highest first, ties by the smaller. One cluster scores 0, and so do more than 16 that are not stable, where there are fewer to choose from. */
export function rankCandidates(measured: readonly Omit<ClusterCandidate, 'score'>[]): ClusterCandidate[] {
  const hasFew = measured.some(({ clusters }) => clusters > 1 && clusters <= MANY)
  const isOut = ({ clusters, stability }: Omit<ClusterCandidate, 'score'>) =>
    clusters === 1 || (hasFew && clusters > MANY && stability < STABLE)
  return measured
    .map((each) => ({ ...each, score: isOut(each) ? 0 : scoreOf(each) }))
    .sort((a, b) => b.score - a.score || a.clusters - b.clusters)
}

/**
 * The first of ranked candidates and why, given what the same number gets by `chance`. Where it does not stand out, one cluster is chosen if it is among the numbers, else the best of at most 5.
 */
export function explainChoice(
  candidates: ClusterCandidate[],
  chance: Pick<ClusterCandidate, 'stability' | 'agreement'>,
): ClusterChoice {
  const [best] = candidates
  const byChance = product({ ...chance, clusters: best.clusters })
  const standsOut = best.clusters > 1 && product(best) - byChance > BEYOND_CHANCE * (1 - byChance)
  const small =
    candidates.find(({ clusters }) => clusters === 1) ?? candidates.find(({ clusters }) => clusters <= SMALL)
  const chosen = standsOut ? best : (small ?? best)
  const reason = reasonFor(candidates, standsOut, chosen)
  return { clusters: chosen.clusters, standsOut, chance: byChance, candidates, reason }
}

/** A word for the user where no number stands out. */
export function choiceWarnings(choice: ClusterChoice | null): string[] {
  return choice && !choice.standsOut && choice.candidates.length > 1 ? [choice.reason] : []
}

function scoreOf(each: Omit<ClusterCandidate, 'score'>): number {
  return Math.max(each.stability, 0) * product(each)
}

function product(each: Pick<ClusterCandidate, 'clusters' | 'stability' | 'agreement'>): number {
  // k clusters agree by 1 − 1/k at most: the agreement itself would favour many clusters, a share of that few.
  const most = each.clusters > 1 ? 1 - 1 / each.clusters : 1
  return (Math.max(each.stability, 0) * Math.max(each.agreement, 0)) / Math.sqrt(most)
}

function reasonFor(candidates: readonly ClusterCandidate[], standsOut: boolean, chosen: ClusterCandidate): string {
  const [best] = candidates
  if (candidates.length === 1) return `${best.clusters} is the only number to choose from.`
  const numbers = candidates.map(({ clusters }) => clusters)
  const [from, to] = [Math.min(...numbers), Math.max(...numbers)]
  if (!standsOut) {
    const next = candidates.filter((each) => each !== chosen && each.clusters > 1).slice(0, MOST_NAMED)
    const begin =
      chosen.clusters === 1 ? 'One cluster holds all samples' : `${chosen.clusters} is a small number to begin with`
    return `No number of clusters from ${from} to ${to} stands out: the data may hold no groups, or groups within groups. ${begin}${next.length > 0 ? `; ${listed(next)} ${next.length > 1 ? 'come' : 'comes'} next` : ''}.`
  }
  const near = candidates.slice(1).filter(({ score }) => score >= NEAR * best.score)
  const runnersUp = near.length > 0 ? `; ${listed(near)} ${near.length > 1 ? 'are' : 'is'} nearly as good` : ''
  return `${best.clusters} clusters fit best of ${from} to ${to}. Separate clusterings agree ${best.stability.toFixed(2)} of 1${runnersUp}.`
}

/** The numbers of the first candidates in ascending order, and how many there are beside them. */
function listed(candidates: readonly ClusterCandidate[]): string {
  const named = candidates.slice(0, MOST_NAMED).map(({ clusters }) => clusters)
  const words = named.sort((a, b) => a - b).map(String)
  if (candidates.length > MOST_NAMED) words.push(`${candidates.length - MOST_NAMED} more`)
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words[0]
}
