import { fixed } from '@manyview/core/words'
import type { StoredClustering } from './stored-clustering.ts'

/** From these mean confidences on structure is called clear, and fair; see docs/explanations.md for what confidence is worth. */
const clear = 0.75
const fair = 0.5
/** The same for the strongest support of a view, where the method gives no confidence. */
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
    sentences.push(`${structure} structure: the views support it by ${fixed(most, 2)} at most.`)
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
