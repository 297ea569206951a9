/** Characters of a snippet, at most. */
const longest = 160

/** The beginning of a text in one line, cut between words where that is possible. */
export function snippet(text: string): string {
  // A few characters are spaces that go: four times the length is enough of any text to look at.
  const line = text
    .slice(0, 4 * longest)
    .replace(/\s+/g, ' ')
    .trim()
  const whole = text.length <= 4 * longest
  const letters = Array.from(line)
  if (whole && letters.length <= longest) return line
  const start = letters.slice(0, longest - 1).join('')
  const space = start.lastIndexOf(' ')
  return `${space > start.length / 2 ? start.slice(0, space) : start}…`
}
