import { counted } from '@manyview/core/words'
import { dataName, type Run, runTitle } from '../state/run.ts'
import { chosenRun, folded, runs } from '../state/session.ts'

/** The settings of the shown run in one line, with the way back to them; where there are several runs, also the choice between these. */
export function FoldLine({ run }: { run: Run }) {
  const { views, clusters } = run.stored.record
  const isFolded = folded.value
  return (
    <div class="fold">
      {isFolded && (
        <p>
          <b class="cut" title={dataName(run)}>
            {dataName(run)}
          </b>
          <span class="muted number-text">
            {counted(views.length, 'view')} · {counted(clusters, 'cluster')}
          </span>
        </p>
      )}
      <button
        type="button"
        class="small"
        aria-expanded={!isFolded}
        aria-controls="settings"
        onClick={() => {
          folded.value = !isFolded
        }}
      >
        {isFolded ? 'Change' : 'Fold the settings'}
      </button>
      {isFolded && runs.value.length > 1 && (
        <select
          class="small"
          aria-label="Run that is shown"
          value={run.id}
          onChange={(event) => {
            chosenRun.value = event.currentTarget.value
          }}
        >
          {runs.value.map((each, i) => (
            <option key={each.id} value={each.id}>
              {i + 1} — {each.title || runTitle(each)}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}
