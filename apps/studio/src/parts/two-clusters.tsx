import { fixed, percent } from '@manyview/core/words'
import { useState } from 'preact/hooks'
import { colourByFeature, flyTo, selectOnMap } from '../state/pointing.ts'
import { clusterName, type Run } from '../state/run.ts'
import { isOpen } from '../state/session.ts'
import { solver } from '../state/solver-link.ts'
import { useAnswer } from '../state/use-answer.ts'
import type { ApartInView } from '../worker/looks.ts'
import { SampleText } from './sample-preview.tsx'
import { Scroller } from './scroller.tsx'

/** From this share of the samples on their own side on a view separates two clusters, and below that one it joins them. */
const separates = 0.85
const joins = 0.65
/** Features of a view, and examples of each side. */
const mostFeatures = 3
const mostExamples = 3

/** Two clusters, view by view: which view separates them, which joins them, by which features, and on which samples it differs. */
export function TwoClusters({ run }: { run: Run }) {
  const { record, labels, explanation } = run.stored
  const [pair, setPair] = useState<readonly [number, number]>([0, 1])
  const views = record.views.map(({ name }) => name)
  const [first, second] = pair.map((cluster) => samplesOf(labels, cluster))
  const canAsk = isOpen(run) && first.length > 0 && second.length > 0 && pair[0] !== pair[1]
  const apart = useAnswer(canAsk ? () => solver().setApart(first, views, second) : null, [run.id, ...pair])
  if (record.clusters < 2 || !explanation?.views) return null
  const choice = (side: 0 | 1) => (
    <select
      aria-label={side === 0 ? 'First cluster' : 'Second cluster'}
      value={pair[side]}
      onChange={(event) => {
        const cluster = Number(event.currentTarget.value)
        setPair(side === 0 ? [cluster, pair[1]] : [pair[0], cluster])
      }}
    >
      {record.sizes.map((_, cluster) => (
        <option key={clusterName(run, cluster)} value={cluster}>
          {clusterName(run, cluster)}
        </option>
      ))}
    </select>
  )
  return (
    <section class="figure two-clusters" aria-label="Two clusters, view by view">
      <header>
        <h3>Two clusters, view by view</h3>
      </header>
      <p class="inline">
        {choice(0)} <span class="muted">and</span> {choice(1)}
      </p>
      {pair[0] === pair[1] ? (
        <p class="muted">Choose two different clusters.</p>
      ) : (
        <Scroller label="What each view says of two clusters">
          <table>
            <thead>
              <tr>
                <th scope="col">View</th>
                <th scope="col">What it does</th>
                <th scope="col">Features that differ</th>
                <th scope="col">It puts elsewhere</th>
              </tr>
            </thead>
            <tbody>
              {views.map((view, v) => (
                <ViewRow key={view} run={run} view={view} place={v} pair={pair} apart={apart} />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </section>
  )
}

interface ViewRowProps {
  run: Run
  view: string
  place: number
  pair: readonly [number, number]
  apart: ApartInView[] | null
}

function ViewRow({ run, view, place, pair, apart }: ViewRowProps) {
  const { labels, ids, explanation } = run.stored
  const { leaning, strength } = explanation!.views![place]
  const [onOwnSide, crossed] = sidesOf(labels, leaning, pair)
  const share = onOwnSide / Math.max(1, onOwnSide + crossed.length)
  const verdict = share >= separates ? 'separates them' : share < joins ? 'joins them' : 'separates them in part'
  const features = (apart?.find((each) => each.view === view)?.features ?? []).filter(({ byChance }) => !byChance)
  const strongest = crossed.sort((a, b) => strength[b] - strength[a] || a - b)
  const examples = pair.flatMap((cluster) =>
    strongest.filter((sample) => labels[sample] === cluster).slice(0, mostExamples),
  )
  return (
    <tr>
      <th scope="row">{view}</th>
      <td>
        {onOwnSide + crossed.length === 0 ? 'says nothing of them' : verdict}
        {onOwnSide + crossed.length > 0 && <span class="muted"> {percent(share)} on their own side</span>}
      </td>
      <td>
        {apart === null && isOpen(run) && <span class="muted">looking for them…</span>}
        {features.slice(0, mostFeatures).map(({ feature, name, effect }) => (
          <div key={feature}>
            <button type="button" class="link" onClick={() => colourByFeature(view, feature)}>
              {name ?? `feature ${feature}`}
            </button>{' '}
            <span class="muted">
              {effect > 0 ? 'higher' : 'lower'} in {clusterName(run, pair[0])} ({fixed(Math.abs(effect), 2)})
            </span>
          </div>
        ))}
      </td>
      <td>
        {examples.map((sample) => (
          <div key={sample}>
            <button type="button" class="link" onClick={() => flyTo(sample)}>
              {ids?.[sample] ?? `Sample ${sample}`}
            </button>{' '}
            <span class="muted">of {clusterName(run, labels[sample])}</span>
            <SampleText run={run} sample={sample} />
          </div>
        ))}
        {crossed.length > 0 && (
          <button type="button" class="small" onClick={() => selectOnMap(crossed)}>
            Select all {crossed.length}
          </button>
        )}
      </td>
    </tr>
  )
}

/** How many samples of two clusters a view alone would put in their own, and which it would put in the other. */
function sidesOf(labels: Int32Array, leaning: Int32Array, pair: readonly [number, number]): [number, number[]] {
  let onOwnSide = 0
  const crossed: number[] = []
  labels.forEach((label, sample) => {
    if (!pair.includes(label)) return
    if (leaning[sample] === label) onOwnSide++
    else if (pair.includes(leaning[sample])) crossed.push(sample)
  })
  return [onOwnSide, crossed]
}

function samplesOf(labels: Int32Array, cluster: number): number[] {
  return Array.from(labels.keys()).filter((sample) => labels[sample] === cluster)
}
