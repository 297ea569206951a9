import { grouped } from '@manyview/core/words'
import { writeLabelsCsv } from '@manyview/formats'
import { saveFile } from '../state/export-files.ts'
import { clusterName, exportedLabel, type Run } from '../state/run.ts'

/** Samples that are listed; the file has all. */
const listed = 100

/** The samples that were lassoed or picked. */
export function SelectionPanel({ run, selected, clear }: { run: Run; selected: readonly number[]; clear(): void }) {
  const { ids, labels } = run.stored
  const name = (sample: number) => ids?.[sample] ?? String(sample)
  const save = () =>
    saveFile(
      'selection.csv',
      writeLabelsCsv({
        ids: selected.map(name),
        labels: selected.map((sample) => exportedLabel(run, labels[sample])),
        confidence: run.confidence ? selected.map((sample) => run.confidence![sample]) : undefined,
      }),
      'text/csv',
    )
  return (
    <section class="selection" aria-label="Selected samples">
      <header>
        <b>{grouped(selected.length)} selected</b>
        <span>
          <button type="button" class="quiet small" onClick={save}>
            CSV
          </button>
          <button type="button" class="quiet small" onClick={clear}>
            Clear
          </button>
        </span>
      </header>
      <ul>
        {selected.slice(0, listed).map((sample) => (
          <li key={sample}>
            <span class="cut">{name(sample)}</span>
            <span class="muted cut">{clusterName(run, labels[sample])}</span>
          </li>
        ))}
        {selected.length > listed && <li class="muted">and {grouped(selected.length - listed)} more</li>}
      </ul>
    </section>
  )
}
