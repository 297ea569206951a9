import { isFunctionWord } from './function-words.ts'

/** A feature that sets a cluster apart, with what people call it. */
export interface NamedEffect {
  name: string
  /** From −1 to 1, see `FeatureEffect`. */
  effect: number
  /** True where chance alone would show as much. */
  byChance?: boolean
  /** True where the feature is a word that samples have or lack: its name speaks for itself. */
  word?: boolean
}

/** Parts of a name, and letters of a part at most. */
const WORDS = 3
const FEATURES = 2
const LETTERS = 32
/** `pixels-34`: a place in a view, which says nothing by itself. */
const NUMBERED = /^\P{Nd}.*\d$/u

/**
 * A short name for each cluster from the features that set it apart, strongest first: words that its samples have ("goal, match, league"; those that only join others come last), else features with their direction ("high CD8, low CD4"). Where two clusters would
 * share a name, both say more, and in the end have their number. Clusters that nothing sets apart are called by their number. A cluster of a known category (`nearestCategories`) is called by it. O(clusters · features).
 */
export function nameClusters(
  clusters: readonly (readonly NamedEffect[])[],
  categories: readonly (string | null)[] = [],
): string[] {
  const parts = clusters.map((effects, c) => {
    const found = partsOf(effects)
    const category = categories[c]
    return category ? { all: [short(category), ...found.all], count: 1 } : found
  })
  const most = Math.max(0, ...parts.map(({ all }) => all.length))
  let names = parts.map(({ all, count }) => all.slice(0, count).join(', '))
  for (let more = 1; more <= most && repeated(names).size > 0; more++) {
    const twice = repeated(names)
    names = names.map((name, c) => (twice.has(name) ? parts[c].all.slice(0, parts[c].count + more).join(', ') : name))
  }
  const twice = repeated(names)
  return names.map((name, c) => (name === '' ? `cluster ${c}` : twice.has(name) ? `${name} (${c})` : name))
}

/** What a cluster can be called by, and how many of it a name has. */
function partsOf(effects: readonly NamedEffect[]): { all: string[]; count: number } {
  const sure = effects.filter(({ byChance }) => !byChance)
  const strongest = (some: readonly NamedEffect[]) => some.toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
  const words = strongest(sure.filter(({ name, word, effect }) => word && effect > 0 && !NUMBERED.test(name)))
  // Function words name a cluster only where there is nothing else.
  words.sort((a, b) => Number(isFunctionWord(a.name)) - Number(isFunctionWord(b.name)))
  if (words.length > 0) return { all: [...new Set(words.map(({ name }) => short(name)))], count: WORDS }
  const all = strongest(sure).map(({ name, effect }) => `${effect > 0 ? 'high' : 'low'} ${short(name)}`)
  return { all: [...new Set(all)], count: FEATURES }
}

/** Names that several clusters have. */
function repeated(names: readonly string[]): Set<string> {
  return new Set(names.filter((name, c) => name !== '' && names.indexOf(name) !== c))
}

function short(name: string): string {
  const plain = name.replaceAll(/[\s,]+/g, ' ').trim()
  return plain.length > LETTERS ? `${plain.slice(0, LETTERS - 1)}…` : plain
}
