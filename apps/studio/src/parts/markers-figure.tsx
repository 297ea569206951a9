import { markersFigure } from '@manyview/drawing'
import { useState } from 'preact/hooks'
import { Figure } from '../figures/figure.tsx'
import { colourByFeature } from '../state/pointing.ts'
import type { Run } from '../state/run.ts'
import { data, isOpen } from '../state/session.ts'
import { solver } from '../state/solver-link.ts'
import { useAnswer } from '../state/use-answer.ts'

/** Markers of each cluster. */
const ofEach = 3
/** Pixels of a cluster and of the names beside. */
const column = 24
const beside = 160

/** The features that are larger in one cluster than in all others, in every cluster: of a view with names, while its data is open. */
export function MarkersFigure({ run, names }: { run: Run; names: readonly string[] }) {
  const { record, labels } = run.stored
  const featureNames = isOpen(run) ? data.value!.understood.featureNames : {}
  const candidates = record.views.filter(({ name }) => Object.hasOwn(featureNames, name) && markersOf(run, name).length)
  const [chosen, setChosen] = useState('')
  const view = (candidates.find(({ name }) => name === chosen) ?? candidates[0])?.name
  const features = view === undefined ? [] : markersOf(run, view)
  const found = useAnswer(view === undefined ? null : () => solver().markers(view, features, labels, record.clusters), [
    run.stored,
    view,
  ])
  if (view === undefined) return null
  return (
    <>
      {candidates.length > 1 && (
        <label class="inline">
          <span>Markers of the view</span>
          <select value={view} onChange={(event) => setChosen(event.currentTarget.value)}>
            {candidates.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {found && found.means.length === features.length * record.clusters && (
        <Figure
          title="Markers by cluster"
          file="markers"
          note={`Up to ${ofEach} features of ${view} that are larger in a cluster than elsewhere. The darker, the larger the mean, from the lowest to the highest cluster of the feature.${
            found.shares ? ' The larger the dot, the more samples are above 0.' : ''
          } A click colours the map.`}
          of={[found, run.names]}
          least={beside + column * record.clusters}
          draw={(canvas) =>
            markersFigure(
              found,
              features.map((feature) => featureNames[view][feature]),
              names,
              canvas,
            )
          }
          pick={(cell) => colourByFeature(view, features[Math.floor(cell / record.clusters)])}
        />
      )}
    </>
  )
}

/** The features of a view that are larger in a cluster than elsewhere, not by chance, cluster by cluster. */
function markersOf({ stored: { record, explanation } }: Run, view: string): number[] {
  const place = record.views.findIndex(({ name }) => name === view)
  const strongest = (explanation?.clusters ?? []).flatMap(({ features }) =>
    features[place].filter(({ effect, byChance }) => effect > 0 && !byChance).slice(0, ofEach),
  )
  return [...new Set(strongest.map(({ feature }) => feature))]
}
