import { counted, fixed } from '@manyview/core/words'
import { onPaper, theme } from '@manyview/drawing'
import { clusterCentres, MapView, mapSvg } from '@manyview/drawing/map'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { SaveButtons } from '../figures/figure.tsx'
import { saveFigure } from '../figures/save-figure.ts'
import { type Colouring, mapColours } from '../map/map-colours.ts'
import { dark } from '../state/dark.ts'
import { clusterName, type Run } from '../state/run.ts'
import { data, isOpen, job } from '../state/session.ts'
import { showProblem } from '../state/show-problem.ts'
import { startExplain } from '../state/start-fit.ts'
import { ColourChoice, useFeatureValues } from './colour-choice.tsx'
import { MapLegend } from './map-legend.tsx'
import { SampleCard } from './sample-card.tsx'
import { SampleImage } from './sample-image.tsx'
import { SamplePicture } from './sample-preview.tsx'
import { SelectionPanel } from './selection-panel.tsx'

/** Selected samples that get a ring each; more stand out by the others being dimmed. */
const mostRings = 40

/** The map of the samples. */
export function MapPanel({ run }: { run: Run }) {
  const map = run.stored.explanation?.map
  if (!map) return <NoMap run={run} />
  return <SampleMap run={run} map={map} />
}

function NoMap({ run }: { run: Run }) {
  return (
    <div class="no-map">
      <p class="muted">This clustering has no map: it was not kept, or the run was stopped before.</p>
      {isOpen(run) && (
        <button type="button" disabled={job.value !== null} onClick={() => void startExplain(run)}>
          Make the map
        </button>
      )}
    </div>
  )
}

function SampleMap({ run, map }: { run: Run; map: Float64Array }) {
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<MapView | null>(null)
  const [, redraw] = useState(0)
  const [hovered, setHovered] = useState(-1)
  const [selected, setSelected] = useState<readonly number[]>([])
  const [only, setOnly] = useState<number | null>(null)
  const [lasso, setLasso] = useState(false)
  const [colouring, setColouring] = useState<Colouring>({ by: 'cluster' })
  const values = useFeatureValues(colouring)
  const { labels, record } = run.stored
  const isDark = dark.value
  const coloured = useMemo(() => {
    const picked = new Set(selected)
    const bright =
      picked.size > 0 ? (i: number) => picked.has(i) : only === null ? null : (i: number) => labels[i] === only
    return mapColours(run, colouring, values, bright, isDark)
  }, [run, labels, colouring, values, selected, only, isDark])
  const centres = useMemo(() => clusterCentres(map, labels, record.clusters), [map, labels, record.clusters])
  const texts = centres.flatMap((centre, cluster) =>
    centre
      ? [
          {
            x: centre[0],
            y: centre[1],
            text: run.names[cluster] || String(cluster),
            faint: only !== null && only !== cluster,
          },
        ]
      : [],
  )

  useEffect(() => {
    const onMove = () => redraw((times) => times + 1)
    const made = new MapView(frame.current!, { onPoint: setHovered, onSelect: setSelected, onMove }, false)
    view.current = made
    return () => made.end()
  }, [])
  useEffect(() => view.current?.setDots({ map, ...coloured }), [map, coloured])
  useEffect(() => {
    view.current?.setMarks({
      texts: colouring.by === 'cluster' ? texts : [],
      ringed: selected.length > mostRings ? [] : selected,
    })
  }, [run, centres, colouring.by, selected, only])
  useEffect(() => {
    if (view.current) view.current.lassoing = lasso
  }, [lasso])

  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && hovered >= 0)
      setSelected(selected.includes(hovered) ? selected.filter((i) => i !== hovered) : [...selected, hovered])
    else if (event.key === 'Escape') {
      setSelected([])
      setOnly(null)
    } else return
    event.preventDefault()
  }
  const save = (kind: 'svg' | 'png') => {
    const colours = { ...theme(isDark, record.clusters), title: 'Map of the samples' }
    const svg = mapSvg({ map, colours: coloured.colours }, texts, view.current!, colours)
    saveFigure(onPaper(svg, colours), 'map', kind).catch(showProblem)
  }
  const images = isOpen(run) ? data.value!.understood.images : null
  const typicalPicture = (cluster: number) => {
    const [sample] = run.stored.explanation!.clusters[cluster].typical
    if (sample === undefined) return null
    return images ? <SampleImage images={images} sample={sample} /> : <SamplePicture run={run} sample={sample} />
  }
  const seen = view.current
  return (
    <div class="map-panel">
      <div class="toolbar">
        <ColourChoice run={run} colouring={colouring} choose={setColouring} />
        <span class="spring" />
        <button
          type="button"
          class="small"
          aria-pressed={lasso}
          onClick={() => setLasso(!lasso)}
          title="Draw around samples; holding Shift does the same"
        >
          Lasso
        </button>
        <button type="button" class="small icon" aria-label="Zoom in" onClick={() => seen?.zoom(1.5)}>
          +
        </button>
        <button type="button" class="small icon" aria-label="Zoom out" onClick={() => seen?.zoom(1 / 1.5)}>
          −
        </button>
        <button type="button" class="small" onClick={() => seen?.showAll()}>
          Show all
        </button>
        <SaveButtons what="the map" save={save} />
      </div>
      <div class="map-and-legend">
        <div
          ref={frame}
          class={`map${lasso ? ' lassoing' : ''}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is walked with the keyboard
          tabIndex={0}
          role="application"
          aria-label={`Map of ${counted(labels.length, 'sample')}. Arrow keys go from sample to sample, plus and minus zoom, 0 shows all, Enter selects, Escape clears.`}
          onKeyDown={keys}
        >
          {seen && hovered >= 0 && (
            <SampleCard run={run} sample={hovered} place={seen.placeOf(hovered)} size={seen.size} />
          )}
        </div>
        <aside class="beside">
          <MapLegend
            legend={coloured.legend}
            only={colouring.by === 'cluster' ? only : undefined}
            choose={setOnly}
            picture={colouring.by === 'cluster' ? typicalPicture : undefined}
          />
          {selected.length > 0 && <SelectionPanel run={run} selected={selected} clear={() => setSelected([])} />}
          {seen?.note && <p class="muted hint">{seen.note}</p>}
        </aside>
      </div>
      <p class="hidden" aria-live="polite">
        {hovered >= 0 &&
          `Sample ${run.stored.ids?.[hovered] ?? hovered}, ${clusterName(run, labels[hovered])}${
            run.confidence ? `, confidence ${fixed(run.confidence[hovered], 2)}` : ''
          }`}
      </p>
    </div>
  )
}
