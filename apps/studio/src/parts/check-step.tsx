import type { Filling } from '@manyview/core/methods'
import { counted, grouped, plural } from '@manyview/core/words'
import type { ViewKind } from '@manyview/formats'
import { openPart, readAgain } from '../state/open-data.ts'
import { change, job, type OpenData, settings } from '../state/session.ts'
import { ColumnRoles, FileRoles } from './roles.tsx'

const kinds: readonly ViewKind[] = ['numeric', 'counts', 'binary', 'categorical']

/** Step 2: what was understood, to be corrected. */
export function CheckStep({ open }: { open: OpenData }) {
  const { samples, views, labels, ids, matched } = open.understood
  const { missing, join } = open.reading
  const holed = missing !== undefined || views.some((view) => view.missing > 0)
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
      {matched && matched.any > 0 && (
        <p class={matched.all < matched.any ? 'warn' : 'muted'}>
          Matched by id: {grouped(matched.all)} of {grouped(matched.any)}
          {matched.all < matched.any && (join === 'outer' ? '; all are kept' : '; the others are left out')}
        </p>
      )}
      <FileRoles open={open} />
      {open.reading.rows && (
        <p class="message note">
          Only the samples that you selected.{' '}
          <button type="button" class="small" disabled={busy} onClick={() => void openPart(undefined)}>
            Use all samples
          </button>
        </p>
      )}
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
      {fromFiles && open.files.length > 1 && ids && (
        <label class="field">
          <span>Keep samples</span>
          <select
            disabled={busy}
            value={join ?? 'inner'}
            onChange={(event) => void readAgain({ ...open.reading, join: event.currentTarget.value as 'inner' })}
          >
            <option value="inner">in all views</option>
            <option value="outer">in any view</option>
          </select>
        </label>
      )}
      {fromFiles && holed && (
        <label class="field">
          <span>Missing values</span>
          <select
            disabled={busy}
            value={missing ?? ''}
            onChange={(event) =>
              void readAgain({ ...open.reading, missing: (event.currentTarget.value || undefined) as Filling })
            }
          >
            <option value="">not filled in</option>
            <option value="mean">mean</option>
            <option value="lowrank">estimated</option>
          </select>
        </label>
      )}
      {fromFiles && <ColumnRoles open={open} />}
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
