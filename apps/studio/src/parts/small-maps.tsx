import { counted, percent } from '@manyview/core/words'
import { dividedSamples } from '@manyview/formats'
import { useMemo } from 'preact/hooks'
import type { Coloured } from '../map/map-colours.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { flyTo, selectOnMap } from '../state/pointing.ts'
import { clusterName, type Run } from '../state/run.ts'
import { shownPlaces } from '../state/run-colours.ts'

/** Samples that are listed. */
const listed = 100

/** What each view shows alone, in the colours of the map above, and the samples that lie differently in two views. */
export function SmallMaps({ run, coloured, ringed }: { run: Run; coloured: Coloured; ringed: readonly number[] }) {
  const { record, explanation } = run.stored
  const maps = explanation?.viewMaps
  if (!maps) return null
  return (
    <section class="views-beside" aria-label="One map per view">
      <h3>One map per view</h3>
      <p class="muted hint">
        What each view shows alone. Point at a dot to see the sample in every view; draw around dots to select them
        everywhere.
      </p>
      <div class="small-maps">
        {maps.map(({ map, trust }, v) => (
          <figure key={record.views[v].name}>
            <figcaption>
              <b class="cut" title={record.views[v].name}>
                {record.views[v].name}
              </b>{' '}
              <span class="muted number-text">trust {percent(trust)}</span>
            </figcaption>
            <MapFrame
              map={shownPlaces(map, run.turn)}
              coloured={coloured}
              ringed={ringed}
              label={`Map of what ${record.views[v].name} shows alone`}
              small
            />
          </figure>
        ))}
      </div>
      <Divided run={run} />
    </section>
  )
}

/** The samples that one view puts in their cluster and another elsewhere. */
function Divided({ run }: { run: Run }) {
  const { stored } = run
  const divided = useMemo(() => dividedSamples(stored), [stored])
  if (divided.length === 0) return null
  return (
    <details class="divided">
      <summary>
        Samples on which views disagree: {counted(divided.length, 'sample')} that one view puts in the cluster and
        another elsewhere
      </summary>
      <button type="button" class="small" onClick={() => selectOnMap(divided.map(({ sample }) => sample))}>
        Select all
      </button>
      <table>
        <thead>
          <tr>
            <th scope="col">Sample</th>
            <th scope="col">Cluster</th>
            <th scope="col">Here by</th>
            <th scope="col">Elsewhere by</th>
          </tr>
        </thead>
        <tbody>
          {divided.slice(0, listed).map(({ sample, here, elsewhere }) => (
            <tr key={sample}>
              <th scope="row">
                <button type="button" class="link" onClick={() => flyTo(sample)}>
                  {stored.ids?.[sample] ?? sample}
                </button>
              </th>
              <td>{clusterName(run, stored.labels[sample])}</td>
              <td>{here.join(', ')}</td>
              <td>{elsewhere.map(({ view, cluster }) => `${view} → ${clusterName(run, cluster)}`).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {divided.length > listed && <p class="muted hint">The {listed} on which the views differ most are listed.</p>}
    </details>
  )
}
