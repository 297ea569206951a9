import { counted, grouped, plural } from '@manyview/core/words'
import type { ViewKind } from '@manyview/formats'
import { readAgain } from '../state/open-data.ts'
import { change, job, type OpenData, settings } from '../state/session.ts'

const kinds: readonly ViewKind[] = ['numeric', 'counts', 'binary', 'categorical']

/** Step 2: what was understood, to be corrected. */
export function CheckStep({ open }: { open: OpenData }) {
  const { samples, views, labels, ids } = open.understood
  const { off, label } = settings.value
  const busy = job.value !== null
  const fromFiles = open.files.length > 0
  const toggle = (name: string) =>
    change({ off: off.includes(name) ? off.filter((other) => other !== name) : [...off, name] })
  const setKind = (name: string, kind: ViewKind) =>
    void readAgain({ ...open.reading, kinds: { ...open.reading.kinds, [name]: kind } })
  return (
    <section class="step" aria-labelledby="step-check">
      <h2 id="step-check">
        <span class="number">2</span> Check
      </h2>
      <p>
        <b>{grouped(samples)}</b> {plural(samples, 'sample')}
        {ids ? ' with ids' : ''}, <b>{views.length - off.length}</b> of {counted(views.length, 'view')}
      </p>
      <ul class="views">
        {views.map(({ name, features, kind, missing }) => (
          <li key={name} class={off.includes(name) ? 'off' : ''}>
            <label>
              <input type="checkbox" checked={!off.includes(name)} disabled={busy} onChange={() => toggle(name)} />
              <span class="cut" title={name}>
                {name}
              </span>
            </label>
            <span class="muted number-text">{grouped(features)}</span>
            {fromFiles ? (
              <select
                aria-label={`Kind of ${name}`}
                class="quiet"
                disabled={busy}
                value={kind}
                onChange={(event) => setKind(name, event.currentTarget.value as ViewKind)}
              >
                {kinds.map((each) => (
                  <option key={each} value={each}>
                    {each}
                  </option>
                ))}
              </select>
            ) : (
              <span class="muted">{kind}</span>
            )}
            {missing > 0 && <span class="warn">{counted(missing, 'value')} missing</span>}
          </li>
        ))}
      </ul>
      {fromFiles && (
        <label class="field">
          <span>Samples are</span>
          <select
            disabled={busy}
            value={open.reading.samples ?? ''}
            onChange={(event) =>
              void readAgain({
                ...open.reading,
                samples: (event.currentTarget.value || undefined) as 'rows' | undefined,
              })
            }
          >
            <option value="">as guessed</option>
            <option value="rows">rows</option>
            <option value="columns">columns</option>
          </select>
        </label>
      )}
      <label class="field">
        <span>True classes</span>
        <select value={label ?? ''} onChange={(event) => change({ label: event.currentTarget.value || null })}>
          <option value="">none</option>
          {labels.map(({ name, classes }) => (
            <option key={name} value={name}>
              {name} ({classes.length})
            </option>
          ))}
        </select>
      </label>
      {label !== null && <p class="muted hint">Only to score the result. The method never sees them.</p>}
    </section>
  )
}
