import { counted } from '@manyview/core/words'
import { fileStem } from '../bytes/byte-source.ts'
import type { Contents, TableContents } from '../readers/read-source.ts'
import { isFeatureIdName, isIdName, isLabelName } from '../table/column-names.ts'
import type { Table, TextColumn } from '../table/table.ts'
import { thingColumns } from '../things/thing-columns.ts'
import { findIds } from './find-ids.ts'
import { matricesAmong, type SourcedVariable } from './find-in-variables.ts'
import type { ReadOptions } from './read-options.ts'
import type { SampleAxis } from './to-view.ts'

/** What a table is to the dataset. */
export interface TableRole {
  axis: SampleAxis
  /** True: it only describes samples that other files hold the views of. */
  metadata: boolean
}

/** The role of each table, and how it was found. */
interface TableRoles {
  roles: Map<TableContents, TableRole>
  notes: string[]
  warnings: string[]
}

/** The names along both sides of what a file holds; null: none. */
interface Sides {
  content: Contents
  rows: ReadonlySet<string> | null
  columns: ReadonlySet<string> | null
}

const metadataName =
  /(^|[^a-z])(clinical|clin|meta|metadata|pheno|phenotypes?|phenodata|survival|annotations?|coldata|covariates|demographics|outcomes?|sample_?(info|sheet|data)|patients)([^a-z]|$)/i
/** Most numbers per sample of a table that only describes the samples of others, where these are features × samples. */
const mostDescribing = 50
/** Fewer common names are chance. */
const fewestCommon = 3

/**
 * Decides where the samples of every table are: the names that match between files, along rows or columns, are those of samples; else the names themselves tell; else they are rows, with a warning where
 * that may be wrong. A table with a row per sample beside others that have a column per sample describes them, as does one that is called so, one beside two matrices with fewer words, and one that `views` does not name. O(names × files).
 */
export function tableRoles(
  contents: readonly Contents[],
  variables: readonly SourcedVariable[],
  options: ReadOptions,
): TableRoles {
  const tables = contents.filter((content): content is TableContents => content.kind === 'table')
  const result: TableRoles = { roles: new Map(), notes: [], warnings: [] }
  const matched = options.columns && !options.samples ? null : axesByIds(contents, options)
  const byIds: string[] = []
  for (const content of tables) {
    const { table, source } = content
    const stem = fileStem(source)
    const ids = findIds(table, options)
    const matching = matched?.get(content)
    const named = axisByNames(table, ids)
    const open = !options.samples && !options.columns && !options.id
    const axis = matching ?? options.samples ?? (open ? named?.axis : undefined) ?? 'rows'
    result.roles.set(content, { axis, metadata: false })
    if (matching === 'columns' && !options.samples) byIds.push(stem)
    else if (!matching && open && axis === 'columns')
      result.notes.push(`${stem}: samples are columns: ${named!.reason}; --samples rows takes its rows`)
    else if (!matching && open && !named && mayBeTurned(table, ids))
      result.warnings.push(
        `${stem}: nothing tells whether its ${counted(table.rows, 'row')} or its ${counted(table.numbers.names.length, 'column')} are the samples: rows taken; if the columns are the samples, add --samples columns`,
      )
  }
  if (byIds.length > 0)
    result.notes.push(`samples are columns of ${byIds.join(', ')}: names of their columns are ids in other files, too`)
  markMetadata(contents, matricesOf(contents, variables, options), result, options)
  return result
}

/** Where samples are by the names that files share; null where no names match or where they match along both sides. */
function axesByIds(contents: readonly Contents[], options: ReadOptions): Map<Contents, SampleAxis> | null {
  const sides = contents.flatMap((content) => sidesOf(content, options))
  const first = options.samples ?? 'rows'
  const second = first === 'rows' ? 'columns' : 'rows'
  const candidates = sides.flatMap((side) => (options.samples ? [side[first]] : [side.rows, side.columns]))
  let best: { axes: (SampleAxis | null)[]; count: number } | null = null
  let settled = true
  for (const names of candidates) {
    if (!names) continue
    const axes = sides.map((side) => (match(side[first], names) ? first : match(side[second], names) ? second : null))
    const count = axes.filter((axis) => axis !== null).length
    if (count < 2 || (best && count < best.count)) continue
    settled = !best || count > best.count || (settled && axes.join() === best.axes.join())
    if (!best || count > best.count) best = { axes, count }
  }
  if (!best || !settled) return null
  const { axes } = best
  // Tables that have only a header, and share it, share features.
  const bare = sides.some(({ rows }, s) => axes[s] === 'columns' && !rows)
  if (bare && !options.samples && !axes.includes('rows')) return null
  return new Map(sides.flatMap(({ content }, s) => (axes[s] ? [[content, axes[s]]] : [])))
}

function sidesOf(content: Contents, options: ReadOptions): Sides[] {
  if (content.kind === 'variables') return []
  if (content.kind === 'findings') {
    const ids = content.findings.views[0]?.ids
    return ids ? [{ content, rows: new Set(ids), columns: null }] : []
  }
  const { table } = content
  const ids = findIds(table, options)
  const { names } = table.numbers
  // Files of other samples may well have the same features: a header that is one by its names matches nothing.
  const features = !options.samples && axisByNames(table, ids)?.axis === 'rows'
  return [
    {
      content,
      rows: ids ? new Set(ids.values) : null,
      columns: table.named && !features && !countUp(names) ? new Set(names) : null,
    },
  ]
}

function match(side: ReadonlySet<string> | null, names: ReadonlySet<string>): boolean {
  if (!side) return false
  let common = 0
  for (const name of side) if (names.has(name)) common++
  return common >= fewestCommon && common * 2 >= Math.min(side.size, names.size)
}

