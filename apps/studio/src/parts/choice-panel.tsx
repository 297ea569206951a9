import type { ClusterChoice } from '@manyview/core'
import { choiceFigure } from '@manyview/drawing'
import { Figure } from '../figures/figure.tsx'
import type { Run } from '../state/run.ts'
import { change, isOpen, job } from '../state/session.ts'
import { startFit } from '../state/start-fit.ts'

/** Numbers of clusters that get a button: the best. */
const mostButtons = 6

/** Why there are so many clusters, and the other numbers, each to be run with a click. */
export function ChoicePanel({ run, choice }: { run: Run; choice: ClusterChoice }) {
  const can = isOpen(run) && job.value === null
  const start = (clusters: number) => {
    change({ auto: false, clusters })
    void startFit()
  }
  const others = choice.candidates.map(({ clusters }) => clusters).filter((clusters) => clusters !== choice.clusters)
  return (
    <>
      <p class="message note">{choice.reason}</p>
      {choice.candidates.length > 1 && (
        <Figure
          title="Score of each number of clusters"
          file="choice"
          note={can ? 'Click a number on the curve, or below, to run it.' : undefined}
          of={[choice]}
          draw={(canvas) => choiceFigure(choice, canvas)}
          pick={can ? start : undefined}
        />
      )}
      {can && others.length > 0 && (
        <p class="chips">
          {others.slice(0, mostButtons).map((clusters) => (
            <button key={clusters} type="button" class="small" onClick={() => start(clusters)}>
              Run {clusters}
            </button>
          ))}
        </p>
      )}
    </>
  )
}
