import { counted } from '@manyview/core/words'
import { badFile } from '../../bytes/bad-file.ts'
import type { MemoryBudget } from '../../bytes/memory-budget.ts'
import type { RawColumn } from '../../table/build-table.ts'
import { isIdName, isLabelName } from '../../table/column-names.ts'

const featureName = /^(x|f|v|z|pc|dim|col|column|feat|feature|var|attr|umap|tsne)[\s._-]?\d+$/i

/**
 * Columns of a record of lists: `{"height": […], "label": […]}` has one list per column, `{"doc 1": [vector], …}` one vector per sample. Lists with text, names of
 * labels and names of features tell columns; else every list of numbers is a sample, and a warning says so. Records within records, as pandas writes them, are read as such lists.
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

const mostColumns = 200_000

/** Columns of a table, and what to say of a guess. */
interface JsonColumns {
  rows: number
  columns: RawColumn[]
  warnings?: string[]
}

/** Columns of a list of records, or of lists of equal length. */
export function fromRecords(file: string, records: unknown[], budget: MemoryBudget): JsonColumns {
  const rows = records.length
  if (records.every(Array.isArray)) {
    const width = (records[0] as unknown[] | undefined)?.length ?? 0
    const ragged = (records as unknown[][]).findIndex((record) => record.length !== width)
    if (ragged >= 0)
      throw badFile(
        file,
        `row ${ragged + 1} has ${counted((records[ragged] as unknown[]).length, 'value')} but the first has ${width}, give all the same`,
      )
    return {
      rows,
      columns: Array.from({ length: width }, (_, j) => ({
        name: `column ${j + 1}`,
        values: (records as unknown[][]).map((record) => record[j]),
      })),
    }
  }
  const places = new Map<string, unknown[]>()
  records.forEach((record, i) => {
    if (record === null || typeof record !== 'object' || Array.isArray(record))
      throw badFile(file, `row ${i + 1} is no record, give one record a row`)
    for (const [name, value] of Object.entries(record)) {
      let values = places.get(name)
      if (!values) {
        if (places.size >= mostColumns) throw badFile(file, 'has records with too many different fields')
        // A field that only some records have takes a place in all.
        budget.claim(8 * rows, `field "${name.slice(0, 80)}"`)
        places.set(name, (values = new Array(rows).fill(null)))
      }
      values[i] = value
    }
  })
  return { rows, columns: [...places].map(([name, values]) => ({ name, values })) }
}

/** A record of JSON. */
export type JsonRecord = Record<string, unknown>

/** True for an object that is no list. */
export function isRecord(value: unknown): value is JsonRecord {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/**
 * The records within a service's answer to a request for embeddings (`{"data": [{"index": 0, "embedding": […]}]}`), in the order of their index; the line of a batch
 * (`{"custom_id": …, "response": {"body": …}}`) gives each the id of the request. Null for any other record; empty for a request that failed.
 */
export function embeddingRecords(record: JsonRecord): JsonRecord[] | null {
  if (typeof record.custom_id === 'string' && 'response' in record) {
    const body = isRecord(record.response) && isRecord(record.response.body) ? record.response.body : {}
    const answers = embeddingRecords(body) ?? []
    return answers.map(({ embedding }, i) => ({
      custom_id: answers.length === 1 ? record.custom_id : `${record.custom_id} ${i + 1}`,
      embedding,
    }))
  }
  const { data } = record
  if (!Array.isArray(data) || data.length === 0 || !data.every((item) => isRecord(item) && 'embedding' in item))
    return null
  const items = data as JsonRecord[]
  return items.map(({ object: _, ...item }) => item).sort((a, b) => (Number(a.index) || 0) - (Number(b.index) || 0))
}
