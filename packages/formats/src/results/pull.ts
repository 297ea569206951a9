import type { StoredClustering } from './stored-clustering.ts'

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
  const found: (DividedSample & { how: number })[] = []
  for (let sample = 0; sample < labels.length; sample++) {
    let [own, other] = [0, 0]
    for (const { leaning, strength } of pulls) {
      if (leaning[sample] === labels[sample]) own = Math.max(own, strength[sample])
      else if (leaning[sample] >= 0) other = Math.max(other, strength[sample])
    }
    const how = Math.min(own, other)
    if (how < clearly) continue
    const here = record.views.filter(
      (_, v) => pulls[v].leaning[sample] === labels[sample] && pulls[v].strength[sample] >= clearly,
    )
    const elsewhere = pulledElsewhere(stored, sample, clearly)
    found.push({ sample, here: here.map(({ name }) => name), elsewhere, how })
  }
  return found.sort((a, b) => b.how - a.how || a.sample - b.sample).map(({ how: _, ...each }) => each)
}

/** Of the samples that have a view (and are in `cluster`, where one is named), the share that it alone would put in their cluster; null where there are none. */
export function shareKept({ labels, explanation }: StoredClustering, view: number, cluster?: number): number | null {
  const leaning = explanation?.views?.[view].leaning
  if (!leaning) return null
  let here = 0
  let kept = 0
  for (let i = 0; i < labels.length; i++) {
    if (leaning[i] < 0 || (cluster !== undefined && labels[i] !== cluster)) continue
    here++
    if (leaning[i] === labels[i]) kept++
  }
  return here > 0 ? kept / here : null
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
