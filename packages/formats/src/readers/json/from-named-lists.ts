import { counted } from '@manyview/core/words'
import { badFile } from '../../bytes/bad-file.ts'
import type { MemoryBudget } from '../../bytes/memory-budget.ts'
import { isIdName, isLabelName } from '../../table/column-names.ts'
import { isRecord, type JsonRecord } from './embedding-response.ts'
import { fromRecords, type JsonColumns } from './from-records.ts'

const featureName = /^(x|f|v|z|pc|dim|col|column|feat|feature|var|attr|umap|tsne)[\s._-]?\d+$/i

/**
 * Columns of a record of lists: `{"height": […], "label": […]}` has one list per column, `{"doc 1": [vector], …}` one vector per sample. Lists with text, names of
 * labels and names of features tell columns; else every list of numbers is a sample, and a warning says so. Records within records (as pandas writes them) likewise.
 */
export function fromNamedLists(file: string, record: JsonRecord, budget: MemoryBudget): JsonColumns {
  const inner = Object.values(record)
  if (inner.length > 1 && inner.every(isRecord))
    return fromNamedRecords(file, record as Record<string, JsonRecord>, budget)
  const columns = Object.entries(record).flatMap(([name, values]) =>
    Array.isArray(values) ? [{ name, values: values as unknown[] }] : [],
  )
  if (columns.length === 0) throw badFile(file, 'holds no lists, give a list of records or a record of lists')
  const rows = columns[0].values.length
  const other = columns.find(({ values }) => values.length !== rows)
  if (other)
    throw badFile(
      file,
      `"${other.name}" has ${counted(other.values.length, 'entry', 'entries')} but "${columns[0].name}" has ${rows}, give all the same`,
    )
  return areSamples(columns, inner.length) ? vectorsById(columns, rows) : { rows, columns }
}

function areSamples(columns: { name: string; values: unknown[] }[], fields: number): boolean {
  const [{ values }] = columns
  // A few long lists are features: nobody clusters a handful of samples.
  if (columns.length !== fields || columns.length < 2 || (columns.length <= 10 && values.length >= 50 * columns.length))
    return false
  return columns.every(
    (column) =>
      !isIdName(column.name) &&
      !isLabelName(column.name) &&
      !featureName.test(column.name) &&
      column.values.every((value) => typeof value === 'number'),
  )
}

function vectorsById(lists: { name: string; values: unknown[] }[], width: number): JsonColumns {
  const samples = lists.length
  return {
    rows: samples,
    columns: [
      { name: 'id', values: lists.map(({ name }) => name) },
      { name: 'vector', values: lists.map(({ values }) => values) },
    ],
    warnings: [
      `each of its ${counted(samples, 'list')} is taken as a sample with ${counted(width, 'number')}, its name as the id; if each list is a feature, write one record per sample`,
    ],
  }
}

/** `{"a": {"0": 1, "1": 2}}` is a table by columns when the inner names count from 0; any other is one record per sample under its id. */
function fromNamedRecords(file: string, record: Record<string, JsonRecord>, budget: MemoryBudget): JsonColumns {
  const names = Object.keys(record)
  const keys = Object.keys(record[names[0]])
  if (keys.length > 0 && keys.every((key, i) => key === String(i))) {
    budget.claim(8 * keys.length * names.length, `a table of ${keys.length}×${names.length}`)
    return {
      rows: keys.length,
      columns: names.map((name) => ({ name, values: keys.map((key) => record[name][key]) })),
    }
  }
  const records = names.map((name) => ({ id: name, ...record[name] }))
  return {
    ...fromRecords(file, records, budget),
    warnings: [
      `each of its ${names.length} records is taken as a sample, its name as the id; if each is a column, write one record per sample`,
    ],
  }
}
