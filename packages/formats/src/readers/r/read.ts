import { badFile } from '../../bytes/bad-file.ts'
import { type ByteSource, fileStem } from '../../bytes/byte-source.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'
import { checkSparse, type StoredValue, type Variable } from '../../bytes/stored-value.ts'
import { buildTable } from '../../table/build-table.ts'
import type { Contents } from '../read-source.ts'
import { isOfClass, numbersOf, type RValue, readR, textsOf } from './parse.ts'

const day = 86_400_000

/** The columns of a table with its rows. */
interface Columns {
  rows: number
  warnings?: string[]
  columns: { name: string; values: ArrayLike<unknown> }[]
}

/**
 * What the objects of an R file hold: data frames, and matrices with names of rows and columns, as tables; other matrices, sparse ones and vectors as variables.
 * Named lists are opened.
 */
export async function rContents(source: ByteSource, keepText: (name: string) => boolean): Promise<Contents[]> {
  const tables: (Columns & { name: string })[] = []
  const variables: Variable[] = []
  for (const { name, value } of await readR(source)) collect(name || fileStem(source.name), value, 0)
  const contents = tables.map(({ name, rows, columns, warnings = [] }): Contents => {
    const table = buildTable(source, rows, columns, keepText)
    return {
      source: tables.length > 1 || variables.length > 0 ? `${source.name}/${name}` : source.name,
      kind: 'table',
      table: { ...table, warnings: [...warnings, ...(table.warnings ?? [])] },
    }
  })
  if (variables.length === 0) return contents
  const matrices = variables.filter(({ value }) => value.type === 'dense' || value.type === 'sparse')
  return [...contents, { source: source.name, kind: 'variables', variables, alone: matrices.length === 1 }]

  function collect(name: string, value: RValue, depth: number): void {
    if (isOfClass(value, 'data.frame') && value.type === 'list') {
      tables.push({ name, ...frameColumns(value) })
      return
    }
    const named = matrixColumns(value)
    if (named) {
      tables.push({ name, ...named })
      return
    }
    const names = textsOf(value.attributes.get('names'))
    const [kind] = textsOf(value.attributes.get('class'))
    if (value.type === 'list' && kind)
      variables.push({ name, value: { type: 'other', what: `an object of R's class ${kind}` } })
    else if (
      value.type === 'list' &&
      depth < 4 &&
      names.length === value.items.length &&
      names.every((key) => key !== '')
    )
      value.items.forEach((item, i) => {
        collect(depth === 0 ? names[i] : `${name}.${names[i]}`, item, depth + 1)
      })
    else {
      variables.push({ name, value: storedValue(source, value, 0) })
      const dimnames = value.attributes.get('Dimnames')
      if (dimnames?.type !== 'list') return
      // Whichever of the two has one name per sample are the ids.
      const words = ['rownames', 'colnames']
      dimnames.items.forEach((item, i) => {
        if (item.type === 'texts')
          variables.push({ name: `${name}.${words[i]}`, value: { type: 'text', values: textsOf(item) } })
      })
    }
  }

  function frameColumns(frame: RValue & { type: 'list' }): Columns {
    const names = textsOf(frame.attributes.get('names'))
    const fields = frame.items.map((item, i) => ({ name: names[i] ?? `column ${i + 1}`, values: columnValues(item) }))
    const columns = fields.flatMap(({ name, values }) => (values ? [{ name, values }] : []))
    const left = fields.filter(({ values }) => !values).map(({ name }) => name)
    const rowNames = frame.attributes.get('row.names')
    const ids = textsOf(rowNames)
    const rows = columns[0]?.values.length ?? 0
    if (columns.some(({ values }) => values.length !== rows) || (ids.length > 0 && ids.length !== rows))
      throw badFile(source.name, `has a data frame with columns of different lengths, get the file again`)
    return {
      rows,
      columns: ids.length > 0 ? [{ name: 'rownames', values: ids }, ...columns] : columns,
      warnings:
        left.length > 0 ? [`columns left out, of a kind that is not read: ${left.slice(0, 10).join(', ')}`] : [],
    }
  }
}

