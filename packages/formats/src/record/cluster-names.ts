import { nameClusters } from '@manyview/core'
import type { ExplanationRecord, ViewRecord } from './clustering-record.ts'

/** What the clusters of an explanation are called by the features that set them apart. Features of counts are words where they have names; where they have none they are called by their number and view. */
export function clusterNames({ clusters }: ExplanationRecord, views: readonly ViewRecord[]): string[] {
  return nameClusters(
    clusters.map(({ features }) =>
      features.flatMap((list, v) =>
        list.map(({ feature, name, effect, byChance }) => ({
          name: name ?? `feature ${feature} of ${views[v].name}`,
          effect,
          byChance,
          word: name !== undefined && views[v].kind === 'counts' && views[v].sparse,
        })),
      ),
    ),
  )
}
