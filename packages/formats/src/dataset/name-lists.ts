import { InputError } from '@manyview/core'
import { counted } from '@manyview/core/words'
import { fileStem } from '../bytes/byte-source.ts'
import type { Contents, TableContents } from '../readers/read-source.ts'
import { isFeatureIdName, isIdName } from '../table/column-names.ts'
import type { Findings, FoundView } from './findings.ts'
import { NotInParts } from './rows/exchange.ts'
import { matrixShape } from './to-view.ts'

/** A file of names: of the features of a view, or of the samples. */
interface NameList {
  stem: string
  /** What its name says that it names; null: nothing. */
  of: 'features' | 'samples' | null
  names: string[]
}

const featureWords =
  /(^|[^a-z])(genes?|features?|proteins?|markers?|probes?|vars?|columns?|vocab(ulary)?|words?)([^a-z]|$)/i
const sampleWords = /(^|[^a-z])(barcodes?|cells?|samples?|patients?|subjects?|donors?|ids?|obs|rows?)([^a-z]|$)/i
/** Names are short: texts of more words are no names. */
const MOST_WORDS = 4

/** True for a table of nothing but names: one a line, or the few columns that tools write beside them. */
function isNameList(content: Contents): content is TableContents {
  if (content.kind !== 'table') return false
  const { table } = content
  const [first] = table.texts
  if (!first || table.texts.length > 3 || table.texts.length < table.order.length) return false
  const isHeadless = !table.named || isFeatureIdName(first.name) || (isIdName(first.name) && table.texts.length === 1)
  return isHeadless && new Set(first.values).size === first.values.length && first.values.every(isShort)
}

function isShort(name: string): boolean {
  return name.trim().split(/\s+/).length <= MOST_WORDS
}

/** The second column of a list has the names that people know, where it has some for all: the first has accession numbers then. */
function nameList({ source, table, rows, parts }: TableContents): NameList {
  if (rows !== undefined || parts) throw new NotInParts('a file of names is not read in parts')
  const stem = fileStem(source)
  const [first, second] = table.texts
  const isBetter = second && new Set(second.values).size * 2 > second.values.length
  const of = featureWords.test(stem) ? 'features' : sampleWords.test(stem) ? 'samples' : null
  const { values } = isBetter ? second : first
  // Among nothing but texts a header looks like one more of them.
  const isHeader = isFeatureIdName(first.values[0]) || isIdName(first.values[0])
  return { stem, of, names: isHeader ? values.slice(1) : values }
}

/**
 * The views of `find` with the names that lists beside them give their features, and ids where they name the samples. A list belongs to the view whose features, or to the samples, of which there are as many; its
 * file name settles what the numbers leave open. Where the lists fit only if samples are columns, they are. Lists that fit nothing are read as any table.
 */
export function withNameLists(
  contents: readonly Contents[],
  samples: 'rows' | 'columns' | undefined,
  find: (contents: Contents[], samples: 'rows' | 'columns' | undefined) => Findings,
): Findings {
  const listed = contents.filter(isNameList)
  const rest = contents.filter((content) => !listed.includes(content as TableContents))
  if (listed.length === 0 || rest.length === 0) return find([...contents], samples)
  const lists = listed.map(nameList)
  const findings = find(rest, samples)
  if (lists.every((list) => placesOf(list, findings.views).length > 0)) return named(findings, lists)
  if (samples === undefined) {
    const turned = find(rest, 'columns')
    if (lists.every((list) => placesOf(list, turned.views).length > 0)) {
      const note = `samples are columns: as ${lists.map(({ stem }) => stem).join(' and ')} say; --samples rows takes the rows`
      return named({ ...turned, notes: [note, ...turned.notes] }, lists)
    }
  }
  return find([...contents], samples)
}

/** What a list may name: the samples of views without ids (null), and views without names of features. */
function placesOf({ of, names }: NameList, views: readonly FoundView[]): (FoundView | null)[] {
  const open = views.filter((view) => !view.featureNames && sizes(view).features === names.length)
  const isOfSamples =
    views.some((view) => !view.ids) && views.every((view) => view.ids || sizes(view).samples === names.length)
  return [...(isOfSamples && of !== 'features' ? [null] : []), ...(of === 'samples' ? [] : open)]
}

function sizes({ value, axis }: FoundView): { samples: number; features: number } {
  const [rows, columns] = matrixShape(value)
  return axis === 'rows' ? { samples: rows, features: columns } : { samples: columns, features: rows }
}

function named(findings: Findings, lists: readonly NameList[]): Findings {
  let { views } = findings
  const notes = [...findings.notes]
  for (const list of lists) {
    const { stem, names } = list
    const places = placesOf(list, views)
    // `rna_genes` names the features of `rna`.
    const own = places.filter((view) => view && stem.toLowerCase().includes(view.name.toLowerCase()))
    const [place, other] = own.length === 1 ? own : places
    if (other !== undefined)
      throw new InputError(
        `has ${counted(names.length, 'name')}, which may be those of ${[place, other].map((view) => (view ? `the features of "${view.name}"` : 'the samples')).join(' or ')}: call it ${place ? `${place.name}_features` : 'samples'}.txt or the like`,
        { code: 'names', argument: stem },
      )
    if (place === undefined) {
      notes.push(`${stem}: left out, what it would name has names already`)
      continue
    }
    views = views.map((view) => {
      if (place === null) return view.ids ? view : { ...view, ids: names }
      return view === place ? { ...view, featureNames: names } : view
    })
    notes.push(place ? `${stem}: names of the features of ${place.name}` : `${stem}: ids of the samples`)
  }
  return { ...findings, views, notes }
}
