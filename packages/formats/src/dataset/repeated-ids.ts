/** The ids that stand more than once. */
export function repeated(ids: string[]): Set<string> {
  const seen = new Set<string>()
  return new Set(ids.filter((id) => seen.has(id) || !seen.add(id)))
}

/** Up to three ids in quotation marks, for a message. */
export function examples(ids: Set<string>): string {
  const shown = [...ids].slice(0, 3).map((id) => JSON.stringify(id.slice(0, 40)))
  return shown.join(', ') + (ids.size > 3 ? ', …' : '')
}
