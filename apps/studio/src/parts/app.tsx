import { useErrorBoundary } from 'preact/hooks'
import { openDropped, openModel } from '../state/new-samples.ts'
import { data, folded, job, runs, shownRun } from '../state/session.ts'
import { CheckStep } from './check-step.tsx'
import { ClusterStep } from './cluster-step.tsx'
import { DataStep } from './data-step.tsx'
import { DropEverywhere } from './drop-everywhere.tsx'
import { Header } from './header.tsx'
import { Messages } from './messages.tsx'
import { NewSamples } from './new-samples.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { Results } from './results.tsx'
import { RunsList } from './runs-list.tsx'
import { Understanding } from './understanding.tsx'
import { Welcome } from './welcome.tsx'

/** The whole page. */
export function App() {
  const [failure, retry] = useErrorBoundary()
  if (failure) return <Failure failure={failure} retry={retry} />
  const begun = data.value !== null || runs.value.length > 0 || openModel.value !== null
  return (
    <DropEverywhere drop={openDropped}>
      <Header />
      <Messages />
      {begun ? <Workbench /> : <Welcome />}
    </DropEverywhere>
  )
}

function Workbench() {
  const isFolded = folded.value && shownRun.value !== null
  return (
    <main class={isFolded ? 'workbench folded' : 'workbench'}>
      <h1 class="hidden">Manyview Studio</h1>
      <div class="rail" id="settings" hidden={isFolded}>
        <DataStep />
        {data.value && <CheckStep open={data.value} />}
        {data.value && <ClusterStep open={data.value} />}
        <RunsList />
      </div>
      <div class="stage">
        {job.value && <ProgressPanel job={job.value} />}
        <NewSamples />
        {shownRun.value ? <Results run={shownRun.value} /> : data.value && <Understanding open={data.value} />}
      </div>
    </main>
  )
}

/** Instead of a blank page. */
function Failure({ failure, retry }: { failure: unknown; retry(): void }) {
  return (
    <main class="welcome">
      <h1>This page ran into a problem</h1>
      <p role="alert">{failure instanceof Error ? failure.message : String(failure)}</p>
      <p>
        <button type="button" class="primary" onClick={retry}>
          Show the page again
        </button>{' '}
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </p>
    </main>
  )
}
