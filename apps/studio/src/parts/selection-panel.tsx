import { fixed, grouped, percent } from '@manyview/core/words'
import { labelsCsv, saveFile } from '../state/export-files.ts'
import { colourByFeature, select, selected as signal } from '../state/pointing.ts'
import { clusterName, type Run } from '../state/run.ts'
import { keepSamples, makeCluster, selectMoreLike } from '../state/selection-actions.ts'
import { data, isOpen, job } from '../state/session.ts'
import { solver } from '../state/solver-link.ts'
import { truthOf } from '../state/truth.ts'
import { useAnswer } from '../state/use-answer.ts'
import { NeighboursPanel } from './neighbours-panel.tsx'
import { SampleDetails } from './sample-details.tsx'
import { SelectionMetadata } from './selection-metadata.tsx'

/** Parts of a composition, and columns of metadata that are told. */
const mostParts = 6
const mostColumns = 6
/** Columns with more values than this name samples rather than kinds. */
const mostLevels = 40

/** The samples that are selected: what they are, what sets them apart, and what can be done with them. */
export function SelectionPanel({ run, selected }: { run: Run; selected: readonly number[] }) {
  const { labels } = run.stored
  const busy = job.value !== null
  const all = selected.length === labels.length
  const save = () => saveFile('selection.csv', labelsCsv(run, selected), 'text/csv')
  return (
    <section class="selection" aria-label="Selected samples">
      <header>
        <b>{grouped(selected.length)} selected</b>
        <span>
          <button type="button" class="quiet small" onClick={save}>
            CSV
          </button>
          <button type="button" class="quiet small" onClick={() => select([], 'replace')}>
            Clear
          </button>
        </span>
      </header>
      {selected.length === 1 ? (
        <>
          <SampleDetails run={run} sample={selected[0]} />
          <NeighboursPanel run={run} sample={selected[0]} />
        </>
      ) : (
        <>
          <Composition run={run} selected={selected} />
          <SelectionMetadata stored={run.stored} selected={selected} />
          <Apart run={run} selected={selected} />
        </>
      )}
      <div class="actions">
        <button type="button" class="small" disabled={busy || all} onClick={() => void makeCluster(run, selected)}>
          Make it a cluster
        </button>
        {isOpen(run) && (
          <>
            <button
              type="button"
              class="small"
              disabled={busy || all}
              title="The samples that are nearest to these in most views"
              onClick={() => void selectMoreLike(run, selected)}
            >
              More like {selected.length === 1 ? 'this' : 'these'}
            </button>
            <button
              type="button"
              class="small"
              disabled={busy || selected.length < 2}
              onClick={() => void keepSamples(run, selected, 'only')}
            >
              Cluster only these
            </button>
            <button
              type="button"
              class="small"
              disabled={busy || all}
              onClick={() => void keepSamples(run, selected, 'without')}
            >
              Set aside
            </button>
          </>
        )}
      </div>
    </section>
  )
}

/** How many of the samples are of each cluster, class and value of metadata, against how many of all. */
function Composition({ run, selected }: { run: Run; selected: readonly number[] }) {
  const { labels, record } = run.stored
  const truth = truthOf(run)
  const clusters = record.sizes.map((_, cluster) => clusterName(run, cluster))
  const columns = [{ name: 'Cluster', classes: clusters as readonly string[], codes: labels }]
  if (truth) columns.push({ ...truth })
  const categories = run.stored.metadata.flatMap((column) =>
    column.kind === 'category' ? [{ ...column, classes: column.levels }] : [],
  )
  for (const { name, classes, codes } of [...categories, ...(isOpen(run) ? data.value!.understood.labels : [])])
    if (classes.length <= mostLevels && columns.every((other) => other.name !== name))
      columns.push({ name, classes, codes })
  return (
    <dl class="composition">
      {columns.slice(0, mostColumns).map(({ name, classes, codes }) => {
        const parts = partsOf(selected, codes, classes.length)
        return (
          <div key={name}>
            <dt class="cut" title={name}>
              {name}
            </dt>
            <dd>
              {parts.slice(0, mostParts).map(({ code, inside, outside }) => (
                <button
                  key={code}
                  type="button"
                  class="link"
                  title={`${percent(inside / selected.length)} of the selection, ${percent(outside / codes.length)} of all; click to keep only these`}
                  onClick={() => {
                    signal.value = selected.filter((sample) => codes[sample] === code)
                  }}
                >
                  <span class="cut">{classes[code]}</span> {grouped(inside)}
                </button>
              ))}
              {parts.length > mostParts && <span class="muted">and {parts.length - mostParts} more</span>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function partsOf(selected: readonly number[], codes: Int32Array, classes: number) {
  const [inside, outside] = [new Uint32Array(classes), new Uint32Array(classes)]
  // A code below 0 is a value that is missing.
  for (const sample of selected) if (codes[sample] >= 0) inside[codes[sample]]++
  for (const code of codes) if (code >= 0) outside[code]++
  return Array.from(inside.keys())
    .filter((code) => inside[code] > 0)
    .sort((a, b) => inside[b] - inside[a] || a - b)
    .map((code) => ({ code, inside: inside[code], outside: outside[code] }))
}

/** The features that set the samples apart from the rest; each colours the map. */
function Apart({ run, selected }: { run: Run; selected: readonly number[] }) {
  const views = run.stored.record.views.map(({ name }) => name)
  const canCompare = isOpen(run) && selected.length < run.stored.labels.length
  const effects = useAnswer(canCompare ? () => solver().setApart([...selected], views) : null, [run.id, selected])
  if (!canCompare) return null
  if (!effects) return <p class="muted hint">Looking for what sets them apart…</p>
  const rows = effects.flatMap(({ view, features }) =>
    features.filter(({ byChance }) => !byChance).map((each) => ({ view, ...each })),
  )
  return (
    <div class="apart">
      <h3>Set apart by</h3>
      {rows.length === 0 && <p class="muted hint">No feature that chance alone would not show.</p>}
      <ul>
        {rows.slice(0, 12).map(({ view, feature, name, effect }) => (
          <li key={`${view} ${feature}`}>
            <button
              type="button"
              class="link cut"
              title={`${view}: colour the map by it`}
              onClick={() => colourByFeature(view, feature)}
            >
              {name ?? `${view} · feature ${feature}`}
            </button>
            <span class="muted number-text">
              {effect > 0 ? 'higher' : 'lower'} {fixed(Math.abs(effect), 2)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
