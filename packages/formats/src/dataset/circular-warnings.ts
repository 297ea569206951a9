import { circularColumns, type MetadataColumn } from '@manyview/core/metadata'
import type { ShapedView } from '@manyview/core/numerics'
import { ownProperty } from '@manyview/core/words'
import type { Dataset } from './read-dataset.ts'
import { samplesInParts } from './rows/take-samples.ts'

/** Says which columns of metadata stand in a view, too, so that their tests are circular. Looks at the first samples of each view. */
export function circularWarnings(
  columns: readonly MetadataColumn[],
  { views }: Pick<Dataset<ShapedView>, 'views'>,
): string[] {
  const firstRows = views.flatMap(({ name, view }) => {
    const first = samplesInParts(view).next()
    return first.done ? [] : [[name, first.value.part] as const]
  })
  const names = featureNames({ views })
  return circularColumns(columns, Object.fromEntries(firstRows)).map(
    ({ column, view, feature }) =>
      `metadata "${column}" stands in view ${view}, too (${ownProperty(names, view)?.[feature] ?? `feature ${feature}`}): the clusters were made with it, so its test is circular; leave it out of the view to test it`,
  )
}

/** By view: the names of its features, for the views whose file has them. */
export function featureNames({
  views,
}: {
  readonly views: readonly { name: string; featureNames?: string[] | null }[]
}): Record<string, string[]> {
  return Object.fromEntries(views.flatMap(({ name, featureNames: names }) => (names ? [[name, names]] : [])))
}
