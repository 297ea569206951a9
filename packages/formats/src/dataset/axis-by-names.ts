import { isFeatureIdName, isIdName } from '../table/column-names.ts'
import type { Table } from '../table/table.ts'
import type { TextColumn } from '../table/text-column.ts'
import type { SampleAxis } from './to-view.ts'

/** Where the names of a table say that the samples are, and why. */
export interface NamedAxis {
  axis: SampleAxis
  /** Completes a sentence after a colon. */
  reason: string
}

/** Names that databases of genes, proteins, sites and variants give, and those of components. */
const featureName =
  /^(pc|lv|comp|component|factor|dim|feature|gene|var|probe)[-_. ]?\d+$|^(hsa[-_](let|mir)|ENS[A-Z]*[GTP]\d{6}|cg\d{6}|rs\d{4})/i
/** The same and what programs call columns without a name. */
const columnName = /^(x|f|v|col|column|pc|lv|comp|component|factor|dim|feature|gene|var|probe)[-_. ]?\d+$/i
const sampleName =
  /^(tcga[-_.]|gsm\d{4}|[se]rr\d{4}|(sample|patient|subject|donor|participant|individual)[-_. ]?\w*\d)/i
/** Columns that are called so are features: one word and a number each. */
const numbered = /^[a-z]{1,12}[-_. ]?\d+$/i
const mostPlainColumns = 20

/** Tells from the names of rows and columns where the samples are; null: they do not tell. */
export function axisByNames(table: Table, idColumn: TextColumn | undefined): NamedAxis | null {
  const header = table.numbers.names
  // Fewer columns are no samples to cluster.
  if (!idColumn || !table.named || header.length < 3) return null
  const rows = idColumn.values
  if (isFeatureIdName(idColumn.name)) return { axis: 'columns', reason: `its rows are called "${idColumn.name}"` }
  if (most(rows, featureName)) return { axis: 'columns', reason: `its rows have names of features (${rows[0]}, …)` }
  if (most(header, sampleName) && !most(rows, sampleName))
    return { axis: 'columns', reason: `its columns have names of samples (${header[0]}, …)` }
  if (idColumn.name !== '' && isIdName(idColumn.name))
    return { axis: 'rows', reason: `its rows are called "${idColumn.name}"` }
  if (most(header, columnName)) return { axis: 'rows', reason: `its columns have names of features (${header[0]}, …)` }
  if (most(rows, sampleName)) return { axis: 'rows', reason: `its rows have names of samples (${rows[0]}, …)` }
  return null
}

/** True for a table of named rows that may as well have its samples as columns: many columns of numbers with names that say nothing, and nothing else. */
export function mayBeTurned(table: Table, idColumn: TextColumn | undefined): boolean {
  const { names } = table.numbers
  const onlyNumbers = table.vectors.length === 0 && table.texts.every((column) => column === idColumn)
  return (
    idColumn !== undefined &&
    table.named &&
    onlyNumbers &&
    names.length > mostPlainColumns &&
    !most(names, numbered) &&
    !countUp(names)
  )
}

/** True for the names 0, 1, 2, … or 1, 2, 3, …, which stand for none. */
export function countUp(names: readonly string[]): boolean {
  return names.every((name, i) => name === String(i)) || names.every((name, i) => name === String(i + 1))
}

function most(names: readonly string[], pattern: RegExp): boolean {
  return names.length > 2 && names.filter((name) => pattern.test(name)).length >= names.length * 0.9
}
