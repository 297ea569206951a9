import { duration } from '@manyview/core/words'
import { convergenceFigure, hasCurve } from '@manyview/drawing'
import { useEffect, useRef } from 'preact/hooks'
import { Drawing } from '../figures/drawing.tsx'
import type { Job } from '../state/session.ts'
import { cancel } from '../state/start-fit.ts'

/** What is being done, how far, how long still, the curve of the objective, and Cancel. */
export function ProgressPanel({ job }: { job: Job }) {
  const panel = useRef<HTMLElement>(null)
  // Where the page is one column, what was asked for would begin out of sight.
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [])
  const history = { objective: [...job.curve], change: [] }
  const percent = job.fraction === null ? null : Math.round(100 * job.fraction)
  return (
    <section ref={panel} class="progress" aria-label={job.title}>
      <header>
        <div>
          <h2>{job.title}</h2>
          <p class="muted" aria-live="polite">
            {job.cancelling ? 'Stopping…' : job.step}
          </p>
        </div>
        {job.kind !== 'open' && (
          <button type="button" disabled={job.cancelling} onClick={() => void cancel()}>
            Cancel
          </button>
        )}
      </header>
      <div
        class="bar"
        role="progressbar"
        aria-label={job.title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
      >
        <div class={percent === null ? 'unknown' : ''} style={{ width: `${percent ?? 100}%` }} />
      </div>
      <p class="muted number-text">
        {percent === null ? '' : `${percent} %`}
        {job.secondsLeft !== null && ` · about ${duration(Math.max(1, Math.ceil(job.secondsLeft)))} left`}
      </p>
      {hasCurve({ history }) && <Drawing of={[job.curve]} draw={(canvas) => convergenceFigure({ history }, canvas)} />}
      {job.trail.length > 0 && (
        <ol class="trail">
          {job.trail.map(({ step, seconds }) => (
            <li key={step} class={step === job.step ? 'now' : ''}>
              <span>{step}</span>
              <span class="muted number-text">{duration(seconds)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
