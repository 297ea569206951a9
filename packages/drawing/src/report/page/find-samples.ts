/** The samples of which some text holds what is typed, whatever the case; null for nothing typed. `texts` gives all that is said of a sample. O(samples). */
export function findSamples(typed: string, samples: number, texts: (sample: number) => string): number[] | null {
  const query = typed.trim().toLowerCase()
  if (query === '') return null
  const matches: number[] = []
  for (let i = 0; i < samples; i++) if (texts(i).toLowerCase().includes(query)) matches.push(i)
  return matches
}
