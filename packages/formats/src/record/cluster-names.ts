import { nameClusters, nearestCategories } from '@manyview/core'
import type { ExplanationRecord, RunRecord } from './clustering-record.ts'

/** What the clusters of an explanation are called: by the category of metadata that they go with, else by the words or features that set them apart. Features without a name are called by their number and view, those whose name stands in several views by name and view. */
export function clusterNames(
  { clusters }: ExplanationRecord,
  { views, metadata }: Pick<RunRecord, 'views' | 'metadata'>,
): string[] {
  const repeated = namesOfSeveralViews(clusters)
  const called = (v: number, feature: number, name: string | undefined, word: boolean) =>
    name === undefined
      ? `feature ${feature} of ${views[v].name}`
      : repeated.has(name) && !word
        ? `${name} of ${views[v].name}`
        : name
  return nameClusters(
    clusters.map(({ features }) =>
      features.flatMap((list, v) =>
        list.map(({ feature, name, effect, byChance, word }) => ({
          name: called(v, feature, name, word === true),
          effect,
          byChance,
          word: word === true && name !== undefined,
        })),
      ),
    ),
    nearestCategories(metadata?.associations ?? [], clusters.length),
  )
}

function namesOfSeveralViews(clusters: ExplanationRecord['clusters']): Set<string> {
  const viewOf = new Map<string, number>()
  const repeated = new Set<string>()
  for (const { features } of clusters)
    for (const [v, list] of features.entries())
      for (const { name } of list) {
        if (name === undefined) continue
        if ((viewOf.get(name) ?? v) !== v) repeated.add(name)
        viewOf.set(name, v)
      }
  return repeated
}
