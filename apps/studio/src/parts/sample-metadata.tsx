import { dateText, readable } from '@manyview/core/words'
import type { StoredClustering } from '@manyview/formats'

/** Columns that are told of at most. */
const mostColumns = 5

/** What else is known of a sample: `age 61`, one line per column. */
export function SampleMetadata({ stored, sample }: { stored: StoredClustering; sample: number }) {
  const lines = stored.metadata.flatMap((column) => {
    if (column.kind === 'category')
      return column.codes[sample] < 0 ? [] : [`${column.name} ${column.levels[column.codes[sample]]}`]
    const value = column.values[sample]
    if (Number.isNaN(value)) return []
    return [`${column.name} ${column.kind === 'date' ? dateText(value) : readable(value)}`]
  })
  return (
    <>
      {lines.slice(0, mostColumns).map((line) => (
        <div key={line} class="muted cut">
          {line}
        </div>
      ))}
    </>
  )
}
