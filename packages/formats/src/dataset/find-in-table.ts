import { InputError } from '@manyview/core'
import { ownProperty } from '@manyview/core/words'
import { fileStem } from '../bytes/byte-source.ts'
import type { DenseValue } from '../bytes/stored-value.ts'
import { isLabelName } from '../table/column-names.ts'
import { looksNumeric, parseNumber } from '../table/parse-number.ts'
import { strayWarning } from '../table/stray-cells.ts'
import { countLevels, type Table, type TextColumn } from '../table/table.ts'
import { addThings, thingColumns } from '../things/thing-columns.ts'
import { findIds } from './find-ids.ts'
import type { Findings, FoundLabels, FoundView } from './findings.ts'
import { classColumn, classesNote } from './label-values.ts'
import { levelNames, oneHot, tooManyLevels } from './one-hot.ts'
import type { ReadOptions } from './read-options.ts'
import type { TableRole } from './table-roles.ts'

/**
 * Finds views, labels and ids in a table. Number columns together are one view, a column of vectors is one; `options.columns` picks views by column names or a prefix instead. Text columns are metadata, or
 * together one view (each level a feature) where `options.categories` says so. Where samples are columns, their names are the ids and the rows name the features.
 */
export function findInTable(source: string, table: Table, options: ReadOptions, role: TableRole): Findings {
  const { axis } = role
  const stem = fileStem(source)
  const remarks = [...(table.warnings ?? []), ...(table.strays ? [strayWarning(table.strays)] : [])]
  const warnings = remarks.map((warning) => `${stem}: ${warning}`)
  const findings: Findings = { views: [], labels: [], notes: [], warnings }
  const idColumn = findIds(table, options)
  const idPlace = idColumn ? table.texts.indexOf(idColumn) : null
  const ids = idColumn ? idColumn.values : null
  if (idColumn && axis === 'rows')
    findings.notes.push(`${stem}: ids of the samples: ${idColumn.name || 'the first column'}`)
  const { categories = 'ignore' } = options
  const isCategory = ({ name }: TextColumn) => Array.isArray(categories) && categories.includes(name)
  const things = thingColumns(table, options, role)
  const isThing = (column: TextColumn) => things.some((thing) => thing.column === column)
  const open = table.texts.filter((column) => column !== idColumn && !column.countsRows && !isThing(column))
  const labels =
    axis === 'columns'
      ? []
      : table.texts.filter(
          (column) =>
            column !== idColumn &&
            !isThing(column) &&
            !isCategory(column) &&
            isLabelColumn(column, table, options, open.length === 1),
        )
  if (labels[0]) findings.notes.push(`${stem}: ${classesNote(labels[0].name, countLevels(labels[0]).distinct)}`)
  const counters = table.texts.filter((column) => column.countsRows && column !== idColumn)
  if (counters.length > 0)
    findings.notes.push(`${stem}: no feature, it counts the rows: ${list(counters.map(({ name }) => name))}`)
  if (table.leftOut)
    findings.notes.push(`${stem}: left out: ${list(table.leftOut.map(({ name, what }) => `${name} (${what})`))}`)
  const others = table.texts.filter(
    (column) => column !== idColumn && !labels.includes(column) && !counters.includes(column) && !isThing(column),
  )
  const add = (
    name: string,
    take: (part: Table) => FoundView['value'],
    columnNames?: string[],
    kind?: FoundView['kind'],
  ) => {
    const across = (table.named && columnNames) || undefined
    const [sampleIds, featureNames] = axis === 'rows' ? [ids, across] : [across ?? null, idColumn?.values]
    const featureOption = featureNames ? { featureNames } : {}
    const fromTable = { take, idColumn: idPlace }
    findings.views.push({ name, source, value: take(table), axis, ids: sampleIds, kind, ...featureOption, fromTable })
  }
  /** Gives a function that finds these columns in another part of the table. */
  const textsAt = (columns: readonly TextColumn[]) => {
    const places = columns.map((column) => table.texts.indexOf(column))
    return (part: Table) => places.map((place) => part.texts[place])
  }
  const describing = (name: string, take: (part: Table) => string[]): FoundLabels => ({
    ...{ name, values: take(table), ids, table: source },
    fromTable: { take, idColumn: idPlace },
  })
  if (options.columns) for (const [name, wanted] of Object.entries(options.columns)) addGroup(name, wanted)
  else if (!role.metadata) addNumbers()
  addThings(findings, things, { source, stem, table, idColumn })
  if (!options.columns) addTexts()
  findings.labels.unshift(
    ...labels
      .sort((a, b) => Number(b.name === options.labels) - Number(a.name === options.labels))
      .map((column) => {
        const columnAt = textsAt([column])
        return describing(column.name, (part) => plainNumbers(columnAt(part)[0]))
      }),
  )
  // A table that is asked to say something of the samples may hold texts that all differ; one alone may not.
  const isAsked = role.metadata || options.views !== undefined
  const describes = isAsked ? findings.labels.length > 0 : labels.length > 0 || !others.every(tooManyLevels)
  if (findings.views.length === 0 && !describes && !options.columns)
    throw new InputError(
      `no column of numbers found (columns: ${table.order.slice(0, 20).join(', ')}), give at least one`,
      {
        code: 'no-views',
        argument: source,
      },
    )
  return findings

  function addNumbers(): void {
    const { names } = table.numbers
    table.vectors.forEach(({ name }, v) => {
      add(name, (part) => vectorsOf(part, v))
    })
    if (names.length > 0 && table.vectors.length > 0)
      findings.warnings.push(
        `${stem}: number columns beside vectors left out (${list(names)}), name them as columns to use them`,
      )
    else if (names.length > 0) add(stem, (part) => dense(part.rows, names.length, part.numbers.data), names)
    const classes = axis === 'rows' && !options.labels && labels.length === 0 ? classColumn(table) : null
    if (classes)
      findings.notes.push(
        `${stem}: "${classes}" is a feature; if it holds classes, --labels "${classes}" leaves it out`,
      )
  }

  /** Columns of texts, and of numbers that describe samples, as metadata. */
  function addTexts(): void {
    const named = (columns: readonly TextColumn[]) => list(columns.map(({ name }) => name))
    if (axis === 'columns') {
      if (others.length > 0) findings.notes.push(`${stem}: text about features left out: ${named(others)}`)
      return
    }
    const used = role.metadata
      ? []
      : others.filter((column) => isCategory(column) || (categories === 'use' && !tooManyLevels(column)))
    if (used.length > 0) {
      findings.notes.push(`${stem}: text columns as a view of categories: ${named(used)}`)
      const columns = textsAt(used)
      add(`${stem} categories`, (part) => oneHot(columns(part), source), levelNames(used), 'categorical')
    }
    // Classes beside the views are for scoring where --labels asks for them, else one more column.
    const classes = role.metadata ? labels.filter(({ name }) => name !== options.labels) : []
    for (const column of [...others, ...classes]) {
      if (used.includes(column)) continue
      const columnAt = textsAt([column])
      findings.labels.push({ ...describing(column.name, (part) => columnAt(part)[0].values), metadata: true })
    }
    if (!role.metadata) return
    table.numbers.names.forEach((name, j) => {
      findings.labels.push({ ...describing(name, (part) => texted(part, j)), metadata: true })
    })
  }

  function addGroup(name: string, wanted: string | string[]): void {
    const matches = (column: string) => (Array.isArray(wanted) ? wanted.includes(column) : column.startsWith(wanted))
    const vectors = table.vectors.filter((column) => matches(column.name))
    const positions = table.numbers.names.flatMap((column, j) => (matches(column) ? [j] : []))
    const texts = table.texts.filter((column) => column !== idColumn && !column.countsRows && matches(column.name))
    const missing = Array.isArray(wanted) ? wanted.filter((column) => !table.order.includes(column)) : []
    if (missing.length > 0 || vectors.length + positions.length + texts.length === 0) return
    if (Number(vectors.length > 0) + Number(positions.length > 0) + Number(texts.length > 0) > 1)
      throw new InputError('mixes numbers, text and vectors, make one view of each', {
        code: 'columns',
        argument: name,
      })
    if (vectors.length > 1)
      throw new InputError(`names ${vectors.length} columns of vectors, make one view of each`, {
        code: 'columns',
        argument: name,
      })
    const columns = textsAt(texts)
    if (vectors.length === 1) add(name, (part) => vectorsOf(part, table.vectors.indexOf(vectors[0])))
    else if (texts.length > 0) add(name, (part) => oneHot(columns(part), name), levelNames(texts), 'categorical')
    else if (ownProperty(options.kinds, name) === 'categorical') {
      const asTexts = (part: Table) => positions.map((j) => ({ name: part.numbers.names[j], values: texted(part, j) }))
      add(name, (part) => oneHot(asTexts(part), name), levelNames(asTexts(table)), 'categorical')
    } else {
      const names = positions.map((j) => table.numbers.names[j])
      add(name, (part) => dense(part.rows, positions.length, pick(part, positions)), names)
    }
  }
}