/** The values of a column of a data frame: text for factors and dates, a vector per row for matrices and lists of numbers; null for what is none of these. */
function columnValues(value: RValue): ArrayLike<unknown> | null {
  if (value.type === 'texts') return value.values
  if (value.type === 'list') {
    const vectors = value.items.flatMap((item) => (item.type === 'numbers' ? [item.data] : []))
    return vectors.length === value.items.length ? vectors : null
  }
  if (value.type !== 'numbers') return null
  const { data } = value
  const [rows, width = 0] = numbersOf(value.attributes.get('dim'))
  if (width > 0 && rows * width === data.length)
    return Array.from({ length: rows }, (_, i) => Array.from({ length: width }, (__, j) => data[j * rows + i]))
  if (isOfClass(value, 'factor')) {
    const levels = textsOf(value.attributes.get('levels'))
    return Array.from(data, (code) => levels[code - 1] ?? null)
  }
  const unit = isOfClass(value, 'Date') ? day : isOfClass(value, 'POSIXct') ? 1000 : 0
  if (unit > 0) return Array.from(data, (time) => (Number.isNaN(time) ? null : new Date(time * unit)))
  return data
}

/** A matrix of numbers with names of its columns, by columns; null for any other value. */
function matrixColumns(value: RValue): Columns | null {
  const shape = numbersOf(value.attributes.get('dim'))
  const dimnames = value.attributes.get('dimnames')
  if (value.type !== 'numbers' || shape.length !== 2 || dimnames?.type !== 'list') return null
  const [ids, names] = dimnames.items.map(textsOf)
  const [rows, width] = shape
  if (names?.length !== width || rows * width !== value.data.length) return null
  const columns = names.map((name, j) => ({ name, values: value.data.subarray(j * rows, (j + 1) * rows) }))
  return { rows, columns: ids.length === rows ? [{ name: 'rownames', values: ids }, ...columns] : columns }
}

function storedValue(source: ByteSource, value: RValue, depth: number): StoredValue {
  if (value.type === 'texts') return { type: 'text', values: textsOf(value) }
  if (value.type === 'numbers') {
    if (isOfClass(value, 'factor'))
      return { type: 'text', values: (columnValues(value) as string[]).map((level) => level ?? '') }
    const shape = Array.from(numbersOf(value.attributes.get('dim')))
    const isArray = shape.length > 0 && shape.reduce((product, length) => product * length, 1) === value.data.length
    return { type: 'dense', shape: isArray ? shape : [value.data.length], order: 'columns', data: value.data }
  }
  if (value.type === 'list' && depth < 4)
    return { type: 'list', items: value.items.map((item) => storedValue(source, item, depth + 1)) }
  if (value.type === 'object') return sparseValue(source, value)
  return { type: 'other', what: value.type === 'other' ? value.what : 'nothing' }
}

/** The sparse matrices of R's package Matrix: by columns (dgC, lgC, ngC) or by rows (dgR). */
function sparseValue(source: ByteSource, { attributes }: RValue): StoredValue {
  const [name = 'unknown'] = textsOf(attributes.get('class'))
  const [rows, columns] = numbersOf(attributes.get('Dim'))
  const byColumn = /^[dln]gCMatrix$/.test(name)
  if (!byColumn && name !== 'dgRMatrix') return { type: 'other', what: `an object of R's class ${name.slice(0, 60)}` }
  new MemoryBudget(source).claim(8 * (rows + columns), `a sparse matrix of ${rows}×${columns}`)
  const indices = numbersOf(attributes.get(byColumn ? 'i' : 'j'))
  const values = attributes.has('x') ? numbersOf(attributes.get('x')) : new Uint8Array(indices.length).fill(1)
  return checkSparse(source.name, {
    type: 'sparse',
    shape: [rows, columns],
    order: byColumn ? 'columns' : 'rows',
    values,
    indices,
    pointers: numbersOf(attributes.get('p')),
  })
}
