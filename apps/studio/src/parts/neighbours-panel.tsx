import { fixed } from '@manyview/core/words'
import { flyTo, hovered } from '../state/pointing.ts'
import { clusterName, type Run } from '../state/run.ts'
import { isOpen } from '../state/session.ts'
import { solver } from '../state/solver-link.ts'
import { useAnswer } from '../state/use-answer.ts'

/** Neighbours that are listed in each view. */
const listed = 5

/** The nearest samples of one sample in each view. */
export function NeighboursPanel({ run, sample }: { run: Run; sample: number }) {
  const { ids, labels, record } = run.stored
  const views = record.views.map(({ name }) => name)
  const neighbours = useAnswer(isOpen(run) ? () => solver().near(sample, views, listed) : null, [run.id, sample])
  if (!isOpen(run)) return <p class="muted hint">Open the data of this run to see its neighbours in each view.</p>
  if (!neighbours) return <p class="muted hint">Looking for its neighbours in each view…</p>
  return (
    <div class="near">
      <h3 title="In mean distances between two samples of the view">Nearest in each view</h3>
      {neighbours.map(({ view, near }) => (
        <div key={view}>
          <b class="cut" title={view}>
            {view}
          </b>
          {near.length === 0 ? (
            <p class="muted">It lacks this view.</p>
          ) : (
            <ul>
              {near.map(({ sample: other, distance }) => (
                <li key={other}>
                  <button
                    type="button"
                    class="link cut"
                    title={clusterName(run, labels[other])}
                    onClick={() => flyTo(other)}
                    onPointerEnter={() => {
                      hovered.value = other
                    }}
                    onPointerLeave={() => {
                      hovered.value = -1
                    }}
                  >
                    {ids?.[other] ?? other}
                  </button>
                  <span class={labels[other] === labels[sample] ? 'muted number-text' : 'warn number-text'}>
                    {labels[other] === labels[sample] ? '' : `${clusterName(run, labels[other])} · `}
                    {fixed(distance, 2)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </div>
  )
}