function dense(rows: number, columns: number, data: DenseValue['data']): DenseValue {
  return { type: 'dense', shape: [rows, columns], order: 'rows', data }
}

function vectorsOf(part: Table, column: number): DenseValue {
  const { width, data } = part.vectors[column]
  return dense(part.rows, width, data)
}

/** Some of the number columns; the block itself when that is all of them in place. */
function pick(table: Table, positions: number[]): Float64Array {
  const { names, data } = table.numbers
  if (positions.length === names.length) return data
  const result = new Float64Array(table.rows * positions.length)
  for (let i = 0; i < table.rows; i++)
    for (let p = 0; p < positions.length; p++) result[i * positions.length + p] = data[i * names.length + positions[p]]
  return result
}

function texted(table: Table, column: number): string[] {
  const { names, data } = table.numbers
  return Array.from({ length: table.rows }, (_, i) => {
    const value = data[i * names.length + column]
    return Number.isNaN(value) ? '' : String(value)
  })
}

/** A column with a label's name, or the only text column when it comes last: in such tables it is the class more often than a feature. */
function isLabelColumn(column: TextColumn, table: Table, options: ReadOptions, alone: boolean): boolean {
  if (options.labels) return column.name === options.labels
  if (table.named && isLabelName(column.name)) return true
  if (!alone || column.name !== table.order[table.order.length - 1]) return false
  const { distinct, rows } = countLevels(column)
  return distinct > 1 && distinct < rows
}

/** Labels that are all numbers lose what only notation adds: `1.0` becomes `1`. */
function plainNumbers({ values, whole }: TextColumn): string[] {
  const numeric = whole?.numeric ?? values.every(looksNumeric)
  return numeric ? values.map((value) => String(parseNumber(value))) : values
}

function list(names: string[]): string {
  return names.slice(0, 10).join(', ') + (names.length > 10 ? ', …' : '')
}
