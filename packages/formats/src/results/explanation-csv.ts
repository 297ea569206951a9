import { ownProperty } from '@manyview/core/words'
import { clusterName, csvText } from './labels-csv.ts'
import { short } from './packed-array.ts'
import type { StoredClustering, StoredExplanation } from './stored-clustering.ts'

/**
 * What an explanation says as CSV files, by name: `features.csv` (what sets each cluster apart), `clusters.csv`, `views.csv` (with what happens without each view, where
 * that was asked for) and `samples.csv` (where each view pulls each sample). Empty where there is no explanation. O(samples · views).
 */
export function explanationCsv(stored: StoredClustering): Record<string, string> {
  const { explanation } = stored
  if (!explanation) return {}
  return {
    'features.csv': featureRows(stored, explanation),
    'clusters.csv': clusterRows(stored, explanation),
    'views.csv': viewRows(stored, explanation),
    ...(explanation.views ? { 'samples.csv': sampleRows(stored, explanation.views) } : {}),
  }
}

function featureRows({ record: { views } }: StoredClustering, { clusters }: StoredExplanation): string {
  const head = ['cluster', 'view', 'feature', 'name', 'effect', 'direction', 'by_chance', 'mean_inside', 'mean_outside']
  const rows = clusters.flatMap(({ features }, cluster) =>
    features.flatMap((list, v) =>
      list.map(({ feature, name, effect, byChance, meanInside, meanOutside }) => [
        cluster,
        views[v].name,
        feature,
        name,
        effect,
        effect > 0 ? 'larger' : 'smaller',
        byChance === true ? 'yes' : 'no',
        meanInside,
        meanOutside,
      ]),
    ),
  )
  return csvText([head, ...rows])
}

function clusterRows({ record, ids }: StoredClustering, { clusters }: StoredExplanation): string {
  const named = (samples: readonly number[]) => samples.map((i) => (ids ? ids[i] : String(i))).join('; ')
  const rows = clusters.map(({ meanConfidence, typical, doubtful }, cluster) => [
    cluster,
    clusterName(record, cluster),
    record.sizes[cluster],
    meanConfidence,
    named(typical),
    named(doubtful),
  ])
  return csvText([['cluster', 'name', 'samples', 'mean_confidence', 'typical', 'doubtful'], ...rows])
}

function viewRows({ record, labels }: StoredClustering, { support, agreement, views }: StoredExplanation): string {
  const without = new Map((record.leaveOneOut ?? []).map((leftOut) => [leftOut.view, leftOut]))
  const scored = [...without.values()].some(({ scores }) => scores)
  const head = ['view', 'features', 'weight', 'support', 'agreement', 'same_cluster', 'mean_strength']
  if (without.size > 0) head.push('without_samples', 'without_ari', 'without_nmi', 'without_confidence_change')
  if (scored) head.push('without_acc', 'without_acc_change', 'without_nmi_score', 'without_nmi_score_change')
  const rows = record.views.map(({ name, features }, v) => {
    const leftOut = without.get(name)
    const weight = ownProperty(record.viewWeights, name)
    const pull = views?.[v]
    const here = pull ? Array.from(labels.keys()).filter((i) => pull.leaning[i] >= 0) : []
    const share = (value: (i: number) => number) =>
      here.length > 0 ? short(here.reduce((sum, i) => sum + value(i), 0) / here.length) : null
    return [
      name,
      features,
      weight === undefined ? null : short(weight),
      support[v],
      agreement[v][record.views.length],
      share((i) => Number(pull!.leaning[i] === labels[i])),
      share((i) => pull!.strength[i]),
      ...(without.size > 0 ? [leftOut?.samples, leftOut?.ari, leftOut?.nmi, leftOut?.confidenceChange] : []),
      ...(scored
        ? [leftOut?.scores?.acc, leftOut?.scoreChange?.acc, leftOut?.scores?.nmi, leftOut?.scoreChange?.nmi]
        : []),
    ]
  })
  return csvText([head, ...rows])
}

function sampleRows(
  { record, ids, labels, confidence }: StoredClustering,
  views: NonNullable<StoredExplanation['views']>,
): string {
  const head = ['id', 'cluster', ...(confidence ? ['confidence'] : [])]
  for (const { name } of record.views) head.push(`${name}: cluster`, `${name}: strength`)
  const rows = Array.from(labels, (label, i) => [
    ids ? ids[i] : i,
    label,
    ...(confidence ? [short(confidence[i])] : []),
    ...views.flatMap(({ leaning, strength }) => (leaning[i] < 0 ? [null, null] : [leaning[i], strength[i]])),
  ])
  return csvText([head, ...rows])
}
