import type { Run } from '../state/run.ts'
import { isOpen, job } from '../state/session.ts'
import { startExplain } from '../state/start-fit.ts'

interface UnexplainedProps {
  run: Run
  /** What is said while it is made. */
  meanwhile: string
  /** What is said where nobody makes it. */
  otherwise?: string
  /** What the button is called that makes it. */
  button?: string
}

/** Stands where the map or the explanations of a run are not there yet. */
export function Unexplained({
  run,
  meanwhile,
  otherwise = 'What sets the clusters apart was not looked for: the run was stopped before, or it was not kept.',
  button = 'Explain the clusters',
}: UnexplainedProps) {
  return (
    <div class="unexplained">
      <p class="muted">{job.value ? meanwhile : otherwise}</p>
      {isOpen(run) && job.value === null && (
        <button type="button" onClick={() => void startExplain(run)}>
          {button}
        </button>
      )}
    </div>
  )
}
