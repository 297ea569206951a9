import { nameClusters } from '@manyview/core'
import { nearestCategories } from '@manyview/core/metadata'
import type { ExplanationRecord, RunRecord } from './clustering-record.ts'

/** What the clusters of an explanation are called: by the category of metadata that they go with, else by the words or features that set them apart. Features without a name are called by their number and view, and those of the same name in one name by their view. */
export function clusterNames(
  { clusters }: ExplanationRecord,
  { views, metadata }: Pick<RunRecord, 'views' | 'metadata'>,
): string[] {
  return nameClusters(
    clusters.map(({ features }) =>
      features.flatMap((list, v) =>
        list.map(({ feature, name, effect, byChance, word }) => ({
          name: name ?? `feature ${feature} of ${views[v].name}`,
          ...(name === undefined ? {} : { view: views[v].name }),
          effect,
          byChance,
          word: word === true && name !== undefined,
        })),
      ),
    ),
    nearestCategories(metadata?.associations ?? [], clusters.length),
  )
}
