import type { FeatureSet, FeatureSetEffect } from '@manyview/core/metadata'
import { csvText } from './labels-csv.ts'

/** The text of sets.csv: one row per cluster, view and set that was tested, in every cluster the least p first. `names` are those of the clusters. */
export function featureSetsCsv(
  effects: readonly FeatureSetEffect[],
  sets: readonly Pick<FeatureSet, 'name'>[],
  names: readonly string[],
): string {
  const head = ['cluster', 'name', 'view', 'set', 'features', 'effect', 'direction', 'p', 'q']
  const rows = [...effects]
    .sort((a, b) => a.cluster - b.cluster || a.p - b.p)
    .map(({ cluster, view, set, features, effect, p, q }) => [
      ...[cluster, names[cluster], view, sets[set].name, features, effect],
      ...[effect > 0 ? 'higher' : effect < 0 ? 'lower' : 'neither', p, q],
    ])
  return csvText([head, ...rows])
}
