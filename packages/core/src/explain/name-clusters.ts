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
}

/** Parts of a name, and letters of a part at most. */
const WORDS = 3
const FEATURES = 2
const LETTERS = 32
/** `pixels-34`: a place in a view, which says nothing by itself. */
const NUMBERED = /^\P{Nd}.*\d$/u

/**
 * A short name for each cluster from the features that set it apart, strongest first: words that its samples have ("goal, match, league"; those that only join others come last), else features with their direction ("high CD8, low CD4", and "high CD8 of genes, low CD8 of proteins"). Where two clusters would
 * share a name, both say more, and in the end have their number. Clusters that nothing sets apart are called by their number. A cluster of a known category (`nearestCategories`) is called by it. O(clusters · features).
 */
export function nameClusters(
  clusters: readonly (readonly NamedEffect[])[],
  categories: readonly (string | null)[] = [],
): string[] {
  const parts = clusters.map((effects, c) => {
    const ownParts = partsOf(effects)
    const category = categories[c]
    return category ? { all: [{ said: '', name: short(category) }, ...ownParts.all], count: 1 } : ownParts
  })
  const most = Math.max(0, ...parts.map(({ all }) => all.length))
  let names = parts.map(({ all, count }) => joined(all.slice(0, count)))
  for (let more = 1; more <= most && repeated(names).size > 0; more++) {
    const twice = repeated(names)
    names = names.map((name, c) => (twice.has(name) ? joined(parts[c].all.slice(0, parts[c].count + more)) : name))
  }
  const twice = repeated(names)
  return names.map((name, c) => (name === '' ? `cluster ${c}` : twice.has(name) ? `${name} (${c})` : name))
}

/** One part of a name: what is said of the feature, and what it is called. */
interface Part {
  said: string
  name: string
  view?: string
}

/** What a cluster can be called by, and how many of it a name has. */
function partsOf(effects: readonly NamedEffect[]): { all: Part[]; count: number } {
  const sure = effects.filter(({ byChance }) => !byChance)
  const strongest = (some: readonly NamedEffect[]) => some.toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
  const words = strongest(sure.filter(({ name, word, effect }) => word && effect > 0 && !NUMBERED.test(name)))
  // Function words name a cluster only where there is nothing else.
  words.sort((a, b) => Number(isFunctionWord(a.name)) - Number(isFunctionWord(b.name)))
  if (words.length > 0) {
    const all = [...new Set(words.map(({ name }) => short(name)))]
    return { all: all.map((name) => ({ said: '', name })), count: WORDS }
  }
  const all = strongest(sure).map(({ name, view, effect }) => ({
    said: effect > 0 ? 'high ' : 'low ',
    name: short(name),
    view: view && short(view),
  }))
  return { all, count: FEATURES }
}

/** The parts one after the other, each once; those called the same have their view. */
function joined(parts: readonly Part[]): string {
  const same = (name: string) => parts.filter((part) => part.name === name).length > 1
  const said = parts.map(({ said, name, view }) => `${said}${name}${view && same(name) ? ` of ${view}` : ''}`)
  return [...new Set(said)].join(', ')
}

/** Names that several clusters have. */
function repeated(names: readonly string[]): Set<string> {
  return new Set(names.filter((name, c) => name !== '' && names.indexOf(name) !== c))
}

function short(name: string): string {
  const plain = name.replaceAll(/[\s,]+/g, ' ').trim()
  return plain.length > LETTERS ? `${plain.slice(0, LETTERS - 1)}…` : plain
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
