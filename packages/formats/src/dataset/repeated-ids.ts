/** The ids that stand more than once. */
export function repeated(ids: string[]): Set<string> {
  const seen = new Set<string>()
  return new Set(ids.filter((id) => seen.has(id) || !seen.add(id)))
}

/** Up to three ids in quotation marks, for a message. */
export function examples(ids: Set<string>): string {
  return exampleWords([...ids].slice(0, 3), ids.size)
}

/** The same of `count` ids of which only the first three are at hand. */
export function exampleWords(first: readonly string[], count: number): string {
  return first.map((id) => JSON.stringify(id.slice(0, 40))).join(', ') + (count > 3 ? ', …' : '')
}
