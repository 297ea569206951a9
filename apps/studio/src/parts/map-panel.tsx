import { counted, fixed } from '@manyview/core/words'
import { onPaper, theme } from '@manyview/drawing'
import { clusterCentres, type MapView, mapName, mapSheet, mapSvg } from '@manyview/drawing/map'
import { mapWords } from '@manyview/formats'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { SaveButtons } from '../figures/figure.tsx'
import { saveFigure } from '../figures/save-figure.ts'
import { mapColours } from '../map/map-colours.ts'
import { MapFrame } from '../map/map-frame.tsx'
import { passing } from '../state/filters.ts'
import { colouring, flight, hovered, only, select, selected, selecting } from '../state/pointing.ts'
import { openSample, roomOpen } from '../state/reading-room.ts'
import { renameCluster } from '../state/rename-cluster.ts'
import { clusterName, type Run } from '../state/run.ts'
import { placesOf } from '../state/run-colours.ts'
import { data, isOpen, job } from '../state/session.ts'
import { showProblem } from '../state/show-problem.ts'
import { startExplain } from '../state/start-fit.ts'
import { dark } from '../state/theme.ts'
import { ColourChoice, useFeatureValues } from './colour-choice.tsx'
import { ColumnsPanel } from './columns-panel.tsx'
import { MapLegend } from './map-legend.tsx'
import { NameInput } from './name-input.tsx'
import { NeighboursPanel } from './neighbours-panel.tsx'
import { PlaceThing } from './place-thing.tsx'
import { ReadingRoom } from './reading-room.tsx'
import { RunNotes, RunSummary } from './run-summary.tsx'
import { SampleCard } from './sample-card.tsx'
import { SampleDetails } from './sample-details.tsx'
import { SampleImage } from './sample-image.tsx'
import { SamplePicture } from './sample-preview.tsx'
import { SearchBox } from './search-box.tsx'
import { SelectionPanel } from './selection-panel.tsx'
import { SmallMaps } from './small-maps.tsx'
import { Unexplained } from './unexplained.tsx'
import { Violins } from './violins.tsx'

/** Selected samples that get a ring each; more stand out by the others being dimmed. */
const mostRings = 40

/** The map of the samples. */
export function MapPanel({ run }: { run: Run }) {
  const map = placesOf(run)
  if (!map) return <NoMap run={run} />
  return <SampleMap run={run} map={map} />
}

/** The clusters are there before the map is. */
function NoMap({ run }: { run: Run }) {
  const { legend } = mapColours(run, { by: 'cluster' }, null, null, dark.value)
  return (
    <div class="map-and-legend">
      <div class="map no-map">
        <Unexplained
          run={run}
          meanwhile="The map is being made."
          otherwise="This clustering has no map: it was not kept, or the run was stopped before."
          button="Make the map"
        />
      </div>
      <aside class="beside" aria-label="Details">
        <RunSummary run={run} />
        <MapLegend legend={legend} choose={() => undefined} />
      </aside>
    </div>
  )
}

