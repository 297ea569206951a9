import { counted } from '@manyview/core/words'
import { badFile } from '../../bytes/bad-file.ts'
import type { MemoryBudget } from '../../bytes/memory-budget.ts'
import type { RawColumn } from '../../table/build-table.ts'

const mostColumns = 200_000

/** Columns of a table, and what to say of a guess. */
export interface JsonColumns {
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