/** Marks the tables that describe samples, as long as something is left that holds views. */
function markMetadata(
  contents: readonly Contents[],
  matrices: readonly NamedMatrix[],
  { roles, notes }: TableRoles,
  options: ReadOptions,
): void {
  if (options.columns || contents.length === 1) return
  const turned = [...roles.values()].some(({ axis }) => axis === 'columns')
  const describing = [...roles].filter(([content, { axis }]) => {
    const { table } = content
    if (axis !== 'rows' || table.vectors.length > 0 || isAsked(content, options)) return false
    const named = isCalledMetadata(content, options)
    const few = table.numbers.names.length <= mostDescribing
    const words = wordsIn(content, options)
    const plainer = matrices.filter((matrix) => matrix.words < words)
    const isOther = options.views !== undefined || plainer.length >= fewestMatrices
    return named || (few && (turned || isOther))
  })
  if (describing.length === contents.length) return
  const described = new Set(describing.map(([{ source }]) => fileStem(source)))
  const views = matrices.map(({ name }) => name).filter((name) => !described.has(name))
  for (const [{ source, table }, role] of describing) {
    role.metadata = true
    const stem = fileStem(source)
    if (options.views) continue
    const all = views.length <= 5 ? [...views, stem].join() : `A,B,…,${stem}`
    const things = thingColumns(table, options, { axis: 'rows', metadata: false })
    const asked = [...(options.texts ?? []), ...(options.pictures ?? [])]
    const thing = things.find(({ column, holds }) => holds !== 'addresses' && !asked.includes(column.name))
    const ways = [
      ...(table.numbers.names.length > 0 ? [`--views ${all} takes its numbers as a view`] : []),
      ...(thing ? [`--kind ${thing.column.name}=${thing.holds.slice(0, -1)} a column`] : []),
    ]
    if (ways.length > 0) notes.push(`${stem}: about the samples, no view; ${ways.join(', ')}`)
  }
}

/** Beside so many plainer matrices a table is about their samples. */
const fewestMatrices = 2

/** A matrix as `--views` takes it, and how much of it is words. */
interface NamedMatrix {
  name: string
  words: Words
}

/** 0: nothing but numbers; 1: numbers whose columns have names, with ids; 2: texts, too. */
type Words = 0 | 1 | 2

/** All matrices, tables without texts among them. */
function matricesOf(
  contents: readonly Contents[],
  variables: readonly SourcedVariable[],
  options: ReadOptions,
): NamedMatrix[] {
  const others = contents.flatMap((content): NamedMatrix[] => {
    if (content.kind === 'table') {
      const words = wordsIn(content, options)
      return words < 2 && !isCalledMetadata(content, options) ? [{ name: fileStem(content.source), words }] : []
    }
    return content.kind === 'findings' ? content.findings.views.map(({ name }) => ({ name, words: 0 })) : []
  })
  const arrays = matricesAmong(variables).filter((name) => name !== options.labels && !isLabelName(name))
  return [...arrays.map((name): NamedMatrix => ({ name, words: 0 })), ...others]
}

/** True for a table with ids whose name says that it describes samples. */
function isCalledMetadata({ source, table }: TableContents, options: ReadOptions): boolean {
  return metadataName.test(fileStem(source)) && findIds(table, options) !== undefined
}

/** How much of a table is words; ids and classes do not count, nor texts beside numbered features. */
function wordsIn({ table }: TableContents, options: ReadOptions): Words {
  const { names } = table.numbers
  if (table.vectors.length > 0 || most(names, numbered)) return 0
  const ids = findIds(table, options)
  const isText = (column: TextColumn) =>
    column !== ids && !column.countsRows && column.name !== options.labels && !isLabelName(column.name)
  if (table.texts.some(isText)) return 2
  return !ids || !table.named || countUp(names) ? 0 : 1
}

/** True where a setting makes a view of the table itself. */
function isAsked({ source, table }: TableContents, { views, kinds, categories }: ReadOptions): boolean {
  const stem = fileStem(source)
  const hasColumn = (name: string) => table.texts.some((column) => column.name === name)
  return (
    views?.includes(stem) === true ||
    Object.hasOwn(kinds ?? {}, stem) ||
    categories === 'use' ||
    (Array.isArray(categories) && categories.some(hasColumn))
  )
}

/** Where the names of a table say that the samples are, and why. */
interface NamedAxis {
  axis: SampleAxis
  /** Completes a sentence after a colon. */
  reason: string
}

/** Names that databases of genes, proteins, sites and variants give, and those of components. */
const featureName =
  /^(pc|lv|comp|component|factor|dim|feature|gene|var|probe)[-_. ]?\d+$|^(hsa[-_](let|mir)|ENS[A-Z]*[GTP]\d{6}|cg\d{6}|rs\d{4})/i
/** Names of components and numbered features, and what programs call columns without a name. */
const columnName = /^(x|f|v|col|column|pc|lv|comp|component|factor|dim|feature|gene|var|probe)[-_. ]?\d+$/i
const sampleName =
  /^(tcga[-_.]|gsm\d{4}|[se]rr\d{4}|(sample|patient|subject|donor|participant|individual)[-_. ]?\w*\d)/i
/** Columns that are called so are features: one word and a number each. */
const numbered = /^[a-z]{1,12}[-_. ]?\d+$/i
const mostPlainColumns = 20

/** Tells from the names of rows and columns where the samples are; null: they do not tell. */
function axisByNames(table: Table, idColumn: TextColumn | undefined): NamedAxis | null {
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
function mayBeTurned(table: Table, idColumn: TextColumn | undefined): boolean {
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