function SampleMap({ run, map }: { run: Run; map: Float64Array }) {
  const view = useRef<MapView | null>(null)
  const tools = useRef<HTMLDivElement>(null)
  const [{ note, outside }, setDrawn] = useState<Pick<MapView, 'note' | 'outside'>>({ note: null, outside: 0 })
  const [lasso, setLasso] = useState(false)
  const [naming, setNaming] = useState<number | null>(null)
  const values = useFeatureValues(colouring.value)
  const { labels, record } = run.stored
  const isDark = dark.value
  const [chosen, alone, by] = [selected.value, only.value, colouring.value]
  const passes = passing.value
  const coloured = useMemo(() => {
    const picked = new Set(chosen)
    const focused =
      picked.size > 0 ? (i: number) => picked.has(i) : alone === null ? null : (i: number) => labels[i] === alone
    const bright = passes ? (i: number) => passes[i] === 1 && (focused?.(i) ?? true) : focused
    return mapColours(run, by, values, bright, isDark)
  }, [run, labels, by, values, chosen, alone, passes, isDark])
  const texts = useMemo(() => {
    if (by.by !== 'cluster') return []
    return clusterCentres(map, labels, record.clusters).flatMap((centre, cluster) =>
      centre
        ? [
            {
              ...centre,
              ...mapName(clusterName(run, cluster), cluster),
              cluster,
              faint: alone !== null && alone !== cluster,
            },
          ]
        : [],
    )
  }, [map, labels, record.clusters, run.names, by.by, alone])
  const ringed = useMemo(() => (chosen.length > mostRings ? [] : chosen), [chosen])
  const goal = flight.value
  useEffect(() => {
    if (!goal) return
    if (goal.sample < 0) view.current?.showAll()
    else view.current?.flyTo(goal.sample)
  }, [goal])

  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && hovered.value >= 0)
      select([hovered.value], chosen.includes(hovered.value) ? 'subtract' : 'add')
    else if (event.key === 'Escape') {
      selected.value = []
      only.value = null
    } else return
    event.preventDefault()
  }
  const save = (kind: 'svg' | 'png') => {
    const colours = { ...theme(isDark, record.clusters), title: 'Map of the samples' }
    const svg = mapSvg({ map, colours: coloured.colours }, texts, view.current!, colours)
    const sheet = mapSheet(svg, view.current!.size, coloured.legend, wordsOf(run), colours)
    saveFigure(onPaper(sheet, colours), 'map', kind).catch(showProblem)
  }
  const images = isOpen(run) ? data.value!.understood.images : null
  const typicalPicture = (cluster: number) => {
    const sample = run.stored.explanation?.clusters[cluster].typical[0]
    if (sample === undefined) return null
    return images ? <SampleImage images={images} sample={sample} /> : <SamplePicture run={run} sample={sample} />
  }
  return (
    <div class={roomOpen.value ? 'map-panel reading' : 'map-panel'}>
      <div class="map-and-legend">
        <div class="map-box">
          <div class="toolbar" ref={tools}>
            <SearchBox run={run} />
            <ColourChoice
              run={run}
              colouring={by}
              choose={(next) => {
                colouring.value = next
              }}
            />
            <button
              type="button"
              class="small"
              aria-pressed={lasso}
              onClick={() => setLasso(!lasso)}
              title="Draw around samples; holding Shift does the same"
            >
              Lasso
            </button>
            <button
              type="button"
              class="small"
              aria-pressed={roomOpen.value}
              onClick={() => {
                roomOpen.value = !roomOpen.value
              }}
            >
              Table
            </button>
            {(lasso || chosen.length > 0) && <SelectionMode />}
          </div>
          <MapFrame
            map={map}
            coloured={coloured}
            texts={texts}
            ringed={ringed}
            lasso={lasso}
            tools={tools}
            label={`Map of ${counted(labels.length, 'sample')}. Arrow keys go from sample to sample, plus and minus zoom, 0 shows all, Enter selects, Escape clears.`}
            onKeyDown={keys}
            onText={(text) => setNaming(text)}
            onDrawn={(made) => setDrawn({ note: made.note, outside: made.outside })}
          >
            {(made) => {
              view.current = made
              const sample = hovered.value
              const place = naming === null ? null : made.placeOfText(naming)
              return (
                <>
                  {sample >= 0 && sample !== openSample.value && (
                    <SampleCard run={run} sample={sample} place={made.placeOf(sample)} size={made.size} />
                  )}
                  {place && naming !== null && texts[naming] && (
                    <div class="naming" style={{ left: `${place[0]}px`, top: `${place[1]}px` }}>
                      {clusterInput(run, texts[naming].cluster, () => setNaming(null))}
                    </div>
                  )}
                </>
              )
            }}
          </MapFrame>
          <div class="map-buttons">
            <button type="button" class="small icon" aria-label="Zoom in" onClick={() => view.current?.zoom(1.5)}>
              +
            </button>
            <button type="button" class="small icon" aria-label="Zoom out" onClick={() => view.current?.zoom(1 / 1.5)}>
              −
            </button>
            <button type="button" class="small" onClick={() => view.current?.showAll()}>
              Show all
            </button>
            <SaveButtons what="the map" save={save} />
          </div>
        </div>
        {roomOpen.value && <ReadingRoom run={run} />}
        <aside class="beside" aria-label="Details">
          {openSample.value >= 0 && <OpenSample run={run} sample={openSample.value} />}
          {chosen.length > 0 && <SelectionPanel run={run} selected={chosen} />}
          <RunSummary run={run} />
          <MapLegend
            legend={coloured.legend}
            only={by.by === 'cluster' ? alone : undefined}
            choose={(cluster) => {
              only.value = cluster
            }}
            picture={by.by === 'cluster' ? typicalPicture : undefined}
            rename={by.by === 'cluster' ? (cluster, end) => clusterInput(run, cluster, end) : undefined}
          />
          {note && <p class="muted hint">{note}</p>}
          {values && by.by === 'feature' && <Violins run={run} colouring={by} values={values} />}
          <ColumnsPanel run={run} />
          <PlaceThing run={run} />
          <Caption run={run} outside={outside} />
          <RunNotes run={run} />
        </aside>
      </div>
      {run.stored.explanation ? (
        <SmallMaps run={run} coloured={coloured} ringed={ringed} />
      ) : (
        <Unexplained run={run} meanwhile="What sets the clusters apart, and a map per view, are on their way." />
      )}
      <p class="hidden" aria-live="polite">
        {hovered.value >= 0 &&
          `Sample ${run.stored.ids?.[hovered.value] ?? hovered.value}, ${clusterName(run, labels[hovered.value])}${
            run.confidence ? `, confidence ${fixed(run.confidence[hovered.value], 2)}` : ''
          }`}
      </p>
    </div>
  )
}

