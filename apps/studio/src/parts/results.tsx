import { useEffect, useRef } from 'preact/hooks'
import type { Run } from '../state/run.ts'
import { data, isOpen, type Tab, tab } from '../state/session.ts'
import { ClustersPanel } from './clusters-panel.tsx'
import { ComparePanel } from './compare-panel.tsx'
import { ExportPanel } from './export-panel.tsx'
import { MapPanel } from './map-panel.tsx'
import { MetadataPanel } from './metadata-panel.tsx'
import { OddPanel } from './odd-panel.tsx'
import { RunNotes, RunSummary } from './run-summary.tsx'
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
  const section = useRef<HTMLElement>(null)
  // The button that asked for the result is folded away with the settings: the keyboard goes on here, and the page begins with the result.
  useEffect(() => {
    if (document.activeElement !== document.body && !document.activeElement?.closest('[hidden]')) return
    section.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [run.id])
  return (
    <section ref={section} class="results" aria-label="Results">
      <Tabs tabs={tabs} shown={shown} />
      {shown !== 'map' && (
        <>
          <RunSummary run={run} />
          <RunNotes run={run} />
        </>
      )}
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
