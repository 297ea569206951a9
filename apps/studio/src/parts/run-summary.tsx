import type { Scores } from '@manyview/core'
import { duration, fixed } from '@manyview/core/words'
import { verdict } from '@manyview/formats'
import { signal } from '@preact/signals'
import { notesOf } from '../state/notes.ts'
import { dataName, type Run, runTitle } from '../state/run.ts'
import { data, isOpen, job } from '../state/session.ts'
import { scoresOf, truthOf } from '../state/truth.ts'

/** Notes that were closed, by run. */
const closedNotes = signal<ReadonlySet<string>>(new Set())

/** What a run is, how far to believe it, and its scores. */
export function RunSummary({ run }: { run: Run }) {
  const words = verdict(run.stored)
  return (
    <header class="results-top">
      <Title run={run} />
      <ScoreLine run={run} />
      {words && <p class="verdict-line">{words}</p>}
    </header>
  )
}

/** The warnings of a fit as quiet notes: each can be closed, and has a button for what it advises. */
export function RunNotes({ run }: { run: Run }) {
  const notes = notesOf(run).filter(({ warning }) => !closedNotes.value.has(`${run.id} ${warning}`))
  if (notes.length === 0) return null
  return (
    <ul class="run-notes" aria-label="Notes">
      {notes.map(({ warning, text, action }) => (
        <li key={warning}>
          <p>
            {text}{' '}
            {action && (
              <button type="button" class="link" disabled={job.value !== null} onClick={action.run}>
                {action.text}
              </button>
            )}
          </p>
          <button
            type="button"
            class="quiet small icon"
            aria-label="Close this note"
            onClick={() => {
              closedNotes.value = new Set([...closedNotes.value, `${run.id} ${warning}`])
            }}
          >
            ✕
          </button>
        </li>
      ))}
    </ul>
  )
}

function Title({ run }: { run: Run }) {
  return (
    <h2>
      <span class="cut" title={dataName(run)}>
        {run.title || runTitle(run)}
      </span>
      {run.seconds !== null && <span class="muted number-text"> · {duration(run.seconds)}</span>}
      {data.value && !isOpen(run) && <span class="warn number-text"> · of other data: {dataName(run)}</span>}
    </h2>
  )
}

const scoreNames: [keyof Scores, string, string][] = [
  ['acc', 'Accuracy', 'Share of samples that are right under the best matching of clusters and classes'],
  ['nmi', 'NMI', 'Normalised mutual information'],
  ['ari', 'ARI', 'Adjusted Rand index: 0 is chance'],
  ['purity', 'Purity', 'Share of samples in the largest class of their cluster'],
  ['fscore', 'F-score', 'Over pairs of samples'],
]

/** The scores against the chosen classes, on one line. */
function ScoreLine({ run }: { run: Run }) {
  const scores = scoresOf(run)
  if (!scores) return null
  return (
    <dl class="scores" aria-label={`Scores against ${truthOf(run)!.name}`}>
      {scoreNames.map(([key, name, meaning]) => (
        <div key={key} title={meaning}>
          <dt>{name}</dt>
          <dd>{fixed(scores[key], 3)}</dd>
        </div>
      ))}
    </dl>
  )
}
