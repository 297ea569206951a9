import { counted, fixed } from '@manyview/core/words'
import { agreementFigure, convergenceFigure, hasCurve, supportFigure } from '@manyview/drawing'
import { Figure } from '../figures/figure.tsx'
import type { Run } from '../state/run.ts'
import { audits, change, data, isOpen, job, settings } from '../state/session.ts'
import { startAudit, startFit } from '../state/start-fit.ts'
import { TwoClusters } from './two-clusters.tsx'
import { Unexplained } from './unexplained.tsx'
import { WithoutViews } from './without-views.tsx'

/** How the views stand to the clusters and to each other, and what the order of the samples is worth. */
export function ViewsPanel({ run }: { run: Run }) {
  const { stored } = run
  const { record, explanation } = stored
  return (
    <div class="views-panel">
      {!explanation && <Unexplained run={run} meanwhile="How the views stand to the clusters is being looked at." />}
      {explanation && (
        <Figure
          title="How far the clusters follow each view"
          file="support"
          note="Share of each sample’s nearest neighbours in the view that are in its cluster; 0 is chance, 1 all of them."
          of={[stored]}
          draw={(canvas) => supportFigure(stored, canvas)}
          description={`Support: ${record.views.map(({ name }, v) => `${name} ${fixed(explanation.support[v], 2)}`).join(', ')}`}
        />
      )}
      <WithoutViews run={run} />
      {isOpen(run) && <SwitchViews />}
      {explanation && (
        <Figure
          title="Agreement of the views"
          file="agreement"
          note="Normalised mutual information between what each view gives alone; the last row is the result."
          of={[stored]}
          draw={(canvas) => agreementFigure(stored, canvas)}
        />
      )}
      <TwoClusters run={run} />
      {hasCurve(record) && (
        <Figure
          title="Convergence"
          file="convergence"
          of={[record]}
          draw={(canvas) => convergenceFigure(record, canvas)}
        />
      )}
      <Audit run={run} />
    </div>
  )
}

/** Switches views off and runs again, right beside what tells which ones. */
function SwitchViews() {
  const { views } = data.value!.understood
  const { off } = settings.value
  const busy = job.value !== null
  return (
    <section class="figure">
      <header>
        <h3>Without a view</h3>
      </header>
      <p class="muted">Switch views off and run again; under Compare you see what changes.</p>
      <div class="chips">
        {views.map(({ name }) => (
          <label key={name} class="chip">
            <input
              type="checkbox"
              disabled={busy}
              checked={!off.includes(name)}
              onChange={() =>
                change({ off: off.includes(name) ? off.filter((other) => other !== name) : [...off, name] })
              }
            />
            {name}
          </label>
        ))}
        <button type="button" disabled={busy || off.length === views.length} onClick={() => void startFit()}>
          Run again with {counted(views.length - off.length, 'view')}
        </button>
      </div>
    </section>
  )
}

function Audit({ run }: { run: Run }) {
  const audit = audits.value[run.id]
  return (
    <section class="figure">
      <header>
        <h3>Does the order of the samples matter?</h3>
      </header>
      <p class="muted">
        Fits again in the order of the file and in four random orders, every time with another seed. A method that reads
        the order looks better on sorted files than it is.
      </p>
      {audit && <p class="verdict">{audit}</p>}
      {!audit &&
        (isOpen(run) ? (
          <button type="button" disabled={job.value !== null} onClick={() => void startAudit(run)}>
            Check the order
          </button>
        ) : (
          <p>Open the data of this run to check it.</p>
        ))}
    </section>
  )
}
