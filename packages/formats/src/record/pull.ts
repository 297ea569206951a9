import type { StoredClustering } from './stored-clustering.ts'

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

/** The views that would put a sample elsewhere, and where, strongest first. */
export function pulledElsewhere(
  { record, labels, explanation }: StoredClustering,
  sample: number,
): { view: string; cluster: number }[] {
  return (explanation?.views ?? [])
    .map(({ leaning, strength }, v) => ({ v, cluster: leaning[sample], strength: strength[sample] }))
    .filter(({ cluster, strength }) => cluster >= 0 && cluster !== labels[sample] && strength > 0)
    .sort((a, b) => b.strength - a.strength || a.v - b.v)
    .map(({ v, cluster }) => ({ view: record.views[v].name, cluster }))
}
