/** A feature that sets a cluster apart, with what people call it. */
export interface NamedEffect {
  name: string
  /** Its view, which a name has where another feature in it is called the same. */
  view?: string
  /** From −1 to 1, see `FeatureEffect`. */
  effect: number
  /** True where chance alone would show as much. */
  byChance?: boolean
  /** True where the feature is a word that samples have or lack: its name speaks for itself. */
  word?: boolean
  /** True where the feature has a number only, or a name that nobody would call a cluster by: it names nothing. */
  unnamed?: boolean
}

/** Parts of a name, letters of a name, and letters of a part that others follow, at most. */
const WORDS = 3
const FEATURES = 2
const LETTERS = 40
/** `pixels-34`, `feature 175`: a place in a view, which says nothing by itself. */
const NUMBERED = /^\P{Nd}.*\d$/u

/**
 * A short name for each cluster, at most 40 characters and never cut with an ellipsis, from the features that set it apart, strongest first: words that its samples have ("goal, match, league"; those that only join others come
 * last, and no word twice), else named features with their direction ("high CD8, low CD4", and "high CD8 of genes, low CD8 of proteins"). Where two clusters would share a name, both say more, and in the end have their number. Clusters that
 * nothing with a name sets apart are called by their number, "Cluster 3". A cluster of a known category (`nearestCategories`) is called by it. O(clusters · features).
 */
export function nameClusters(
  clusters: readonly (readonly NamedEffect[])[],
  categories: readonly (string | null)[] = [],
): string[] {
  const parts = clusters.map((effects, c) => {
    const ownParts = partsOf(effects)
    const category = categories[c]
    return category ? { all: [{ said: '', name: plain(category) }, ...ownParts.all], count: 1 } : ownParts
  })
  const most = Math.max(0, ...parts.map(({ all }) => all.length))
  let names = parts.map(({ all, count }) => joined(all.slice(0, count)))
  for (let more = 1; more <= most && repeated(names).size > 0; more++) {
    const twice = repeated(names)
    names = names.map((name, c) => (twice.has(name) ? joined(parts[c].all.slice(0, parts[c].count + more)) : name))
  }
  const twice = repeated(names)
  return names.map((name, c) => {
    if (name === '') return `Cluster ${c}`
    if (!twice.has(name)) return name
    const number = ` (${c})`
    return `${whole(name, LETTERS - number.length)}${number}`
  })
}

/** One part of a name: what is said of the feature, and what it is called. */
interface Part {
  said: string
  name: string
  view?: string
}

/** What a cluster can be called by, and how many of it a name has. */
function partsOf(effects: readonly NamedEffect[]): { all: Part[]; count: number } {
  const sure = effects.filter(({ byChance, unnamed }) => !byChance && !unnamed)
  const strongest = (some: readonly NamedEffect[]) => some.toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
  const words = strongest(sure.filter(({ name, word, effect }) => word && effect > 0 && !NUMBERED.test(name)))
  // Function words name a cluster only where there is nothing else.
  words.sort((a, b) => Number(isFunctionWord(a.name)) - Number(isFunctionWord(b.name)))
  if (words.length > 0)
    return {
      all: withoutRepeats(words.map(({ name }) => plain(name))).map((name) => ({ said: '', name })),
      count: WORDS,
    }
  const all = strongest(sure).map(({ name, view, effect }) => ({
    said: effect > 0 ? 'high ' : 'low ',
    name: plain(name),
    view: view && plain(view),
  }))
  return { all, count: FEATURES }
}

/** Terms without those of which every word stands in a stronger one, or that say a stronger one's words again: "box office" leaves no "box" and no "office". */
function withoutRepeats(terms: readonly string[]): string[] {
  const seen = new Set<string>()
  return terms.filter((term) => {
    const words = term.toLowerCase().split(' ')
    if (words.some((word) => seen.has(word) && !isFunctionWord(word))) return false
    for (const word of words) seen.add(word)
    return true
  })
}

/** The parts one after the other, each once, as many as fit into a name; those called the same have their view. */
function joined(parts: readonly Part[]): string {
  const same = (name: string) => parts.filter((part) => part.name === name).length > 1
  const said = [
    ...new Set(parts.map(({ said, name, view }) => `${said}${name}${view && same(name) ? ` of ${view}` : ''}`)),
  ]
  let name = ''
  for (const part of said) {
    const longer = name === '' ? whole(part, LETTERS) : `${name}, ${part}`
    if (longer.length <= LETTERS) name = longer
  }
  return name
}

/** Names that several clusters have. */
function repeated(names: readonly string[]): Set<string> {
  return new Set(names.filter((name, c) => name !== '' && names.indexOf(name) !== c))
}

/** A text with single spaces and without the commas that part names. */
function plain(name: string): string {
  return name.replaceAll(/[\s,]+/g, ' ').trim()
}

/** As many whole words of a text as fit; of one that is too long by itself its beginning. */
function whole(text: string, letters: number): string {
  if (text.length <= letters) return text
  const cut = text.slice(0, letters + 1)
  const end = cut.lastIndexOf(' ')
  const beginning = (end > letters / 3 ? cut.slice(0, end) : text.slice(0, letters)).trim()
  return beginning.endsWith(',') ? beginning.slice(0, -1) : beginning
}

/** English words that join others and say nothing of a subject. Names in other languages go by how telling a word is alone. */
const JOINING = new Set(
  `a about after again all also although always am among an and another any are as at be because been before being between both but by can cannot could did do does down
   during each either enough even ever every few for from had has have he her here him his how however i if in into is it its itself just less many may me might more most
   much must my neither never no nor not now of off often on once only or other others our out over own per perhaps quite rather s same she should since so some still such
   t than that the their them then there these they this those though through thus to too under until up upon us very was we were what when where whether which while who
   whom whose why will with within without would yet you your`.split(/\s+/),
)

/** True where a word, or one of a pair of words, only joins others. */
function isFunctionWord(name: string): boolean {
  return name
    .toLowerCase()
    .split(/\s+/)
    .some((word) => JOINING.has(word))
}
