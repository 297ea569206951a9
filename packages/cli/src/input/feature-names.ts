import type { ShapedView } from '@manyview/core'
import type { Dataset } from '@manyview/formats'

/** By view: the names of its features, for the views whose file has them. */
export function featureNames({ views }: Dataset<ShapedView>): Record<string, string[]> {
  return Object.fromEntries(views.flatMap(({ name, featureNames: names }) => (names ? [[name, names]] : [])))
}
