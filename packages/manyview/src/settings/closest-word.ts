/** The one of `words` that was probably meant: at most a third of its letters are wrong; undefined when none is near. Ties: the first. */
export function closestWord(typed: string, words: readonly string[]): string | undefined {
  let best: string | undefined
  let fewest = Infinity
  for (const word of words) {
    const wrong = edits(typed.toLowerCase(), word.toLowerCase())
    if (wrong < fewest && wrong <= Math.max(1, word.length / 3)) {
      fewest = wrong
      best = word
    }
  }
  return best
}

/** Letters to insert, delete, replace or swap with their neighbour to get from `a` to `b` (Damerau, each place touched once). */
function edits(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, replaced)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        next[j] = Math.min(next[j], before[j - 2] + 1)
    }
    before = row
    row = next
  }
  return row[b.length]
}
