import type { AnyDataset } from './any-dataset.ts'

/** By view: the names of its features, for the views whose file has them. */
export function featureNames({ views }: AnyDataset): Record<string, string[]> {
  return Object.fromEntries(views.flatMap(({ name, featureNames: names }) => (names ? [[name, names]] : [])))
}