/** A field for another name of a cluster. */
function clusterInput(run: Run, cluster: number, end: () => void) {
  const rename = (name: string) => renameCluster(run, cluster, name)
  return <NameInput name={clusterName(run, cluster)} rename={rename} end={end} />
}

/** The sample whose row was opened in the table. */
function OpenSample({ run, sample }: { run: Run; sample: number }) {
  return (
    <section class="selection" aria-label="Opened sample">
      <button
        type="button"
        class="quiet small icon close"
        aria-label="Close the sample"
        onClick={() => {
          openSample.value = -1
        }}
      >
        ✕
      </button>
      <SampleDetails run={run} sample={sample} />
      <NeighboursPanel run={run} sample={sample} />
    </section>
  )
}

/** Chooses what a new selection does to the old one. */
function SelectionMode() {
  return (
    <select
      class="small"
      aria-label="What a new selection does"
      value={selecting.value}
      onChange={(event) => {
        selecting.value = event.currentTarget.value as 'add'
      }}
    >
      <option value="replace">new selection</option>
      <option value="add">add to it</option>
      <option value="subtract">take from it</option>
    </select>
  )
}

function wordsOf({ stored, early }: Run): string {
  // No line begins with a lone %.
  return mapWords(stored.explanation ?? (early && { mapTrust: early.trust })).replaceAll(' %', '\u00a0%')
}

/** What the map shows and how far to believe it, with the switch that makes it show more than there is. */
function Caption({ run, outside }: { run: Run; outside: number }) {
  const apart = run.stored.explanation?.pulledApart === true
  return (
    <p class="muted hint map-caption">
      {outside > 0 && `${counted(outside, 'sample')} far from all others lie beyond the frame: zoom out to see them. `}
      {wordsOf(run)}{' '}
      {isOpen(run) && run.stored.explanation && (
        <label class="inline">
          <input
            type="checkbox"
            checked={apart}
            disabled={job.value !== null}
            onChange={() => void startExplain(run, !apart)}
          />
          Pull clusters apart
        </label>
      )}
    </p>
  )
}
