import { fixed, percent } from '@manyview/core/words'
import type { StoredClustering, StoredExplanation } from './stored-clustering.ts'

/** From these mean confidences on structure is called clear, and fair; see docs/explanations.md for what confidence is worth. */
const clear = 0.75
const fair = 0.5
/** From this support of its strongest view on structure is called clear, and fair, where the method gives no confidence. */
const clearSupport = 0.6
const fairSupport = 0.3
/** A view carries the result from this share of the strongest support on, and hardly counts below that one. */
const carries = 0.8
const hardly = 0.3
/** Views that are named. */
const mostNamed = 2

/** How far to believe a clustering, in a sentence or two made of its mean confidence and the support of its views; '' where neither is known. */
export function verdict({ record, confidence, explanation }: StoredClustering): string {
  const sentences: string[] = []
  if (confidence && record.clusters > 1) {
    const mean = confidence.reduce((sum, value) => sum + value, 0) / confidence.length
    const structure = mean >= clear ? 'Clear' : mean >= fair ? 'Fair' : 'Weak'
    sentences.push(`${structure} structure: mean confidence ${fixed(mean, 2)}.`)
  } else if (explanation && record.clusters > 1) {
    const most = Math.max(...explanation.support)
    const structure = most >= clearSupport ? 'Clear' : most >= fairSupport ? 'Fair' : 'Weak'
    const support = most >= 0.995 ? 'fully' : `by ${fixed(most, 2)} of 1`
    sentences.push(`${structure} structure: the best view supports the clusters ${support}.`)
  }
  if (explanation && record.clusters > 1 && record.views.length > 1) sentences.push(aboutViews(record, explanation))
  if (record.stopped) sentences.push('The fit was stopped early.')
  else if (!record.converged) sentences.push('The method did not converge.')
  return sentences.join(' ')
}

function aboutViews(
  { views }: StoredClustering['record'],
  { support }: NonNullable<StoredClustering['explanation']>,
): string {
  const order = Array.from(support.keys()).sort((a, b) => support[b] - support[a] || a - b)
  const best = support[order[0]]
  if (best < 0.05) return 'No view shows these clusters.'
  const strong = order.filter((v) => support[v] >= carries * best)
  const weak = order.filter((v) => support[v] < hardly * best)
  const named = (list: readonly number[]) => list.slice(0, mostNamed).map((v) => views[v].name)
  if (strong.length === views.length) return 'All views carry the result.'
  const who =
    strong.length > mostNamed
      ? `${strong.length} of ${views.length} views carry the result, ${views[strong[0]].name} most`
      : `${named(strong).join(' and ')} ${strong.length > 1 ? 'carry' : 'carries'} the result`
  const weakest = [...named([...weak].reverse())]
  const more = weak.length - weakest.length
  if (weakest.length === 0) return `${who}.`
  const others = `${weakest.join(more > 0 ? ', ' : ' and ')}${more > 0 ? ` and ${more} more` : ''}`
  return weakest.length === 1 ? `${who}, ${others} hardly.` : `${who}; ${others} hardly do.`
}

/** A sample that some views put in its cluster and others elsewhere. */
export interface DividedSample {
  sample: number
  /** The views that put it in its cluster. */
  here: string[]
  elsewhere: { view: string; cluster: number }[]
}

/** How strongly a view must speak to count: less than that it hardly tells. */
const clearly = 0.2

/** The samples on which views differ, those first on which they differ most. O(samples · views). */
export function dividedSamples(stored: StoredClustering): DividedSample[] {
  const { record, labels, explanation } = stored
  const pulls = explanation?.views ?? []
  const samples: (DividedSample & { how: number })[] = []
  for (let sample = 0; sample < labels.length; sample++) {
    let [same, other] = [0, 0]
    for (const { leaning, strength } of pulls) {
      if (leaning[sample] === labels[sample]) same = Math.max(same, strength[sample])
      else if (leaning[sample] >= 0) other = Math.max(other, strength[sample])
    }
    const how = Math.min(same, other)
    if (how < clearly) continue
    const here = record.views.filter(
      (_, v) => pulls[v].leaning[sample] === labels[sample] && pulls[v].strength[sample] >= clearly,
    )
    const elsewhere = pulledElsewhere(stored, sample, clearly)
    samples.push({ sample, here: here.map(({ name }) => name), elsewhere, how })
  }
  return samples.sort((a, b) => b.how - a.how || a.sample - b.sample).map(({ how: _, ...each }) => each)
}

/** Of the samples that have a view (and are in `cluster`, where one is named), the share that it alone would put in their cluster; null where there are none. */
export function shareKept({ labels, explanation }: StoredClustering, view: number, cluster?: number): number | null {
  const leaning = explanation?.views?.[view].leaning
  if (!leaning) return null
  let here = 0
  let agreeing = 0
  for (let i = 0; i < labels.length; i++) {
    if (leaning[i] < 0 || (cluster !== undefined && labels[i] !== cluster)) continue
    here++
    if (leaning[i] === labels[i]) agreeing++
  }
  return here > 0 ? agreeing / here : null
}

/** The views that would put a sample elsewhere, and where, strongest first; with `least` those only that say so at least as strongly. */
export function pulledElsewhere(
  { record, labels, explanation }: StoredClustering,
  sample: number,
  least = Number.MIN_VALUE,
): { view: string; cluster: number }[] {
  return (explanation?.views ?? [])
    .map(({ leaning, strength }, v) => ({ v, cluster: leaning[sample], strength: strength[sample] }))
    .filter(({ cluster, strength }) => cluster >= 0 && cluster !== labels[sample] && strength >= least)
    .sort((a, b) => b.strength - a.strength || a.v - b.v)
    .map(({ v, cluster }) => ({ view: record.views[v].name, cluster }))
}

/** The samples of a cluster, the most typical first: those that the explanation names, then by confidence, the doubtful ones last. O(samples · log samples). */
export function typicalFirst(
  { labels, confidence, explanation }: Pick<StoredClustering, 'labels' | 'confidence' | 'explanation'>,
  cluster: number,
): number[] {
  const { typical = [], doubtful = [] } = explanation?.clusters[cluster] ?? {}
  const named = new Set([...typical, ...doubtful])
  const others = Array.from(labels.keys()).filter((sample) => labels[sample] === cluster && !named.has(sample))
  if (confidence) others.sort((a, b) => confidence[b] - confidence[a] || a - b)
  return [...typical, ...others, ...doubtful.filter((sample) => !typical.includes(sample)).reverse()]
}

/** What a map shows and how far to believe it, for its caption and for files of it; '' without a map. */
export function mapWords(map: Pick<StoredExplanation, 'mapTrust' | 'pulledApart'> | null): string {
  if (!map) return ''
  const { mapTrust, pulledApart } = map
  const source =
    mapTrust === undefined
      ? 'The views and a little of what was clustered, which pulls clusters apart.'
      : 'Near each other: samples that the views, taken together, show as alike. Distances between far groups mean little.'
  const apart = pulledApart ? ' Clusters are pulled apart: the gaps between them are not in the data.' : ''
  const trust = mapTrust === undefined ? '' : ` Trust ${percent(mapTrust)}: how well the map keeps who is near whom.`
  return `${source}${apart}${trust}`
}

/** The samples that are most unlike all others, at most so many, the strangest first; none where no scores are known. */
export function strangestFirst(
  { outlierScores: scores }: Pick<StoredClustering, 'outlierScores'>,
  most: number,
): number[] {
  if (!scores) return []
  return Array.from(scores.keys())
    .sort((a, b) => scores[b] - scores[a] || a - b)
    .slice(0, most)
}
