/** By view: the names of its features, for the views whose file has them. */
export function featureNames({
  views,
}: {
  readonly views: readonly { name: string; featureNames?: string[] | null }[]
}): Record<string, string[]> {
  return Object.fromEntries(views.flatMap(({ name, featureNames: names }) => (names ? [[name, names]] : [])))
}
