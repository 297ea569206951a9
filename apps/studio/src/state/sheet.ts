import type { MetadataColumn } from '@manyview/core/metadata'
import { dateText } from '@manyview/core/words'
import { signal } from '@preact/signals'
import type { Sheet } from '../worker/sheet.ts'
import type { Run } from './run.ts'
import { SampleCache } from './sample-cache.ts'
import { data, isOpen } from './session.ts'
import { solver, workerHoldsData } from './solver-link.ts'
import { truthOf } from './truth.ts'

/** The sheet of the data that is open, once the worker has read it. */
const read = signal<{ of: object; sheet: Sheet } | null>(null)
let requestedData: object | null = null

const empty: Sheet = { columns: [], texts: [] }

/** What the files of a run say besides the views; empty until the worker has read it, and where its data is not open. */
function sheetOf(run: Run): Sheet {
  if (!isOpen(run)) return empty
  const { understood } = data.value!
  if (read.value?.of === understood) return read.value.sheet
  if (requestedData !== understood && workerHoldsData()) {
    requestedData = understood
    solver()
      .sheet()
      .then((sheet) => {
        if (data.value?.understood === understood) read.value = { of: understood, sheet }
      })
      .catch(() => {
        requestedData = null
      })
  }
  return empty
}

let last: { of: readonly unknown[]; columns: MetadataColumn[] } = { of: [], columns: [] }

/** Every column that says something of the samples: metadata, classes, what the files hold besides, confidence and outlier score. The same array until one of them changes. */
export function columnsOf(run: Run): MetadataColumn[] {
  const of = [run.stored, run.confidence, sheetOf(run), truthOf(run)]
  if (of.some((each, i) => each !== last.of[i])) last = { of, columns: allColumns(run) }
  return last.columns
}

function allColumns(run: Run): MetadataColumn[] {
  const { metadata, outlierScores } = run.stored
  const columns = new Map(metadata.map((column) => [column.name, column]))
  const truth = truthOf(run)
  if (truth && !columns.has(truth.name))
    columns.set(truth.name, { name: truth.name, kind: 'category', levels: [...truth.classes], codes: truth.codes })
  for (const column of sheetOf(run).columns) if (!columns.has(column.name)) columns.set(column.name, column)
  const computed = [
    ['confidence', run.confidence],
    ['outlier score', outlierScores],
  ] as const
  for (const [name, values] of computed)
    if (values && !columns.has(name))
      columns.set(name, {
        name,
        kind: 'number',
        values: Float64Array.from(values, (value) => Math.round(1000 * value) / 1000),
      })
  return [...columns.values()]
}

/** The names of the columns of long texts of a run. */
export function textsOf(run: Run): readonly string[] {
  return sheetOf(run).texts
}

/** The value of a sample as people read it; '' where it has none. */
export function valueText(column: MetadataColumn, sample: number): string {
  if (column.kind === 'category') return column.levels[column.codes[sample]] ?? ''
  const value = column.values[sample]
  if (Number.isNaN(value)) return ''
  // A year or a code is no measure: six digits, and no marks between thousands.
  return column.kind === 'date' ? dateText(value) : String(Number(value.toPrecision(6)))
}

/** The texts of a sample, whole, and the address of its picture. */
interface WholeSample {
  texts: string[]
  picture: string | null
}

const wholeSamples = new SampleCache<WholeSample>(
  async (samples) => {
    const answers = await solver().wholeSamples(samples)
    return answers.map(({ texts, picture }) => ({ texts, picture: picture && URL.createObjectURL(picture) }))
  },
  2000,
  ({ picture }) => picture && URL.revokeObjectURL(picture),
)

/** The texts and the picture of a sample; null until the worker has them. */
export function wholeSample(run: Run, sample: number): WholeSample | null {
  return wholeSamples.of(run, sample)
}
