import type { Scores } from '@manyview/core'
import { duration, fixed } from '@manyview/core/words'
import { verdict } from '@manyview/formats'
import { useEffect, useRef } from 'preact/hooks'
import { dataName, type Run, runTitle } from '../state/run.ts'
import { data, isOpen, type Tab, tab } from '../state/session.ts'
import { scoresOf, truthOf } from '../state/truth.ts'
import { ClustersPanel } from './clusters-panel.tsx'
import { ComparePanel } from './compare-panel.tsx'
import { ExportPanel } from './export-panel.tsx'
import { MapPanel } from './map-panel.tsx'
import { MetadataPanel } from './metadata-panel.tsx'
import { OddPanel } from './odd-panel.tsx'
import { TreePanel } from './tree-panel.tsx'
import { Understanding } from './understanding.tsx'
import { ViewsPanel } from './views-panel.tsx'

const titles: Record<Tab, string> = {
  data: 'Data',
  map: 'Map',
  clusters: 'Clusters',
  tree: 'Tree',
  odd: 'Odd samples',
  metadata: 'Metadata',
  views: 'Views',
  compare: 'Compare',
  export: 'Export',
}

/** A clustering, from several sides. */
export function Results({ run }: { run: Run }) {
  const there: Partial<Record<Tab, boolean>> = {
    data: isOpen(run),
    tree: run.stored.tree !== null,
    odd: run.stored.outlierScores !== null,
    metadata: run.stored.record.associations !== undefined,
  }
  const tabs = (Object.keys(titles) as Tab[]).filter((name) => there[name] ?? true)
  const shown = tabs.includes(tab.value) ? tab.value : 'map'
  const { warnings } = run.stored.record
  const said = verdict(run.stored)
  const section = useRef<HTMLElement>(null)
  // Where the page is one column, a new result would stand out of sight below the settings.
  useEffect(() => {
    const { current } = section
    if (current && current.getBoundingClientRect().top > innerHeight / 2) current.scrollIntoView({ block: 'start' })
  }, [run.id])
  return (
    <section ref={section} class="results" aria-label="Results">
      <header class="results-top">
        <Title run={run} />
        <ScoreLine run={run} />
      </header>
      {said && <p class="verdict-line">{said}</p>}
      {warnings.length > 0 && (
        <ul class="warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <Tabs tabs={tabs} shown={shown} />
      <div class="panel" role="tabpanel" id="panel" aria-labelledby={`tab-${shown}`}>
        {shown === 'data' && data.value && <Understanding open={data.value} />}
        {shown === 'map' && <MapPanel key={run.id} run={run} />}
        {shown === 'clusters' && <ClustersPanel run={run} />}
        {shown === 'tree' && <TreePanel key={run.id} run={run} />}
        {shown === 'odd' && <OddPanel run={run} />}
        {shown === 'metadata' && <MetadataPanel run={run} />}
        {shown === 'views' && <ViewsPanel run={run} />}
        {shown === 'compare' && <ComparePanel run={run} />}
        {shown === 'export' && <ExportPanel run={run} />}
      </div>
    </section>
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

function Tabs({ tabs, shown }: { tabs: Tab[]; shown: Tab }) {
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = tabs[(tabs.indexOf(shown) + step + tabs.length) % tabs.length]
    tab.value = next
    document.getElementById(`tab-${next}`)?.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label="Parts of the result" onKeyDown={move}>
      {tabs.map((name) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === shown}
          aria-controls="panel"
          tabIndex={name === shown ? 0 : -1}
          onClick={() => {
            tab.value = name
          }}
        >
          {titles[name]}
        </button>
      ))}
    </div>
  )
}
