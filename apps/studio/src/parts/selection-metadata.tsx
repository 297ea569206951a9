import type { NumberColumn } from '@manyview/core/metadata'
import { dateText, readable } from '@manyview/core/words'
import type { StoredClustering } from '@manyview/formats'

/** Numbers and dates of metadata: their mean over the selection, against that of the other samples. */
export function SelectionMetadata({ stored, selected }: { stored: StoredClustering; selected: readonly number[] }) {
  const columns = stored.metadata.filter((column) => column.kind !== 'category')
  if (columns.length === 0 || selected.length < 2) return null
  const inside = new Uint8Array(stored.labels.length)
  for (const sample of selected) inside[sample] = 1
  return (
    <dl class="composition" aria-label="Means of the selection">
      {columns.map((column) => {
        const [here, elsewhere] = [1, 0].map((side) => meanText(column, inside, side))
        return (
          <div key={column.name}>
            <dt class="cut" title={column.name}>
              {column.name}
            </dt>
            <dd>
              mean {here}
              {selected.length < inside.length && <span class="muted"> others {elsewhere}</span>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The mean of one side, as people read it; samples without a value do not count. */
function meanText({ kind, values }: NumberColumn, inside: Uint8Array, side: number): string {
  const numbers = values.filter((value, i) => inside[i] === side && !Number.isNaN(value))
  if (numbers.length === 0) return 'not known'
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length
  return kind === 'date' ? dateText(Math.round(mean)) : readable(mean)
}
