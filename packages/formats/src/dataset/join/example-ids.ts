/** Of `count` ids the first three in quotation marks, for a message; `first` has at least as many of them. */
export function exampleIds(first: readonly string[], count: number): string {
  const shown = first.slice(0, 3).map((id) => JSON.stringify(id.slice(0, 40)))
  return shown.join(', ') + (count > 3 ? ', …' : '')
}
